"""
Runs the corpus on an engine as pytest items: `pytest --rulings-engine SPEC`.

A case is an item of its ruling's file, so that `-k`, `-x`, `-n`, `--junitxml`, `--durations` and `--lf` do what they
always do. Without the option nothing is loaded and nothing changes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from checker.engines import Description, Engine
    from checker.model import Case, Corpus
    from checker.running.baseline import Baseline
    from checker.running.runner import Finished


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("rulings", "rulings of card games")
    group.addoption(
        "--rulings-engine", metavar="SPEC", help="run the cases of the rulings on this engine, as `rulings check` does"
    )
    group.addoption("--rulings-what", metavar="WHAT", action="append", help="of these, what a word names, as `614.5`")
    group.addoption("--rulings-corpus", metavar="DIR", help="the corpus; the one that is shipped if left out")
    group.addoption("--rulings-edition", metavar="EDITION", default="newest", help="what is in force in this edition")
    group.addoption("--rulings-baseline", metavar="FILE", help="known failures, which count as xfail")
    group.addoption("--rulings-timeout", metavar="S", type=_seconds, default=10.0, help="seconds for each answer")


def _seconds(told: str) -> float:
    from checker.cli.asking import seconds

    return seconds(told)


def pytest_configure(config: pytest.Config) -> None:
    """Add the corpus to what is collected, if an engine is named."""
    spec = config.getoption("--rulings-engine", default=None)
    if spec is None:
        return
    if not spec.strip():  # a variable that is not set, say: to run nothing would look like success
        raise pytest.UsageError("--rulings-engine names no engine")
    config.addinivalue_line("markers", "rulings: a case of a ruling, run on the engine of --rulings-engine")
    session = _open(config, spec)
    config.pluginmanager.register(session, "rulings-session")
    root = session.corpus.root.resolve()
    named = (Path(config.invocation_params.dir, word.partition("::")[0]).resolve() for word in config.args)
    if not any(path.is_relative_to(root) for path in named):  # a ruling or a case that is named stands alone
        config.args.append(str(root))


def _open(config: pytest.Config, spec: str) -> "Session":
    from checker.editions import at, standing
    from checker.finding.query import find
    from checker.problems import CorpusError, UsageError
    from checker.reading.corpus import load
    from checker.running.baseline import load as load_baseline

    root, known = config.getoption("--rulings-corpus"), config.getoption("--rulings-baseline")
    try:
        corpus = at(load(Path(root) if root else None), config.getoption("--rulings-edition"))
        cases = standing(corpus, find(corpus, config.getoption("--rulings-what") or ()).cases)
        baseline = load_baseline(Path(known)) if known else None
    except CorpusError as error:
        raise pytest.UsageError(*map(str, error.problems[:10])) from error
    except UsageError as error:
        raise pytest.UsageError(": ".join(filter(None, (error.message, error.hint)))) from error
    return Session(
        spec,
        corpus,
        frozenset(case.id for case in cases),
        baseline,
        config.getoption("--rulings-timeout"),
        config.getoption("verbose") > 1,
    )


@dataclass(eq=False)
class Session:
    """What the items of a run have in common."""

    spec: str
    corpus: "Corpus"
    wanted: frozenset[str]
    baseline: "Baseline | None"
    timeout: float
    messages: bool
    """Whether all requests and answers of what fails are told."""
    engine: "Engine | None" = field(default=None, init=False)
    description: "Description | None" = field(default=None, init=False)

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> "RulingFile | None":
        """Take the files of the corpus."""
        root, place = self.corpus.root.resolve(), file_path.resolve()  # either may be reached by a link
        if place.suffix != ".yaml" or not place.is_relative_to(root):
            return None
        name = place.relative_to(root).as_posix().removesuffix(".yaml")
        if name not in self.corpus.rulings:
            return None
        file: RulingFile = RulingFile.from_parent(parent, path=file_path)
        file.session_ = self
        file.name_ = name
        return file

    def judge(self, case: "Case") -> "Finished":
        """Run a case; the engine is started for the first."""
        from checker.engines import Description, EngineFailure, Limits
        from checker.engines.spec import open_engine
        from checker.problems import UsageError
        from checker.running.runner import one

        if self.engine is None or self.description is None:
            try:
                self.engine = open_engine(self.spec, Limits(request=self.timeout))
                self.description = Description.of(self.engine.describe())
            except (UsageError, EngineFailure) as failure:
                pytest.exit(f"the engine cannot be used: {failure}", returncode=pytest.ExitCode.USAGE_ERROR)
        return one(self.corpus, case, self.engine, self.description, messages=self.messages)

    def pytest_unconfigure(self) -> None:
        """End the engine."""
        if self.engine is not None:
            self.engine.close()


class RulingFile(pytest.File):
    """A ruling."""

    session_: Session
    name_: str

    def collect(self) -> "Iterator[CaseItem]":
        """Yield its cases."""
        for case in self.session_.corpus.rulings[self.name_].cases:
            if case.id in self.session_.wanted:
                item: CaseItem = CaseItem.from_parent(self, name=case.slug)
                item.case, item.session_ = case, self.session_
                item.add_marker("rulings")
                item.extra_keyword_matches.update((case.id, case.title, *(cite.key for cite in case.cites)))
                yield item


class NotAsExpected(Exception):  # noqa: N818 - the engine's failure
    """A case did not come out as the rules say."""


class CaseItem(pytest.Item):
    """A case."""

    case: "Case"
    session_: Session

    def runtest(self) -> None:
        """Run it on the engine."""
        from checker.judging.verdict import Standing, Status
        from checker.reports.messages import lines as told_messages
        from checker.reports.text import clean
        from checker.running.baseline import Outcome
        from checker.running.fingerprint import fingerprint

        finished = self.session_.judge(self.case)
        verdict = finished.verdict
        if finished.stderr:
            self.add_report_section("call", "engine's standard error", clean(finished.stderr))
        if verdict.messages:
            self.add_report_section("call", "requests and answers", "\n".join(told_messages(verdict)))
        entry = self.session_.baseline.entries.get(self.case.id) if self.session_.baseline else None
        if verdict.status is Status.UNSUPPORTED and entry is None:
            pytest.skip(verdict.message)
        if entry is not None:
            match entry.standing(Outcome(verdict.status, fingerprint(verdict))):
                case Standing.KNOWN if verdict.status is not Status.PASSED:
                    pytest.xfail(entry.reason or verdict.message)
                case Standing.FIXED:
                    raise NotAsExpected(f"{self.case.id} passes, and the baseline says that it fails: take it out")
                case _:
                    pass
        if verdict.status is not Status.PASSED:
            raise NotAsExpected(_told(finished))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return how a failure is reported: for an engine's, without a traceback of ours."""
        if isinstance(excinfo.value, NotAsExpected):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the case is in its file, the line counted from 0."""
        return self.path, max(self.case.place.line - 1, 0), self.case.id


def _told(finished: "Finished") -> str:
    from checker.reports.script import script
    from checker.reports.terminal import differences
    from checker.reports.text import clean

    case, verdict = finished.case, finished.verdict
    rules = ", ".join(dict.fromkeys(f"{cite.key} ({cite.edition})" for cite in case.cites))
    lines = [
        f"{verdict.status}: {case.id} ({case.place})",
        case.title,
        *(" ".join(text.split()) for text in (finished.ruling.statement, case.why, finished.ruling.disputed) if text),
        f"rules: {rules}",
        "",
        *script(case),
        "",
        *(differences(case, verdict) if verdict.differences else [verdict.message]),
    ]
    return clean("\n".join(lines))
