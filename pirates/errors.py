"""Refusals: the errors that the rules raise for a Command that they do not understand or do not allow."""

from typing import TypeAlias

Fact: TypeAlias = str | int | bool | list[str] | list[int] | None


class RulesError(Exception):
    """A refusal to show to the asker: a stable code, a sentence, and data that the asker's View shows anyway."""

    def __init__(self, code: str, sentence: str, **data: Fact) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.data = data


class MalformedMove(RulesError):
    """The Move does not exist, or cannot be read."""


class IllegalMove(RulesError):
    """The Move was understood, but the rules do not allow it now."""
