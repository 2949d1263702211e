"""Reads what the corpus is made of, its files and their schemas, and says what is wrong with them."""
