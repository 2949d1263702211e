"""Mutation testing of the reference engine with the corpus as the judge; `tests/mutation.py` is the command."""
