"""`rulings gate`: which rulings a new edition of the rules puts in question."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from checker.cli import common
from checker.cli.plain import say, warn
from checker.problems import UsageError
from checker.prose import many

if TYPE_CHECKING:
    from checker.model import Corpus
    from checker.rules_text.document_gate import Source
    from checker.rules_text.judge import Judgement
    from checker.rules_text.read import Edition

_EXAMPLES = """\
  rulings gate MagicCompRules.txt                   what the new edition means for the corpus
  rulings gate MagicCompRules.txt --markdown        the same for a merge request
  rulings gate MagicCompRules.txt --record          record the fingerprints of what is cited from this edition
  rulings gate page.txt --source dominion-exchange  a page or an article without rule numbers
  rulings gate MagicCompRules.txt --decide mtg/replacement/instead --as stands --by 'A. Judge' --why 'only shorter'

exit codes: 0 nothing to decide, 1 something is, 2 wrong usage or a text that cannot be read"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser: ArgumentParser = common.command(
        subparsers,
        "gate",
        summary="shows which rulings a new rules text may affect",
        description="Compares every citation of the corpus with a rules text, by fingerprints of the passages cited.",
        examples=_EXAMPLES,
    )
    parser.add_argument(
        "text", metavar="TEXT", help="the plain text of the rules, any edition: a file or an http(s) address"
    )
    parser.add_argument(
        "--source",
        metavar="SOURCE",
        help="the source that TEXT is an edition of; needed for a document without rule numbers",
    )
    parser.add_argument("--against", metavar="EDITION", help="look only at what is cited from this edition")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the findings as JSON")
    form.add_argument("--markdown", action="store_true", help="print the findings as Markdown")
    form.add_argument(
        "--record", action="store_true", help="write the fingerprints of what the corpus cites from this edition"
    )
    form.add_argument("--decide", metavar="RULING", help="record a decision about this ruling")
    unnumbered = parser.add_argument_group("a document without numbers")
    unnumbered.add_argument(
        "--edition",
        dest="of",
        metavar="EDITION",
        help="which edition of SOURCE it is; without it, one newer than all known",
    )
    unnumbered.add_argument("--outline", action="store_true", help="print its sentences with the places of --passage")
    unnumbered.add_argument(
        "--passage",
        metavar="NAME=PLACE",
        action="append",
        default=[],
        help="with --record: where a passage is: 3 (paragraph), 3.2-4 (sentences) or 3.2,8 (two places)",
    )
    decision = parser.add_argument_group("a decision")
    decision.add_argument(
        "--as", dest="verdict", choices=("stands", "changed", "retired"), help="what happens to the ruling"
    )
    decision.add_argument("--by", metavar="NAME", help="who decides")
    decision.add_argument("--why", metavar="REASON", help="the reason")
    decision.add_argument("--rule", metavar="RULE", help="decide only about its citation of this rule")
    decision.add_argument("--date", metavar="YYYY-MM-DD", help="when it was decided; today if left out")


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.rules_text import fetch, judge
    from checker.rules_text.document_gate import Source
    from checker.rules_text.read import NoNumbersError

    if args.decide is None and (args.verdict or args.by or args.why or args.rule or args.date):
        raise UsageError("--as, --by, --why, --rule and --date belong to --decide RULING")
    loaded = common.own_corpus(args) if args.record or args.decide is not None else common.corpus(args)
    if (document := Source.of(loaded, args.source)) is not None:
        return _document(args, loaded, document)
    if args.outline or args.passage or args.of:
        raise UsageError("--edition, --outline and --passage are for a document without numbers", _NAME_IT)
    source = judge.source_of(loaded, args.source)
    try:
        text = fetch.read(args.text)
    except NoNumbersError as error:
        if args.source is not None:
            raise UsageError(
                str(error),
                f"of a document without numbers, `sources.yaml` names the `passages`; `{args.source}` has none",
            ) from None
        raise UsageError(str(error), f"if it is a document without numbers, {_NAME_IT}") from None
    if args.record:
        return _record(loaded, source, text)
    return _judged(args, loaded, judge.judge(loaded, source, text, args.against))


_NAME_IT = "name its source with --source"


def _judged(args: Namespace, corpus: "Corpus", judgement: "Judgement") -> int:
    if args.against is not None and not judgement.verdicts:
        raise UsageError(f"nothing is cited from an edition `{args.against}` of {judgement.source}")
    if args.decide is not None:
        return _decide(args, corpus, judgement)
    _print(args, judgement)
    if judgement.verdicts and all(
        verdict.fate is not None and verdict.fate.kind == "gone" for verdict in judgement.verdicts
    ):
        warn(f"nothing cited from {judgement.source} is in {args.text}; is it another document?")
    return common.NOT_AS_EXPECTED if judgement.open else common.AS_EXPECTED


