"""What happens to permanents: tokens, attaching, transforming, counters that protect, battles."""
