"""Moves: submitting them, queuing them, taking them back, and their consequences."""
