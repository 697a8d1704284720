"""Guns or Treasure: fleets built in secret, then battles, bombs and retreats."""
