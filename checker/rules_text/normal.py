"""The same passage in the same letters, however it was typed; and which part of it is wording, not reference."""

import re
import unicodedata

# Typographic signs and what editions in plain ASCII have in their place. Signs of ownership come and go: dropped.
_FOLD = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212\u00ad", "-"),
        **dict.fromkeys("\u2014\u2015", "--"),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ae\u2122\u00a9_", None),
        "\u2026": "...",
        "\u00d7": "x",
        "\u00c6": "AE",
        "\u00e6": "ae",
    }
)
_OWNERSHIP = re.compile(r"\((?:R|TM|C)\)")
_DASHES = re.compile(r"\s*-(?:\s*-)+\s*")
_SPACED_DASH = re.compile(r"\s+-\s+")

_ONE = r"\d{3}(?:\.\d{1,3})?[a-z]{0,2}(?:-(?:\d{3}\.\d{1,3})?[a-z]{0,2})?"
_NUMBERS = rf"{_ONE}(?:(?:,? (?:and|or|through|to) (?:rules? )?|, ?)(?:{_ONE}|[a-z]\b(?! )))*"
_TITLE = r'(?:,? "[^"\d{}]*")?'  # a heading has neither numbers nor symbols; what is quoted besides is wording
_MENTION = rf"(?:rules? {_NUMBERS}|sections? \d(?:,? (?:and|or) \d)*){_TITLE}"
_MORE = rf"(?:[;,]? ?(?:and )?(?:also )?(?:see )?(?:also )?{_MENTION})*"
_SEE = re.compile(rf"[(\[]?\b(?:and )?(?:also )?see (?:also )?{_MENTION}{_MORE}[.;)\]]*")
_BARE = re.compile(rf"\b(?:rules?|sections?) {_NUMBERS}{_TITLE}|\b\d{{3}}\.\d{{1,3}}[a-z]{{0,2}}\b")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?|[{}+/*]+|(?<![^\W_])-(?=\d|x\b)")  # a minus is wording, a hyphen is not
_ANY_CASE = re.compile(_WORD.pattern, re.IGNORECASE)


def normal(text: str) -> str:
    """
    Return the text without the habits of encodings and typists.

    Quotes, dashes, spaces and line breaks become their ASCII forms; accents, italics marks and signs of ownership
    go. What is left differs only if somebody changed the rule.
    """
    text = text.translate(_FOLD)
    if not text.isascii():
        text = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
        text = text.replace("\u2044", "/")  # of a fraction in one sign
    text = _OWNERSHIP.sub("", text)
    text = _SPACED_DASH.sub("-", _DASHES.sub("-", text))
    return " ".join(text.split())


def wording(normalised: str) -> list[str]:
    """
    Return the words of a normalised text, without punctuation, capitals and references to other rules.

    Two passages of the same words say the same; only what they refer to, or a comma, is different.
    """
    text = normalised.lower()
    text = _BARE.sub(" ", _SEE.sub(" ", text))
    return _WORD.findall(text)


def tokens(normalised: str) -> list[tuple[str, int, int]]:
    """Return every word of a normalised text in lower case, with where it starts and ends."""
    return [(match[0].lower(), match.start(), match.end()) for match in _ANY_CASE.finditer(normalised)]
