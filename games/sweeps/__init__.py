"""What sweeps have in common: the loop over their rows, and outages of the database."""
