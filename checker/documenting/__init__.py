"""Writes those pages of `docs/` that are made from schemas and from the command line."""
