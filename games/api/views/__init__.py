"""The views, by subject: each parses the request, calls one service or selector, and answers."""
