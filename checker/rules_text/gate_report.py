"""The gate's findings for people, for programs, and for a merge request."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from checker.prose import many
from checker.rules_text.align import Kind
from checker.rules_text.judge import Hanger, Judgement, Verdict
from checker.rules_text.read import order


def as_json(judgement: Judgement) -> dict[str, Any]:
    """Return everything that was found, as a JSON object."""
    return {
        "source": judgement.source,
        "edition": judgement.edition,
        "waiting": judgement.open,
        "out_of_force": judgement.out_of_force,
        "counts": counts(judgement),
        "citations": [_citation(verdict) for verdict in judgement.verdicts],
    }


_NOT_RECORDED = "not-recorded"


def counts(judgement: Judgement) -> dict[str, int]:
    """Return how many citations there are of each kind of change."""
    found = Counter(_kind(verdict) for verdict in judgement.verdicts)
    return {kind: found[kind] for kind in (*map(str, Kind), _NOT_RECORDED) if found[kind]}


def _kind(verdict: Verdict) -> str:
    return str(verdict.fate.kind) if verdict.fate is not None else _NOT_RECORDED


def _citation(verdict: Verdict) -> dict[str, Any]:
    cite, fate = verdict.cite, verdict.fate
    return {
        "rule": cite.rule,
        "edition": cite.edition,
        "part": cite.part,
        "kind": _kind(verdict),
        "now": list(fate.new) if fate is not None else None,
        "likeness": round(fate.likeness, 3) if fate is not None else None,
        "example": verdict.example,
        "number_now": verdict.number_now,
        "judge": verdict.judge,
        "later": verdict.later,
        "left_out": verdict.left_out,
        "rulings": [
            {
                "ruling": hanger.ruling,
                "cases": list(hanger.cases),
                "decision": hanger.decision.decision if hanger.decision is not None else None,
                "again": {"rule": hanger.again.rule, "edition": hanger.again.edition} if hanger.again else None,
            }
            for hanger in verdict.hangers
        ],
    }


def told(verdict: Verdict) -> str:
    """Say in a line what became of a cited passage."""
    fate = verdict.fate
    if fate is None:
        return "nothing is recorded about this passage in that edition, so nothing can be said"
    said = fate.kind.words
    if fate.kind in (Kind.REWORDED, Kind.MOVED):
        said += f", about {fate.likeness:.0%} the same"
    if fate.kind is Kind.RENUMBERED and not fate.same_text:
        said += ", with other cross-references or punctuation"
    if fate.examples and fate.kind is not Kind.EXAMPLES:
        said += ", its examples changed"
    if fate.kind is Kind.SPLIT:
        said += f" into {', '.join(sorted(fate.new, key=order))}"
    elif fate.kind is Kind.MERGED:
        said = f"merged into {fate.new[0]}"
    elif fate.moved:
        said += f": now {fate.new[0]}"
    if verdict.number_now is not None:
        was = "another rule" if verdict.number_now == "another" else f"what was {verdict.number_now}"
        said += f" ({verdict.cite.rule} is now {was})"
    return said + _EXAMPLES.get(verdict.example or "", "")


_EXAMPLES = {
    "changed": "; the cited example changed or is gone",
    "moved": "; the cited example is in another place",
    "unknown": "; the cited example was not there",
}


def _name(verdict: Verdict) -> str:
    cite = verdict.cite
    return f"{cite.rule}{f', {cite.part}' if cite.part else ''} ({cite.edition})"


def _groups(judgement: Judgement) -> Iterator[tuple[str, list[Verdict]]]:
    """Yield what there is to report, each part under its title; what is unchanged is only counted."""
    titles = (_TO_DECIDE, "Decided", "Read again since", "Changed, nothing to decide", _LEFT_OUT, _BEFORE)
    groups: dict[str, list[Verdict]] = {title: [] for title in titles}
    for verdict in judgement.verdicts:
        if title := _title(verdict):
            groups[title].append(verdict)
    yield from ((title, group) for title, group in groups.items() if group)


_TO_DECIDE = "To decide"
_LEFT_OUT = "Not in this edition, as sources.yaml says"
_BEFORE = "Read in a later edition, and different in this one"


def _title(verdict: Verdict) -> str | None:
    changed = verdict.fate is None or verdict.fate.kind is not Kind.UNCHANGED
    if verdict.open:
        return _TO_DECIDE
    if verdict.later:
        return _BEFORE if verdict.judge and changed else None
    if verdict.left_out:
        return _LEFT_OUT
    if verdict.judge:
        return "Decided" if any(hanger.decision is not None for hanger in verdict.hangers) else "Read again since"
    return "Changed, nothing to decide" if changed else None


def _summary(judgement: Judgement) -> str:
    total = len(judgement.verdicts)
    words = {str(kind): kind.words for kind in Kind} | {_NOT_RECORDED: "not recorded"}
    parts = ", ".join(f"{number} {words[kind]}" for kind, number in counts(judgement).items())
    left_out = (
        f" Left out: {many(judgement.out_of_force, 'ruling')} of other editions." if judgement.out_of_force else ""
    )
    return f"{many(total, 'citation')} of {judgement.source} against {judgement.edition}: {parts or 'none'}.{left_out}"


def _outcome(judgement: Judgement) -> str:
    if not judgement.open:
        return "Nothing to decide."
    return f"{many(judgement.open, 'decision')} {'is' if judgement.open == 1 else 'are'} waiting."


def as_text(judgement: Judgement) -> Iterator[str]:
    """Yield the lines of a report for the terminal."""
    for title, group in _groups(judgement):
        yield f"{title}:"
        for verdict in group:
            yield f"  {_name(verdict)}: {told(verdict)}"
            yield from (f"    {_hanger(hanger, named=title == _TO_DECIDE)}" for hanger in verdict.hangers)
        yield ""
    yield _summary(judgement)
    yield _outcome(judgement)
    if any(map(_only_moved, judgement.verdicts)):
        yield "`rulings rebase TEXT` gives what was only renumbered its new number."
    for edition in sorted({verdict.cite.edition for verdict in judgement.verdicts if verdict.fate is None}):
        yield f"`rulings gate TEXT --record`, with the text of {edition}, records what is cited from that edition."
    if judgement.open:
        yield (
            "`rulings diff OLD NEW RULE` shows a rule's words, and --decide RULING --as … --by … --why … records a "
            "decision."
        )


def _only_moved(verdict: Verdict) -> bool:
    """Tell whether a ruling cites a passage by a number that is no longer its own, and nowhere by the new one."""
    moved = verdict.fate is not None and verdict.fate.kind is Kind.RENUMBERED and not verdict.later
    return moved and any(hanger.again is None for hanger in verdict.hangers)


def _hanger(hanger: Hanger, *, named: bool) -> str:
    """Tell what hangs on a passage; its cases are `named` where somebody has to look at them, and else counted."""
    cases = many(len(hanger.cases), "case") if hanger.cases else "no cases"
    if named and hanger.cases:
        cases = ", ".join(case.partition("#")[2] for case in hanger.cases)
    if hanger.decision is not None:
        made = hanger.decision
        return f"{hanger.ruling} ({cases}): {made.decision}, says {made.by} on {made.date}: {made.why}"
    if hanger.again is not None:
        return f"{hanger.ruling} ({cases}): cites {hanger.again.rule} of {hanger.again.edition} too"
    return f"{hanger.ruling} ({cases})"


def as_markdown(judgement: Judgement) -> Iterator[str]:
    """Yield the lines of a report for a merge request."""
    yield f"## {judgement.source}, edition {judgement.edition}"
    yield ""
    yield f"{_summary(judgement)} **{_outcome(judgement)}**"
    for title, group in _groups(judgement):
        yield from ("", f"### {title}", "", "| passage | change | rulings and cases |", "| --- | --- | --- |")
        for verdict in group:
            hangers = "<br>".join(_cell(_hanger(hanger, named=title == _TO_DECIDE)) for hanger in verdict.hangers)
            yield f"| {_cell(_name(verdict))} | {_cell(told(verdict))} | {hangers} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
