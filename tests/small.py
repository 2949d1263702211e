"""A small corpus in the place of the whole one, which takes its time to read."""

import shutil
from pathlib import Path

CORPUS = Path(__file__).resolve().parent.parent / "corpus"


def small_corpus(folder: Path) -> Path:
    """Put one ruling on Dominion, with the cards, into a folder; return the corpus that this makes."""
    made = folder / "corpus"
    shutil.copytree(CORPUS / "cards" / "dominion", made / "cards" / "dominion")
    (made / "dominion" / "exchange").mkdir(parents=True)
    shutil.copy(CORPUS / "dominion" / "exchange" / "optional.yaml", made / "dominion" / "exchange")
    shutil.copy(CORPUS / "sources.yaml", made)
    return made
