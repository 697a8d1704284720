"""Replays, proofs and exports of a match."""
