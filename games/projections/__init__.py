"""Rows that lists and sweeps read, written after each entry from the Book alone."""
