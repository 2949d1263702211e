"""The project's own documents as pages: Markdown in, HTML out, links between them and to the site kept."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from os.path import normpath
from pathlib import Path, PurePosixPath
from typing import Any

from markupsafe import Markup

from checker.reading.locate import data

_KINDS = (
    ("Tutorial", ("tutorial",)),
    ("How to", ("checking", "adapters", "gate", "contributing", "mtg-cards")),
    ("Reference", ("commands", "formats", "protocol", "card-words", "data", "python")),
    ("Explanation", ("design",)),
)


@dataclass(frozen=True, slots=True)
class Document:
    """One page of documentation."""

    name: str
    title: str
    kind: str
    about: str
    """Its first paragraph, as plain text."""
    html: Markup
    headings: tuple[tuple[str, str], ...]
    """The anchors and texts of its chapters."""
    text: str


@cache
def documents() -> tuple[Document, ...]:
    """
    Return every document that the package carries, by kind; none if it was built without them.

    They are read once, since that takes half as long as the site of a small corpus.
    """
    folder = data("docs")
    root = folder.parent
    files = {_name(path.relative_to(folder)): path for path in sorted(folder.rglob("*.md"))} if folder.is_dir() else {}
    if (root / "CONTRIBUTING.md").is_file():
        files["contributing"] = root / "CONTRIBUTING.md"
    pages = {PurePosixPath(path.relative_to(root).as_posix()): name for name, path in files.items()}
    return tuple(_document(name, kind, files[name], root, pages) for kind, name in _ordered(files))


def _name(path: Path) -> str:
    return "-".join(path.with_suffix("").parts)


def _ordered(files: dict[str, Path]) -> Iterator[tuple[str, str]]:
    known = {name for _, names in _KINDS for name in names}
    others = [name for name in files if name not in known]
    for kind, names in _KINDS:
        for name in (*names, *(others if kind == "How to" else ())):
            if name in files:
                yield kind, name


def _document(name: str, kind: str, path: Path, root: Path, pages: Mapping[PurePosixPath, str]) -> Document:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": True, "highlight": _highlight}).enable(["table"])
    source = path.read_text(encoding="utf-8")
    tokens = reader.parse(source)
    taken = set(re.findall(r'<a id="([^"]+)">', source))
    here = PurePosixPath(path.parent.relative_to(root).as_posix())
    headings: list[tuple[str, str]] = []
    title, about = name, ""
    for place, token in enumerate(tokens):
        following = tokens[place + 1] if place + 1 < len(tokens) else token
        if token.type == "heading_open":
            text = _plain(following)
            if token.tag == "h1":
                title = text
            anchor = _anchor(text, taken)
            token.attrSet("id", anchor)
            if token.tag == "h2":
                headings.append((anchor, text))
        elif token.type == "paragraph_open" and not about and token.level == 0:
            about = _plain(following)
        elif token.type in {"th_open", "td_open"} and "right" in str(token.attrs.pop("style", "")):
            token.attrSet("class", "right")
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", _target(str(child.attrGet("href") or ""), here, pages))
    html = str(reader.renderer.render(tokens, reader.options, {}))
    # A wide table scrolls in a box of its own, which the keyboard can reach.
    html = html.replace("<table>", '<div class="scroll" tabindex="0" role="region" aria-label="table"><table>')
    html = html.replace("</table>", "</table></div>")
    words = " ".join(_plain(token) for token in tokens if token.type == "inline")
    return Document(name, title, kind, about, Markup(html), tuple(headings), words)  # noqa: S704 - our own documents


def _plain(token: Any) -> str:
    told = (" " if child.type == "softbreak" else child.content for child in token.children or ())
    return "".join(told)


def _anchor(text: str, taken: set[str]) -> str:
    """Return a name for a heading that is unique on its page, and reserve it."""
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    name, number = plain, 2
    while name in taken:
        name, number = f"{plain}-{number}", number + 1
    taken.add(name)
    return name


def _target(href: str, here: PurePosixPath, pages: Mapping[PurePosixPath, str]) -> str:
    """Return where a document's link leads on the site, which has the schemas too."""
    address, sharp, anchor = href.partition("#")
    if "://" in address or not address:
        return href
    path = PurePosixPath(normpath(here / address))
    if path in pages:
        return f"{pages[path]}.html{sharp}{anchor}"
    return f"../{path}" if path.parts[0] == "schemas" and path.suffix else "index.html"


def _highlight(code: str, language: str, _attributes: str) -> str:
    from pygments import highlight
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name({"sh": "bash"}.get(language, language or "text"))
    except ClassNotFound:
        lexer = get_lexer_by_name("text")
    inner: str = highlight(code, lexer, HtmlFormatter(nowrap=True))
    # What is wide scrolls, also by keyboard.
    return f'<pre tabindex="0"><code class="hl">{inner}</code></pre>'
