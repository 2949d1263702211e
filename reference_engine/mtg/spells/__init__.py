"""Spells and abilities (601 to 608): casting and activating, targets, costs and mana, the stack, triggers."""
