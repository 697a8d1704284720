"""Statements: written down first and sent together, so that a move costs the database one trip and not one for each."""

from collections.abc import Sequence
from typing import Any

from django.db import connection


class Statements:
    """SQL of one transaction that nobody needs the answers of, in the order in which it was added."""

    def __init__(self) -> None:
        self._waiting: list[tuple[str, Sequence[Any]]] = []

    def add(self, sql: str, values: Sequence[Any]) -> None:
        """Write a statement down, its placeholders written `%s`."""
        self._waiting.append((sql, values))

    def send(self) -> None:
        """Have every statement done; raises what the first one that fails raises."""
        waiting, self._waiting = self._waiting, []
        if connection.vendor == "postgresql" and waiting:
            waiting = [("; ".join(sql for sql, _ in waiting), [value for _, values in waiting for value in values])]
        with connection.cursor() as cursor:
            for sql, values in waiting:
                cursor.execute(sql, values)
