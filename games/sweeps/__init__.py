"""Code that all sweeps share: the loop over their rows, and the handling of database outages."""
