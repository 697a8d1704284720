"""People: their messages, how long their data is kept, and how they leave."""
