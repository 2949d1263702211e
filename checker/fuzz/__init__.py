"""
Compares engines in positions that no case has, grown from those of the corpus.

`positions` says what a position is and takes one from a case, `stock` grows others from it, `trial` plays one on every
engine and tells where they differ, `whole` compares two whole positions, `shrink` takes out of a position what the
difference does not need, `short` writes what is left in short forms, and `draft` as a case. `hunt` puts these together.
"""
