"""The project's own documents as pages: Markdown in, HTML out, links between them and to the site kept."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from markupsafe import Markup

from checker.locate import data

_KINDS = (
    ("Tutorial", ("tutorial",)),
    ("How to", ("contributing", "test-an-engine", "adapters", "gate", "mtg-cards")),
    ("Reference", ("protocol", "python", "data", "formats")),
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


def documents() -> list[Document]:
    """Return every document that the package has, by kind; none where it came without."""
    folder = data("docs")
    files = {path.stem: path for path in sorted(folder.glob("*.md"))} if folder.is_dir() else {}
    contributing = folder.parent / "CONTRIBUTING.md"
    if contributing.is_file():
        files["contributing"] = contributing
    return [_document(name, kind, files[name], set(files)) for kind, name in _ordered(files)]


def _ordered(files: dict[str, Path]) -> Iterator[tuple[str, str]]:
    known = {name for _, names in _KINDS for name in names}
    others = [name for name in files if name not in known]
    for kind, names in _KINDS:
        for name in (*names, *(others if kind == "How to" else ())):
            if name in files:
                yield kind, name


def _document(name: str, kind: str, path: Path, pages: set[str]) -> Document:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": True, "highlight": _highlight}).enable(["table"])
    tokens = reader.parse(path.read_text(encoding="utf-8"))
    headings: list[tuple[str, str]] = []
    title, about = name, ""
    for place, token in enumerate(tokens):
        following = tokens[place + 1] if place + 1 < len(tokens) else token
        if token.type == "heading_open":
            text = _plain(following)
            if token.tag == "h1":
                title = text
            token.attrSet("id", _anchor(text))
            if token.tag == "h2":
                headings.append((_anchor(text), text))
        elif token.type == "paragraph_open" and not about and token.level == 0:
            about = _plain(following)
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", _target(str(child.attrGet("href") or ""), name, pages))
    html = str(reader.renderer.render(tokens, reader.options, {}))
    # A wide table scrolls in a box of its own, which the keyboard can reach.
    html = html.replace("<table>", '<div class="scroll" tabindex="0" role="region" aria-label="table"><table>')
    html = html.replace("</table>", "</table></div>")
    words = " ".join(_plain(token) for token in tokens if token.type == "inline")
    return Document(name, title, kind, about, Markup(html), tuple(headings), words)  # noqa: S704 - our own documents


def _plain(token: Any) -> str:
    return "".join(child.content for child in token.children or () if child.type in {"text", "code_inline"})


def _anchor(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _target(href: str, name: str, pages: set[str]) -> str:
    """Return where a link leads on the site; the schemas lie there too, beside the documents."""
    address, sharp, anchor = href.partition("#")
    if "://" in address or not address:
        return href
    path = PurePosixPath("." if name == "contributing" else "docs") / address
    stem = path.stem.lower()
    if path.suffix == ".md":
        return f"{stem}.html{sharp}{anchor}" if stem in pages else "index.html"
    return f"../{'/'.join(part for part in path.parts if part not in {'..', '.', 'docs'})}{sharp}{anchor}"


def _highlight(code: str, language: str, _attributes: str) -> str:
    from pygments import highlight
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name({"sh": "bash"}.get(language, language))
    except ClassNotFound:
        return ""
    inner: str = highlight(code, lexer, HtmlFormatter(nowrap=True))
    return f'<pre tabindex="0"><code class="hl">{inner}</code></pre>'
