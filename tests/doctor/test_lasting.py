"""What an adapter says after noise, of a card that there is not, and of itself after a restart."""

from pathlib import Path

import pytest

from tests.doctor.conftest import Examine
from tests.test_doctor import ADAPTER, PYTHON

OTHERWISE = "answer = {'result': {'unsupported': {'what': 'card', 'name': 'N? Such'}}} if 'No Such' in line else answer"

REVERSED = "DESCRIPTION['games']['dominion'] = {'actions': ['clean-up', 'buy'][:: 1 if id in (1, 2) else -1]}"
"""The order of a list of claims means nothing."""


@pytest.mark.parametrize(
    ("place", "code", "step", "finding", "says", "mend"),
    [
        (
            "# ANSWER",
            "import os; DESCRIPTION['version'] = str(os.getpid())",
            "starts again",
            "wrong",
            "describes itself differently after a restart",
            "always say what the program can do",
        ),
        (
            "# NOISE",
            "; response['id'] = count",
            "a line that is not JSON",
            "advice",
            "names a request in its answer to noise",
            "the id is null",
        ),
        ("# ANSWER", REVERSED, "starts again", "ok", "killed and started again, it says the same of itself", ""),
        ("# ANSWER", OTHERWISE, "an unknown card", "advice", "names the card as N? Such", "repeat the name as it came"),
    ],
)
def test_what_goes_well_at_first_is_looked_at_again(
    place: str, code: str, step: str, finding: str, says: str, mend: str, tmp_path: Path, examined: Examine
) -> None:
    program = tmp_path / "adapter.py"
    program.write_text(ADAPTER.replace(place, code))
    exit_code, steps = examined(f"cmd:{PYTHON} {program}")
    assert (steps[step]["finding"], steps[step]["says"]) == (finding, says)
    assert mend in steps[step]["mend"]
    assert exit_code == (finding == "wrong")
