"""What tests of several commands share."""

import shutil
from pathlib import Path

import pytest

CORPUS = Path(__file__).resolve().parent.parent / "corpus"


@pytest.fixture(scope="session")
def few(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the option that names a corpus of one ruling on Dominion, since the whole one takes its time to read."""
    made = tmp_path_factory.mktemp("few") / "corpus"
    shutil.copytree(CORPUS / "cards" / "dominion", made / "cards" / "dominion")
    (made / "dominion" / "exchange").mkdir(parents=True)
    shutil.copy(CORPUS / "dominion" / "exchange" / "optional.yaml", made / "dominion" / "exchange")
    shutil.copy(CORPUS / "sources.yaml", made)
    return ["--corpus", str(made)]
