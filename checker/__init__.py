"""Holds engines to the corpus: reads rulings, asks an engine, compares, reports. It knows no game's rules."""
