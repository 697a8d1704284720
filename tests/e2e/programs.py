"""Who plays through the storm: programs, which send again under the same key until told, and pen friends."""

import contextlib
import http.client
import json
import random
import smtplib
import threading
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import make_msgid
from typing import Any

from tests.e2e.players import CHOICE, text_of
from tests.e2e.service import Service

_BROKEN = (OSError, ValueError, http.client.HTTPException)
_AGAIN = frozenset({429, 500, 502, 503, 504})


@dataclass
class Program(threading.Thread):
    """Plays all matches of one person by JSON until told to stop; every request gets its answer in the end."""

    service: Service
    name_: str
    key: str
    seed: int
    halt: threading.Event
    accepted: dict[str, tuple[str, int]] = field(default_factory=dict)
    resent: int = 0
    tries: int = 0
    statuses: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__(name=self.name_, daemon=True)
        self._lots = random.Random(self.seed)

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        """Play until told to stop."""
        while not self.halt.is_set():
            _, listed = self.ask("matches/?mine&to_move")
            matches = [each["id"] for each in (listed or {}).get("matches", [])]
            for match_id in self._lots.sample(matches, len(matches)):
                if not self.halt.is_set():
                    self._play(match_id)
            time.sleep(0.1)

    def _play(self, match_id: str) -> None:
        status, legal = self.ask(f"matches/{match_id}/moves/?limit=40")
        if status != 200 or not legal["moves"]:
            return
        move = self._lots.choice(legal["moves"])
        self._send(match_id, {"decision": move["decision"], "notation": move["notation"]}, uuid.uuid4().hex)

    def _send(self, match_id: str, body: dict[str, Any], key: str) -> None:
        status, told = self._insist(f"matches/{match_id}/moves/", body, key)
        if status not in (200, 201):
            return
        self.accepted[key] = (match_id, told["position"])
        if self._lots.random() < 0.15:
            self.resent += 1
            again, same = self._insist(f"matches/{match_id}/moves/", body, key)
            assert (again, same["position"]) == (200, told["position"])
            other, _ = self._insist(f"matches/{match_id}/moves/", {**body, "notation": "something else"}, key)
            assert other == 422

    def _insist(self, path: str, body: dict[str, Any], key: str) -> tuple[int, Any]:
        """Send until somebody answers: a request whose answer was lost may have had its effect."""
        while True:
            status, told = self.ask(path, body, key)
            if status and status not in _AGAIN:
                return status, told
            time.sleep(0.2)

    def ask(self, path: str, body: object = None, key: str = "") -> tuple[int, Any]:
        """Return the status and the JSON of an answer; 0 if there was none."""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        headers |= {"Idempotency-Key": key} if key else {}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.service.url}/api/v1/{path}", data, headers)
        self.tries += 1
        status, told = 0, b""
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                status, told = answer.status, answer.read()
        except urllib.error.HTTPError as refusal:
            with contextlib.suppress(*_BROKEN):
                status, told = refusal.code, refusal.read()
        except _BROKEN:
            status = 0
        self.statuses[status] = self.statuses.get(status, 0) + 1
        assert status < 500 or told.startswith(b"{"), told[:200]
        return status, json.loads(told) if told else None


class PenFriend(threading.Thread):
    """Answers letters by mail until told to stop, and posts a mail again until the post office has taken it."""

    def __init__(self, service: Service, address: str, seed: int, halt: threading.Event) -> None:
        super().__init__(name=address, daemon=True)
        self._service, self._address, self._lots, self._halt = service, address, random.Random(seed), halt
        self._answered: set[str] = set()

    @property
    def posted(self) -> int:
        """How many mails the post office has taken."""
        return len(self._answered)

    def run(self) -> None:
        """Answer until told to stop."""
        while not self._halt.is_set():
            for letter in self._service.letters_to(self._address):
                name, choices = str(letter["Message-ID"]), CHOICE.findall(text_of(letter))
                if choices and name not in self._answered and self._post(letter, self._lots.choice(choices)[0]):
                    self._answered.add(name)
            time.sleep(0.5)

    def _post(self, letter: EmailMessage, code: str) -> bool:
        reply = EmailMessage()
        reply["From"], reply["To"], reply["Subject"] = self._address, str(letter["Reply-To"]), "Re: letter"
        reply["Message-ID"] = make_msgid(domain="letters.localhost")
        reply.set_content(f"{code.upper()}\n")
        while not self._halt.is_set():
            with contextlib.suppress(OSError, smtplib.SMTPException):
                with smtplib.SMTP("127.0.0.1", self._service.smtp_port, timeout=20) as office:
                    office.send_message(reply)
                return True
            time.sleep(0.3)
        return False
