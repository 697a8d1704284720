"""Reads of a match that is played: its state, log, notation, replay."""
