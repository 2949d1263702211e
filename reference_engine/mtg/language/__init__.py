"""The words of card data: who and what is meant, how much, under which condition, and which events."""
