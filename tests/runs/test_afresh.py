"""An engine that fails now and then, and answers well when it is asked again, is told of: no result shows it."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ENDS_ONCE = """
import sys
from pathlib import Path
from reference_engine import Engine
from reference_engine.kernel.service import serve

def until_the_third(lines):
    for number, line in enumerate(lines, start=1):
        if number == 3 and not Path("ended").exists():
            Path("ended").touch()
            sys.exit(9)
        yield line

serve(Engine(), until_the_third(sys.stdin), sys.stdout)
"""


@pytest.mark.parametrize("width", [(), ("--window", "4")])
def test_cases_that_passed_only_on_a_fresh_process_are_counted(
    check: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str], width: tuple[str, ...]
) -> None:
    (tmp_path / "engine.py").write_text(ENDS_ONCE)
    engine = ("--engine", f"cmd:{sys.executable} engine.py")
    assert check(*engine, "--report", "markdown=told.md", "dominion/exchange/changeling", *width) == 0
    line = (
        "1 case passed only when asked again of a fresh process or connection; before: ended with exit code 9 (1 time)"
    )
    for told in (capsys.readouterr().out, Path("told.md").read_text()):
        assert line in told


def test_nothing_is_told_where_all_went_well_at_once(
    check: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert check("--engine", f"cmd:{sys.executable} -m reference_engine", "dominion/exchange/changeling") == 0
    assert "fresh" not in capsys.readouterr().out
