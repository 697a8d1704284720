"""Matches played by post: the log, the clock, the mail, the pages and the API around the rules."""
