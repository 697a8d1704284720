"""Capt'n Clever: sail from island to island and be the first to collect nine treasures."""
