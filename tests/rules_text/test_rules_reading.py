"""A rules text is read whole, in whatever condition it was published."""

import gzip
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import ClassVar
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.finding.moves import above
from checker.rules_text import fetch
from checker.rules_text.align import Kind, align, passages
from checker.rules_text.decode import LIMIT, RulesTextError, decode
from checker.rules_text.normal import normal, wording
from checker.rules_text.read import Edition, order, parent, parse
from tests.rules_text.harbour_books import LATE, NEW, OLD, OLD_BODY, OLD_TEXT, TAIL, edition
from tests.serving import serving

# What typography makes of the plain text, and what an older encoding leaves of it.
FANCY = (
    OLD_TEXT.replace('"Docking."', "\u201cDocking.\u201d")
    .replace("'", "\u2019")
    .replace("harbour fee", "harbour\u00a0fee")
    .replace("Ada shows Bo a card by mistake.", "Ad\u00e1 shows B\u00f4 a card\u2014by mistake.")
)
CP437 = FANCY.replace("\u201c", '"').replace("\u201d", '"').replace("\u2019", "'").replace("\u2014", "-")
_ASCII = str.maketrans({"\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2014": "-"})

ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "utf-8": lambda text: text.encode(),
    "utf-8 with mark": lambda text: text.encode("utf-8-sig"),
    "utf-16 big-endian with mark": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "utf-16 little-endian with mark": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "utf-16 big-endian": lambda text: text.encode("utf-16-be"),
    "utf-16 little-endian": lambda text: text.encode("utf-16-le"),
    "utf-32 with mark": lambda text: text.encode("utf-32"),
    "utf-32 big-endian": lambda text: text.encode("utf-32-be"),
    "utf-32 little-endian": lambda text: text.encode("utf-32-le"),
    "cp1252": lambda text: text.replace("\u2028", "\n").encode("cp1252"),
    "cp437": lambda text: text.replace(FANCY, CP437).replace("\u2028", "\n").translate(_ASCII).encode("cp437"),
}
BREAKS = {"LF": "\n", "CRLF": "\r\n", "CR": "\r", "line separator": "\u2028"}


CONDITIONS = [
    (encoding, ending)
    for encoding in ENCODINGS
    for ending in BREAKS
    if not (ending == "line separator" and encoding.startswith("cp"))  # which have no such character
]


@pytest.mark.parametrize(("encoding", "ending"), CONDITIONS)
def test_every_encoding_and_line_ending_gives_the_same_fingerprints(encoding: str, ending: str) -> None:
    expected = passages(parse(FANCY.encode(), "typographic"))
    read = parse(ENCODINGS[encoding](FANCY.replace("\n", BREAKS[ending])), encoding)
    assert [(p.key, p.text, p.wording, p.examples) for p in passages(read)] == [
        (p.key, p.text, p.wording, p.examples) for p in expected
    ]
    assert [(term.name, normal(term.text)) for term in read.glossary] == [
        (term.name, normal(term.text)) for term in OLD.glossary
    ]


def test_the_first_edition_is_read_whole() -> None:
    assert OLD.effective == date(2031, 3, 8)
    assert OLD.edition == "2031-03-08"
    assert len(OLD.rules) == 47
    assert [rule.number for rule in OLD.rules][:6] == ["1", "100", "100.1", "101", "101.1", "101.2"]
    assert [term.name for term in OLD.glossary] == ["Berth", "Cargo"]
    assert OLD.glossary[0].text.startswith("1. The place")


def test_irregular_numbers_are_read_as_the_numbers_they_are() -> None:
    assert OLD.by_key["119.1d"].text.startswith("In a short game")
    assert OLD.by_key["301.5"].text.startswith("If a ship sails")
    assert OLD.by_key["305.4"].text.startswith("Wrecks stay")
    many = edition(OLD_TEXT.replace("306.2. A ship", "306.1z Boats wait.\n\n306.1aa Rafts wait too.\n\n306.2. A ship"))
    assert [rule.number for rule in many.rules][-4:] == ["306.1", "306.1z", "306.1aa", "306.2"]


def test_examples_belong_to_their_rule_whatever_breaks_the_line() -> None:
    assert OLD.by_key["102.1"].examples == ("Ada shows Bo a card by mistake. Bo has to forget it.",)
    assert OLD.by_key["102.2"].examples == ("Bo's last ship sinks, so Bo leaves.",)
    assert OLD.by_key["102.2"].text == "A player whose fleet is lost has left the game."


