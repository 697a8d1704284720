"""Time: deadlines that pass, time given back, and people's own hours."""
