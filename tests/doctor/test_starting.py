"""What keeps a program from starting is told as of its command."""

from pathlib import Path

import pytest

from checker.cli import main
from tests.doctor.conftest import Examine
from tests.test_doctor import PYTHON

BEGINS = "starts and answers `describe`"


@pytest.mark.parametrize(
    ("command", "says", "mend"),
    [
        ("{python} adaptr.py", "there is no file 'adaptr.py' in ", "name the file as it is found from this folder"),
        ("{python} {here}/of mine/adapter.py",
         "quote a name with blanks in it: '{here}/of mine/adapter.py'", "split at blanks"),
        ("{here}/adapter.py", "Permission denied: '{here}/adapter.py'; perhaps 'cmd:python {here}", "name the"),
        ("{python} -c 'null.a'", "ended with exit code 1", "wrote to its standard error tells why"),
    ],
)  # fmt: skip
def test_a_program_that_does_not_start_is_told_by_its_command(
    command: str, says: str, mend: str, tmp_path: Path, examined: Examine, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "of mine").mkdir()
    for name in ("of mine/adapter.py", "adapter.py"):
        (tmp_path / name).write_text("")
    engine = f"cmd:{command.format(python=PYTHON, here=tmp_path)}"
    _, steps = examined(engine)
    assert says.format(here=tmp_path) in steps[BEGINS]["says"]
    assert "no file 'null.a'" not in steps[BEGINS]["says"]
    assert mend in steps[BEGINS]["mend"]
    assert main(["check", "dominion/exchange/optional", "--engine", engine]) == 3
    assert says.format(here=tmp_path) in capsys.readouterr().err
