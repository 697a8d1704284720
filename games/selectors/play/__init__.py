"""Reads of one match: its state, log, notation, replay."""
