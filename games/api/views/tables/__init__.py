"""Games, matches and seats."""
