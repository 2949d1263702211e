"""Many cases on an engine: in what order and on how many processes, what is known to fail, what is kept of it."""
