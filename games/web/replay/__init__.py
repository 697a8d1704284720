"""Replays, proofs and what is kept of a match."""
