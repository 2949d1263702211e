"""State-based actions (704): `checking` asks for them, the other modules say what each does."""
