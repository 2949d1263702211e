"""The doctor: examines an adapter step by step (`examine`) and says what is wrong with it and how to mend it."""