def _document(args: Namespace, corpus: "Corpus", source: "Source") -> int:
    """Carry out the command for a document without numbers."""
    from checker.rules_text import document_gate, documents, fetch

    document = fetch.read_document(args.text)
    edition = source.check(args.of)
    if args.outline:
        say("\n".join(documents.outline(document)))
        return common.AS_EXPECTED
    if not args.record:
        if args.passage:
            raise UsageError("--passage says where a passage to be recorded is", "add --record")
        return _judged(args, corpus, document_gate.judge(corpus, source, document, edition, args.against))
    if args.of is None:
        raise UsageError("a document does not say which edition it is", "name it with --edition")
    places = documents.named(args.passage, list(source.passages))
    kept, missing = document_gate.gather(corpus, source, document, edition, places)
    if missing:
        warn(f"nobody has said where these are in {args.text}: {', '.join(missing)}; say so with --passage NAME=PLACE")
    if not kept:
        return common.NOT_AS_EXPECTED
    path = documents.write(corpus.root, source.name, edition, kept)
    say(f"{path}: {many(len(kept), 'passage')} of {edition}")
    return common.NOT_AS_EXPECTED if missing else common.AS_EXPECTED


def _print(args: Namespace, judgement: "Judgement") -> None:
    from checker.rules_text import gate_report

    if args.json:
        common.print_json(gate_report.as_json(judgement))
    else:
        say("\n".join(gate_report.as_markdown(judgement) if args.markdown else gate_report.as_text(judgement)))


def _record(corpus: "Corpus", source: str, text: "Edition") -> int:
    from checker.rules_text import align, judge, record

    cited = {
        cite.rule: rulings for cite, rulings in judge.hanging(corpus, source).items() if cite.edition == text.edition
    }
    missing = {rule: rulings for rule, rulings in cited.items() if rule not in text.by_key}
    for rule, rulings in missing.items():
        warn(f"{text.edition} has no rule {rule}; {', '.join(rulings)} cites it")
    if not cited:
        raise UsageError(f"nothing is cited from the edition {text.edition} of {source}, so there is nothing to record")
    path = record.write(corpus.root, source, text.edition, align.passages(text), cited)
    say(f"{path}: {many(len(cited) - len(missing), 'passage')} of {text.edition}")
    return common.NOT_AS_EXPECTED if missing else common.AS_EXPECTED


def _decide(args: Namespace, corpus: "Corpus", judgement: "Judgement") -> int:
    from datetime import date

    from checker.rules_text import decisions

    if not (args.verdict and args.by and args.why):
        raise UsageError("a decision needs --as, --by and --why")
    try:
        day = date.fromisoformat(args.date) if args.date else date.today()  # noqa: DTZ011 - the day where the person is
    except ValueError:
        raise UsageError(f"`{args.date}` is not a date; expected one like 2026-08-07") from None
    made = [
        decisions.Decision(
            ruling=args.decide,
            rule=verdict.cite.rule,
            edition=verdict.cite.edition,
            part=verdict.cite.part,
            now=verdict.fate.new[0] if verdict.fate.new else None,
            text=verdict.text,
            decision=args.verdict,
            by=args.by,
            date=day.isoformat(),
            why=args.why,
        )
        for verdict in judgement.verdicts
        if verdict.fate is not None
        and (args.rule is None or verdict.cite.rule == args.rule)
        and args.decide in (hanger.ruling for hanger in verdict.open)
    ]
    if not made and args.decide not in corpus.rulings:
        from checker.hints import did_you_mean

        raise UsageError(f"there is no ruling `{args.decide}`", did_you_mean(args.decide, corpus.rulings))
    if not made:
        raise UsageError(_nothing_waits(args))
    path = decisions.add(corpus.root, judgement.source, made)
    about = (f"{one.rule}, {one.part}" if one.part else one.rule for one in made)
    say(f"{path}: {args.decide} {args.verdict}, on {'; '.join(about)}")
    return common.AS_EXPECTED


def _nothing_waits(args: Namespace) -> str:
    about = f" about its citation of {args.rule}" if args.rule else ""
    return f"no decision{about} is waiting for `{args.decide}`; `rulings gate TEXT` lists those that are"
