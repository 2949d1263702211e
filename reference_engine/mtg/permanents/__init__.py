"""What happens to permanents: tokens, attaching, protection, transforming, phasing, counters that protect, battles."""
