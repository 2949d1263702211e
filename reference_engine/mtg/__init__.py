"""Magic by its rules: a position, a script, and what the rules make of them. Numbers are those of 7 August 2026."""
