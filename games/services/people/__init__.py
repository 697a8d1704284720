"""People: what they say, what is kept of them, and how they leave."""
