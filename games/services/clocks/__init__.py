"""Time: deadlines, time given back after a loss, and people's own hours."""
