"""Replacement and prevention effects (614 to 616): `replacement` is where to begin."""
