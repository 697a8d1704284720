"""By thread: replies sent to the address that our letters come from, instead of to their reply address.

Everybody knows that address, and anybody can write any name into From, so such a reply plays nothing. The seat's player
gets a letter at the address on file that says what to do, with a link to confirm and play the move in the reply.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _

from accounts.languages import speaking_to
from accounts.models import User
from games.book.book import Book
from games.inbound.mime.headers import Headers
from games.inbound.replies.orders import find_orders, is_legal_now
from games.logbook import store
from games.models import InboundMail, OutboxMail, Seat
from games.outbox import letters as outbox
from games.projections.write import open_decisions
from pirates.decisions import Decision, open_to
from pirates.errors import RulesError

_LETTER = re.compile(r"<o(\d{1,18})\.([a-z0-9]{1,32})@([^<>\s]+)>", re.IGNORECASE)
_MOST_NAMED = 20
_CODE = "to_the_sender"


@dataclass(frozen=True, slots=True)
class Thread:
    """The letters of ours that a mail answers by its headers, newest first, and the writer in its From header."""

    letters: tuple[tuple[int, str], ...] = ()
    writer: str = ""


def thread_of(headers: Headers) -> Thread:
    """Return the letters that a mail says it answers, and its writer."""
    named = [*headers.values.get("in-reply-to", ()), *headers.values.get("references", ())]
    found = [match for value in named for match in _LETTER.finditer(value)][-_MOST_NAMED:]
    ours = [(int(each[1]), each[2].lower()) for each in found if each[3].lower() == settings.MAIL_DOMAIN.lower()]
    return Thread(tuple(sorted(set(ours), reverse=True)), headers.address("from").lower())


def tell_sender(mail: InboundMail, thread: Thread, words: list[str], now: datetime) -> bool:
    """Notify the player whose letter was answered what to do; return False if the writer was sent no such letter.

    Send at most one notice an hour to each seat, because anybody can forge such a mail.
    """
    seat = next((found for found in map(_seat_of, thread.letters) if found and _is_writer(found, thread.writer)), None)
    if seat is None or seat.player is None:
        return False
    book = store.open_book(seat.match_id)
    with speaking_to(seat.player):
        sentences = list(_sentences(book, seat.number, words))
    told = {"ok": False, "sentences": sentences, "code": _CODE, "decision": ""}
    InboundMail.objects.filter(pk=mail.pk).update(answer=msgspec.json.encode(told).decode())
    letter = outbox.Letter(
        kind=outbox.Kind.RECEIPT,
        match_id=seat.match_id,
        once=f"thread/{seat.match_id}/{seat.number}/{now:%Y%m%d%H}",
        seat=seat.number,
        recipient_id=seat.player.pk,
        subject_id=str(mail.pk),
    )
    outbox.tell([letter], now)
    return True


def _seat_of(named: tuple[int, str]) -> Seat | None:
    """Return the seat of the letter with this name, or of the first letter in a bundle."""
    number, match_id = named
    letters = OutboxMail.objects.filter(seat__isnull=False, match__isnull=False)
    mine = letters.filter(carrier_id=number) if match_id == "bundle" else letters.filter(pk=number, match_id=match_id)
    letter = mine.order_by("pk").first()
    if letter is None or letter.seat is None:
        return None
    return Seat.objects.select_related("player").filter(match_id=letter.match_id, number=letter.seat).first()


def _is_writer(seat: Seat, writer: str) -> bool:
    player: User | None = seat.player
    return player is not None and player.is_active and bool(writer) and player.email.lower() == writer


def _sentences(book: Book, seat: int, words: list[str]) -> list[str]:
    told = [
        _(
            "Your mail went to the address that our letters come from. Anybody could write there in your name, so"
            " nothing was played."
        ),
        _('To answer a letter, use "Reply" in your mail program: that goes to an address which only you were sent.'),
    ]
    if link := _link(book, seat, words):
        told += [_("To play what your mail says, confirm it on this page:"), link]
    return told


def _link(book: Book, seat: int, words: list[str]) -> str:
    """Return the URL that shows these words' order for confirmation, "" if they order nothing playable now."""
    asked: list[Decision] = sorted(open_to(open_decisions(book), seat), key=lambda each: not each.required)
    for decision in asked[:1]:
        try:
            order = find_orders(words, book, seat, decision.key)[0]
        except RulesError:
            return ""
        if not is_legal_now(order, book, seat):
            return ""
        where = f"{settings.SITE_URL}/m/{book.match_id}/preview/"
        return f"{where}?decision={quote(decision.key)}&w={quote(order.notation)}"
    return ""
