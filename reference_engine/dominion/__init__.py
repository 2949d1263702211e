"""Dominion by its rules: turns, piles, gaining, trashing, discarding, exchanging, and what waits for them."""