def test_the_second_rule_of_a_number_has_a_key_of_its_own() -> None:
    assert LATE.by_key["302.2"].text.startswith("The harbour master may close")
    assert LATE.by_key["302.2 (2)"].text.startswith("A docked ship")


def test_a_wrapped_line_that_begins_with_a_number_starts_no_rule() -> None:
    wrapped = edition(OLD_TEXT.replace("does so as rule 301.2 says.", "does so as rule\n301.2 says."))
    assert [rule.key for rule in wrapped.rules] == [rule.key for rule in OLD.rules]
    assert wrapped.by_key["101.2"].text.endswith("as rule\n301.2 says.")
    assert align(passages(OLD), passages(wrapped)).fates["101.2"].kind is Kind.UNCHANGED


def test_lines_tell_where_a_rule_starts() -> None:
    for rule in OLD.rules:
        line = OLD_TEXT.replace("\u2028", "\n").split("\n")[rule.line - 1]
        assert line.startswith(rule.number)


def test_references_and_punctuation_are_no_words() -> None:
    one = wording(normal("Ships wait (see rules 301.2a\u2013c and 302, \u201cDocking\u201d). See also section 3."))
    assert one == ["ships", "wait"]
    assert wording(normal("as rule 301.3 says")) == ["as", "says"]
    assert wording(normal("All 3 ships, or 1.")) == ["all", "3", "ships", "or", "1"]


def test_accents_signs_and_italics_are_typing() -> None:
    assert normal("_Dand\u00e2n_\u2122 \u2014 \u201cJuz\u00e1m\u201d\u2026") == 'Dandan-"Juzam"...'
    assert normal("Magic(R)  --  The\u00a0Game") == "Magic-The Game"


@pytest.mark.parametrize("dash", ["one \u2014.", "one\u2014.", "one --.", "one--."])
def test_a_long_dash_is_one_however_it_is_typed(dash: str) -> None:
    assert normal(dash) == "one-."


def test_a_text_with_more_rules_than_any_is_refused_at_once() -> None:
    many = "".join(f"{section}.{rule}. So.\n" for section in range(100, 999) for rule in range(1, 100))
    with pytest.raises(RulesTextError, match=r"more than 20,000 numbered rules; no rules text has so many"):
        parse(f"These rules are effective as of March 8, 2031.\n\n{many}".encode(), "x")


def test_order_and_parent_of_numbers() -> None:
    numbers = ["6", "600", "601", "601.2", "601.9", "601.10", "601.10a", "601.10z", "601.10aa", "602"]
    assert sorted(["602", "601.10aa", *numbers[:-2]], key=order) == numbers
    assert [parent(number) for number in ("601.10aa", "601.10", "601", "6")] == ["601.10", "601", "6", ""]


# -- what is no rules text

BAD = {
    "empty": (b"", "empty"),
    "blank": (b" \r\n\r\n", "empty"),
    "html": (b"<!DOCTYPE html><html><body>100.1. Rules</body></html>", "web page"),
    "html with mark": ("\ufeff<html>100.1. Rules</html>".encode(), "web page"),
    "pdf": (b"%PDF-1.7 ...", "a PDF"),
    "word": (b"PK\x03\x04...", "Word document"),
    "rtf": (b"{\\rtf1 100.1. Rules}", "RTF"),
    "gzip": (gzip.compress(OLD_TEXT.encode()), "gzip"),
    "noise": (bytes(range(256)) * 64, "binary"),
    "zeros": (bytes(4096), "binary"),
    "prose": (b"Dear players,\n\nthere are no rules.\n", "no numbered rules"),
    "no date": (OLD_BODY.encode(), "from when"),
    "wrong date": (OLD_TEXT.replace("March 8", "March 38").encode(), "from when"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_rules_text_is_refused_with_a_reason(kind: str) -> None:
    data, reason = BAD[kind]
    with pytest.raises(RulesTextError, match=reason) as error:
        parse(data, "rules.txt")
    assert error.value.message.startswith("rules.txt: ")
    assert "expected" in error.value.message


@pytest.mark.parametrize("part", [0.3, 0.5, 0.7, 0.9])
def test_a_text_that_breaks_off_is_refused(part: float) -> None:
    with pytest.raises(RulesTextError, match="breaks off"):
        parse(OLD_TEXT[: int(len(OLD_TEXT) * part)].encode(), "rules.txt")


def test_a_text_that_breaks_off_in_its_glossary_is_refused() -> None:
    with pytest.raises(RulesTextError, match="breaks off in the glossary"):
        parse(OLD_TEXT[: OLD_TEXT.rindex("Credits")].encode(), "rules.txt")
    with pytest.raises(RulesTextError, match=r"breaks off after rule 306\.2"):
        parse(OLD_TEXT.replace(TAIL, "").encode(), "rules.txt")


def test_a_text_that_begins_in_the_middle_or_has_a_hole_is_refused() -> None:
    second = OLD_TEXT[OLD_TEXT.index("\n201.1.") :]
    with pytest.raises(RulesTextError, match=r"the beginning .* first rule in it is 201\.\d"):
        parse(f"These rules are effective as of March 8, 2031.\n{second}".encode(), "x")
    hole = OLD_TEXT[: OLD_TEXT.rindex("301. Sailing")] + OLD_TEXT[OLD_TEXT.rindex("303. Storms") :]
    with pytest.raises(RulesTextError, match=r"hole before section 303: .* announces section 301"):
        parse(hole.encode(), "rules.txt")


@given(st.binary(max_size=400))
def test_arbitrary_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(RulesTextError):
        parse(data, "x")


@given(st.data())
def test_a_damaged_text_is_read_or_refused(data: st.DataObject) -> None:
    whole = OLD_TEXT.encode()
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, len(whole)))
    filling = data.draw(st.binary(max_size=40))
    with suppress(RulesTextError):
        parse(whole[:start] + filling + whole[end:], "x")


