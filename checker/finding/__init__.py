"""Finds rulings and cases, by names, by words and by the rules that they cite."""
