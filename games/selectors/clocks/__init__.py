"""Reads of time: deadlines and the words for them."""