@given(st.text(max_size=300) | st.text(alphabet="a- \n\u2013\u2014", max_size=12))
def test_normal_text_stays_as_it_is(text: str) -> None:
    assert normal(normal(text)) == normal(text)


def test_cp437_and_cp1252_are_told_apart() -> None:
    assert "Lim-D\u00fbl" in decode(b"100.1. " + "Lim-D\u00fbl, Juz\u00e1m".encode("cp437"), "x")
    assert "Lim-D\u00fbl" in decode(b"100.1. " + "Lim-D\u00fbl\u2019s \u201chand\u201d".encode("cp1252"), "x")


# -- where it comes from


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "large.txt"
    with file.open("wb") as handle:
        handle.truncate(1 << 40)  # all of it holes, and more than any memory holds
    with pytest.raises(RulesTextError, match="more than 16 MB"):
        fetch.read(str(file))


def test_a_path_that_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(RulesTextError, match="no such file"):
        fetch.read(str(tmp_path / "none.txt"))
    with pytest.raises(RulesTextError, match="a folder"):
        fetch.read(str(tmp_path))
    with pytest.raises(RulesTextError, match="name of the rules text is empty"):
        fetch.read("")
    with pytest.raises(RulesTextError, match="ftp addresses are not fetched; expected"):
        fetch.read("ftp://127.0.0.1/rules.txt")


class Answers(BaseHTTPRequestHandler):
    """Serves what the test put in `pages`, and counts."""

    pages: ClassVar[dict[str, bytes]]
    asked: ClassVar[list[str]]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path == "/endless":
            self.send_response(200)
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b"100.1. And so on.\n" * 4096)
            except OSError:
                return
        if self.path not in self.pages:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.pages[self.path])))
        self.end_headers()
        self.wfile.write(self.pages[self.path])

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def server(content: dict[str, bytes]) -> Iterator[tuple[str, list[str]]]:
    class Handler(Answers):
        pages = content
        asked: ClassVar[list[str]] = []

    with serving(Handler) as address:
        yield address, Handler.asked


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    return tmp_path / "cache"


def test_an_address_is_fetched_once_a_day(cache: Path) -> None:
    with server({"/rules.txt": OLD_TEXT.encode()}) as (base, asked):
        assert fetch.read(f"{base}/rules.txt").edition == OLD.edition
        assert fetch.read(f"{base}/rules.txt").edition == OLD.edition
        assert asked == ["/rules.txt"]
        for file in cache.rglob("*.txt"):
            os.utime(file, (time.time() - 100_000, time.time() - 100_000))
        fetch.read(f"{base}/rules.txt")
        assert asked == ["/rules.txt", "/rules.txt"]


