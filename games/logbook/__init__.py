"""The log of a match: load, append, verify. No other package imports its rows."""
