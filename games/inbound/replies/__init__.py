"""What a person's reply says, and what becomes of it."""
