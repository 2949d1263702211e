"""What `tests/differential.py` is made of."""
