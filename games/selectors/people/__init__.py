"""Reads of people's messages, reliability and own data."""
