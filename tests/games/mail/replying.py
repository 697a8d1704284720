"""Players who answer by mail: replies as mail programs write them, delivered through the door of the post."""

from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import make_msgid
from typing import Any

import msgspec

from accounts.models import User
from games.inbound.doors.storing import store_mail
from games.inbound.reading import read_inbox
from games.logbook import store
from games.models import InboundMail, Match, OutboxMail
from games.projections.write import open_decisions
from games.services.people.reply_addresses import make_reply_address
from pirates.decisions import Decision, awaited_seats, open_to

STATES = InboundMail.State


@dataclass(frozen=True)
class Asked:
    """A match, the seat it waits for, and what that seat is asked."""

    match: Match
    seat: int
    player: User
    decision: Decision

    @property
    def address(self) -> str:
        return make_reply_address(
            match_id=self.match.pk, seat=self.seat, player=self.player, decision=self.decision.key
        )

    @property
    def position(self) -> int:
        return store.open_book(self.match.pk).position

    def legal(self, most: int = 400) -> list[str]:
        """Return the legal moves of this seat, in notation."""
        book = store.open_book(self.match.pk)
        return [book.game.write(move) for _, move in zip(range(most), book.game.legal_moves(book.state, self.seat))]  # noqa: B905


def asked_in(match: Match, *people: User) -> Asked:
    """Return who of `people`, in seat order, is asked something now."""
    book = store.open_book(match.pk)
    decisions = open_decisions(book)
    seat = awaited_seats(decisions)[0]
    question = next(each for each in open_to(decisions, seat) if each.required)
    return Asked(match, seat, people[seat], question)


def reply(asked: Asked, text: str, **headers: str) -> bytes:
    """Return a plain reply that says `text`."""
    message = EmailMessage()
    message["From"] = f"{asked.player.name} <{asked.player.email}>"
    message["To"] = asked.address
    message["Subject"] = "Re: Your move"
    message["Message-ID"] = make_msgid(domain="demo.example")
    for name, value in headers.items():
        del message[name.replace("_", "-")]
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def with_headers(raw: bytes, headers: Mapping[str, str]) -> bytes:
    """Return a mail with these headers at its head, and no others of their names."""
    names = tuple(f"{name}:".lower().encode() for name in headers)
    head, _, body = raw.partition(b"\n\n")
    kept = [line for line in head.split(b"\n") if not line.lower().startswith(names)]
    return b"\n".join([*(f"{name}: {value}".encode() for name, value in headers.items()), *kept]) + b"\n\n" + body


def receive(asked: Asked, raw: bytes, *, sender: str | None = None, recipient: str | None = None) -> InboundMail:
    """Store a mail, read the inbox, and return what became of it."""
    envelope_sender = asked.player.email if sender is None else sender
    stored = store_mail(raw, envelope_sender, recipient or asked.address, "test")
    read_inbox()
    return InboundMail.objects.get(digest=stored.digest)


def answer_to(mail: InboundMail) -> dict[str, Any]:
    """Return what the player is told."""
    answer: dict[str, Any] = msgspec.json.decode(mail.answer)
    return answer


def receipts() -> list[OutboxMail]:
    """Return the answers in the outbox, oldest first."""
    return list(OutboxMail.objects.filter(kind=OutboxMail.Kind.RECEIPT).order_by("pk"))
