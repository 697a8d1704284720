"""Narration: each Event as one sentence, told to one viewer from the redacted Event alone."""

from pirates.long_live_the_captain.narration.sentences import narrate

__all__ = ["narrate"]
