"""Reads of what people say and of their own data."""
