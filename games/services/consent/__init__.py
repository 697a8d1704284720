"""What a table agrees to."""
