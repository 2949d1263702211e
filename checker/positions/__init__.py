"""What the words of a game's positions mean to the checker, and how two positions differ."""
