"""Where each page stands, as a path from the root of the site; safe on every file system, whatever a corpus holds."""

import re
from collections.abc import Callable
from hashlib import sha256

from checker.model import card_slug

_SAFE = re.compile(r"[a-z0-9][a-z0-9.-]*")
_LONGEST = 80
"""Characters of a part of a path."""
_RESERVED = frozenset({"index", "con", "prn", "aux", "nul"})


class Links:
    """Gives everything its own path: two names that look alike once simplified do not share one."""

    def __init__(self) -> None:
        self._paths: dict[tuple[str, str], str] = {}
        self._cards: dict[tuple[str, str], str] = {}
        """The pages of cards by every name that was asked for, since names are asked for often."""
        self._taken: set[str] = set()

    def ruling(self, name: str) -> str:
        """Return the page of a ruling."""
        return self._path("ruling", name, lambda: _parts(name))

    def case(self, name: str) -> str:
        """Return the page of a case, `<ruling>#<slug>`."""
        ruling, _, slug = name.partition("#")
        return self._path("case", name, lambda: [*_parts(ruling), _plain(slug)])

    def rule(self, key: str) -> str:
        """Return the page of a rule, by its citation key."""
        return self._path("rule", key, lambda: ["rules", *(_plain(part) for part in key.split(":", 1))])

    def card(self, game: str, name: str) -> str:
        """Return the page of a card."""
        known = self._cards.get((game, name))
        if known is None:
            slug = card_slug(name) or _digest(name)
            known = self._path("card", f"{game}/{slug}", lambda: ["cards", _plain(game), _plain(slug)])
            self._cards[game, name] = known
        return known

    def topic(self, name: str) -> str:
        """Return the page of a game, or of a topic of one: `mtg`, `mtg/exchange`."""
        return "/".join([*_parts(name), "index.html"])

    def doc(self, name: str) -> str:
        """Return the page of a document."""
        return self._path("doc", name, lambda: ["docs", _plain(name)])

    def engine(self, name: str) -> str:
        """Return the page of an engine's report."""
        return self._path("engine", name, lambda: ["engines", _plain(name)])

    def _path(self, kind: str, name: str, parts: Callable[[], list[str]]) -> str:
        known = self._paths.get((kind, name))
        if known is not None:
            return known
        path = "/".join(parts())
        if path in self._taken:
            path = f"{path}-{_digest(f'{kind} {name}')}"
        self._taken.add(path)
        self._paths[kind, name] = path = f"{path}.html"
        return path


def up(path: str) -> str:
    """Return what leads from a page to the root of the site: `../` for each folder the page is in."""
    return "../" * path.count("/")


def across(path: str, to: str) -> str:
    """Return the way from one page to another, without going up and down again below its own folder."""
    folder = path.rpartition("/")[0] + "/"
    return to.removeprefix(folder) if to.startswith(folder) else up(path) + to


def _parts(name: str) -> list[str]:
    return [_plain(part) for part in name.split("/")]


def _plain(text: str) -> str:
    """Return a text as a part of a path: letters, digits, dots and hyphens, and a digest where much is lost."""
    lowered = text.lower()
    plain = re.sub(r"[^a-z0-9.]+", "-", lowered).strip("-.")
    if plain in _RESERVED or not _SAFE.fullmatch(plain) or len(plain) > _LONGEST:
        return f"{plain[:_LONGEST].rstrip('-.')}-{_digest(text)}".strip("-")
    return plain


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
