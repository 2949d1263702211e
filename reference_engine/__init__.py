"""
A reference engine: plays every case of the corpus by the rules, readable beside them.

It is one engine among others and knows nothing of the checker or of what a case expects.
"""

from reference_engine.engine import Engine

__all__ = ["Engine"]
