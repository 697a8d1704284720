"""Narration of the table: its Events in sentences."""
