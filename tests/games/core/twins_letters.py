"""Every letter that one reader gets in a twin world: those that went out, one of each kind, and a bundle."""

import re
from collections.abc import Iterator

from django.core import mail
from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.models import User
from games.logbook import store
from games.models import Match, OutboxMail
from games.notifications.bundles import write_bundle
from games.notifications.letters.kinds import write_letter
from games.notifications.relay import relay_outbox
from games.notifications.relevance import Recipient
from games.notifications.timing import ASKING
from games.projections.write import open_decisions
from pirates.seats import Seat
from tests.games.core.twins_worlds import Chance

Kind = OutboxMail.Kind
EXCUSED = {
    Kind.INVITATION: "tells of a table before its start, where nothing is hidden",
    Kind.READY_CHECK: "tells of a table before its start, where nothing is hidden",
    Kind.REMATCH: "tells of a match that is over, where nothing is hidden",
    Kind.MATCH_OVER: "tells of a match that is over, where nothing is hidden",
    Kind.QUEUED: "tells what became of its reader's own queued move, in the words of the letters before it",
    Kind.PRIVATE_TALK: "tells what its reader was told",
}
"""Kinds of letters of which none is written here, and why."""
_ROW = re.compile(rb"\bo\d+\b")


def letters_to(person: User, seat: Seat, match: Match, chance: Chance) -> dict[str, bytes]:
    """Return every letter to this person, whole."""
    told = dict(_sent_to(person, match, chance))
    book = store.open_book(match.pk)
    asked = [each.key for each in open_decisions(book) if each.seat == seat]
    cases = []
    for kind in Kind:
        if kind not in EXCUSED:
            row = OutboxMail.objects.create(
                match=match, seat=seat, recipient=person, kind=kind, position=match.position, once=f"twins {kind}",
                decision=(*asked, "")[0] if kind in ASKING else "", state="dropped",
                created_at=timezone.now(), not_before=timezone.now(),
            )  # fmt: skip
            cases.append(Recipient(row, person.email, person, match, book, seat))
    for case in cases:
        chance.begin(case.mail.kind)
        told[f"letter of the kind {case.mail.kind}"] = _whole(write_letter(case, timezone.now()))
    chance.begin("bundle")
    told["bundle"] = _whole(write_bundle(cases[:3], timezone.now()))
    return told


def _sent_to(person: User, match: Match, chance: Chance) -> Iterator[tuple[str, bytes]]:
    OutboxMail.objects.filter(match=match, state=OutboxMail.State.WAITING).update(not_before=match.opened_at)
    mail.outbox = []
    chance.begin("letters")
    relay_outbox()
    for number, letter in enumerate(mail.outbox):
        if person.email in letter.to:
            chance.begin(f"letter {number}")
            yield f"letter {number}: {letter.subject}", _whole(letter)


def _whole(letter: EmailMessage | None) -> bytes:
    """Return a letter to the byte, but for the number of its row, which counts the letters of the whole site."""
    return b"" if letter is None else _ROW.sub(b"o#", letter.message().as_bytes())
