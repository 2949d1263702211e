"""Rules texts: reading any edition, telling what became of each rule, and judging citations by it."""
