"""A bot over the API alone: it reads whose answer is awaited, asks what is allowed, and plays it."""

import uuid
from collections.abc import Callable
from typing import Any

from rest_framework.test import APIClient

from tests.games.api.callers import read, send

Chooser = Callable[[dict[str, Any], list[dict[str, Any]]], dict[str, Any]]
"""Chooses one of the legal moves (as the API lists them) from a match (as the API shows it)."""


class BotClient:
    """Plays one seat of one match."""

    def __init__(self, http: APIClient, match_id: str, choose: Chooser) -> None:
        self.http = http
        self.match_id = match_id
        self.choose = choose

    def look(self) -> dict[str, Any]:
        """Return the match as this seat sees it."""
        match: dict[str, Any] = read(self.http, f"matches/{self.match_id}/")
        return match

    def play_if_asked(self) -> bool:
        """Answer the question that waits for this seat; return whether there was one."""
        match = self.look()
        question = next((each["key"] for each in match["decisions"] if each["is_required"]), None)
        if question is None:
            return False
        legal = read(self.http, f"matches/{self.match_id}/moves/")["moves"]
        chosen = self.choose(match, [each for each in legal if each["decision"] == question])
        body = {"decision": question, "move": chosen["move"]}
        send(self.http, f"matches/{self.match_id}/moves/", body, key=uuid.uuid4().hex)
        return True


def play_to_the_end(bots: list[BotClient], most: int = 2000) -> dict[str, Any]:
    """Let all bots answer in turn until the match is over, and return it as the first one sees it then."""
    for _ in range(most):
        if not any(bot.play_if_asked() for bot in bots):
            break
    return bots[0].look()
