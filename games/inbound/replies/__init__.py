"""People's replies: read what they say and act on it."""
