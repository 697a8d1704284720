"""Narration: one sentence for each Event and viewer, made from the redacted Event alone."""

from pirates.long_live_the_captain.narration.sentences import narrate

__all__ = ["narrate"]
