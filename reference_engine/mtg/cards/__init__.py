"""Cards as they are printed: what their data says, read once."""
