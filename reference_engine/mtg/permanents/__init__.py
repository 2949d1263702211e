"""What happens to permanents: tokens, attaching, transforming, phasing, counters that protect, battles."""
