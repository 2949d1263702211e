"""One case on one engine: what is asked of the engine, which choices are explored, what the verdict is."""
