"""Reads of proposals to which a table is asked to agree."""
