"""Rules texts: reading any edition, finding what became of each rule, and judging citations by that."""