def test_an_old_copy_serves_when_the_server_does_not(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = {"/rules.txt": NEW_BYTES}
    with server(pages) as (base, _):
        fetch.read(f"{base}/rules.txt")
        for file in cache.rglob("*.txt"):
            os.utime(file, (0, 0))
        pages.clear()
        assert fetch.read(f"{base}/rules.txt").edition == NEW.edition
        assert "using the copy of an earlier day" in capsys.readouterr().err
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fetch, "_download", Mock(side_effect=RulesTextError("the server answers 500 \x1b[31mred")))
            fetch.read(f"{base}/rules.txt")
        assert "the server answers 500 \\x1b[31mred; using" in capsys.readouterr().err


NEW_BYTES = OLD_TEXT.replace("March 8, 2031", "June 6, 2032").encode()


@pytest.mark.parametrize("up", [above, parent])
def test_what_stands_above_what_is_cited_comes_to_an_end(up: Callable[[str], str | None]) -> None:
    assert (up("614.12a"), up("614.12")) == ("614.12", "614")
    for number in ("614.12A", "614.12\u00e9", "614.12a\u00e9", "6x", "614..", "614.12.1", "6"):
        at: str | None = number
        for _ in range(5):
            at = at and up(at)
        assert not at


@pytest.mark.usefixtures("cache")
def test_an_address_without_a_rules_text(cache: Path) -> None:
    with server({"/page": b"<html>no</html>"}) as (base, _):
        with pytest.raises(RulesTextError, match="answers 404"):
            fetch.read(f"{base}/none")
        with pytest.raises(RulesTextError, match="web page"):
            fetch.read(f"{base}/page")
        with pytest.raises(RulesTextError, match="more than 16 MB"):
            fetch.read(f"{base}/endless")
    with pytest.raises(RulesTextError, match="cannot be fetched: the server cannot be reached"):
        fetch.read(f"{base}/gone")
    for host in ("a..b", "a" * 70):
        with pytest.raises(RulesTextError, match="cannot be fetched: "):
            fetch.read(f"http://{host}/")
    assert not list(cache.rglob("*.txt"))
    assert LIMIT == 16 << 20


# -- the real texts, where somebody has them


@pytest.fixture(scope="module")
def real() -> dict[str, Edition]:
    folder = os.environ.get("RULINGS_RULES_TEXTS")
    if not folder:
        pytest.skip("RULINGS_RULES_TEXTS names no folder of official rules texts, which are not ours to ship")
    return {file.stem: fetch.read(str(file)) for file in sorted(Path(folder).glob("*.txt"))}


def test_real_editions_are_read_whole(real: dict[str, Edition]) -> None:
    for name, read in real.items():
        assert read.edition.replace("-", "") == name
        assert len(read.rules) > 2000
        assert len(read.glossary) > 400
        assert all(rule.text for rule in read.rules)


def test_real_editions_from_2024_to_2026(real: dict[str, Edition]) -> None:
    old, new = real.get("20240308"), real.get("20260807")
    if old is None or new is None:
        pytest.skip("the folder has not both 20240308.txt and 20260807.txt")
    alignment = align(passages(old), passages(new))
    changed = {
        key: (str(fate.kind), fate.new[0])
        for key, fate in alignment.fates.items()
        if fate.kind is not Kind.UNCHANGED and (key.split(".")[0] in {"106", "614"} or key.startswith("701.10"))
    }
    assert changed == {
        **{f"701.10{letter}": ("renumbered", f"701.12{letter}") for letter in ("", *"abcdefgh")},
        "614.1c": ("reworded", "614.1c"),
        "614.1d": ("reworded", "614.1d"),
        "614.8": ("references", "614.8"),
        "614.12": ("examples", "614.12"),
        "614.12b": ("renumbered", "614.12c"),
        "614.13a": ("examples", "614.13a"),
        "614.13b": ("reworded", "614.13b"),
        "614.13c": ("examples", "614.13c"),
    }
    assert alignment.fresh["614.12b"].source is None
    assert [key for key in alignment.fresh if key[:3] in {"106", "614"}] == ["614.12b"]
    assert alignment.back["701.10"] == "701.9"


def test_a_text_that_lost_its_quotes_is_not_taken_for_one_that_was_reworded() -> None:
    whole = "101.1. A ship can\u2019t be in two harbours.\n" * 30
    with pytest.raises(RulesTextError, match=r"were lost when it was saved, as in 'can\?t' \(30 like it\)"):
        decode(whole.encode("latin-1", "replace"), "rules.txt")
    assert decode(whole.encode("cp1252"), "rules.txt") == whole
    assert decode(b"101.1. Where is x?y\n" * 3, "rules.txt")
