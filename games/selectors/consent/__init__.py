"""Reads of what a table is asked to agree to."""
