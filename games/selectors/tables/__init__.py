"""Reads of tables: lists, notices, options, ends."""
