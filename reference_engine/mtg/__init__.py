"""
Magic by its rules: a position, a script, and what the rules make of them. Numbers are those of 7 August 2026.

Where to begin: `table` is a game as the script's player sees it, `game` is its state, `turn` goes through the steps.
What changes is an event (`events`). `replacing` decides what becomes of it (614 to 616), `happening` makes it so, and
`state_based` (704) and `spells.triggers` (603) follow. What objects are comes from `layers` (613). `cards` and
`language` read card data, and `instructions` carry out what it says.
"""
