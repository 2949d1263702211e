"""
Which citations have been read again since, so that only the newest reading of a passage is in question.

A ruling may cite one passage in two editions: as it was when the ruling was written, and as it is. Whoever cited it in
the newer one has judged what changed between the two.
"""

import re
from collections.abc import Iterator, Sequence

from checker.model import Cite, Corpus, Ruling
from checker.rules_text import record
from checker.rules_text.align import Alignment, align

EXAMPLE = re.compile(r"example(?:\s+(\d+))?\b", re.IGNORECASE)
"""The words in the `part` of a citation that name an example, and which one."""


class Readings:
    """The readings of the passages of one source, by the fingerprints that are kept of its editions."""

    def __init__(self, corpus: Corpus, source: str) -> None:
        """Read fingerprints only when they are asked for."""
        self._corpus = corpus
        self._source = source
        self._records: dict[str, record.Record | None] = {}
        self._aligned: dict[tuple[str, str], Alignment | None] = {}

    def again(self, ruling: Ruling, cite: Cite) -> Cite | None:
        """
        Return the newer citation of the same passage that replaced a citation, if there is one.

        Where several cases of the ruling have the citation, each of them, or the ruling, has to have a newer one.
        """
        found = [self._newest(cite, cites) for cites in cited_with(ruling, cite)]
        return found[0] if found and all(found) else None

    def _newest(self, cite: Cite, cites: Sequence[Cite]) -> Cite | None:
        newer = [other for other in cites if other.source == cite.source and other.edition > cite.edition]
        return max((each for each in newer if self._same(cite, each)), key=lambda each: each.edition, default=None)

    def _same(self, old: Cite, new: Cite) -> bool:
        """Tell whether two citations are of one passage, or of examples of one passage."""
        if bool(EXAMPLE.search(old.part or "")) and not EXAMPLE.search(new.part or ""):
            return False
        alignment = self._between(old.edition, new.edition)
        return alignment is not None and old.rule in alignment.fates and new.rule in alignment.fates[old.rule].new

    def _between(self, old: str, new: str) -> Alignment | None:
        if (old, new) not in self._aligned:
            before, after = self._record(old), self._record(new)
            if before is None or after is None:
                self._aligned[old, new] = None
            else:
                self._aligned[old, new] = align(before.passages, after.passages)
        return self._aligned[old, new]

    def _record(self, edition: str) -> record.Record | None:
        if edition not in self._records:
            self._records[edition] = record.read(self._corpus.root, self._source, edition)
        return self._records[edition]


def cited_with(ruling: Ruling, cite: Cite) -> Iterator[tuple[Cite, ...]]:
    """Yield all citations of the ruling if it has this one, otherwise those of each case that has it."""
    if cite in ruling.cites:
        yield ruling.cites
    else:
        yield from (case.cites for case in ruling.cases if cite in case.cites)
