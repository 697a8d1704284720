"""The views, by noun: each parses, calls one service or selector, and answers."""
