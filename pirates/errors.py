"""Refusals: what was asked was not understood, or was understood and is not allowed."""

from typing import TypeAlias

Fact: TypeAlias = str | int | bool | list[str] | list[int] | None


class RulesError(Exception):
    """A refusal that the asker may read: a stable code, a sentence, and data that the asker's View shows anyway."""

    def __init__(self, code: str, sentence: str, **data: Fact) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.data = data


class MalformedMove(RulesError):
    """Not understood: no such Move, or not in a form that can be read."""


class IllegalMove(RulesError):
    """Understood, but the rules do not allow it now."""
