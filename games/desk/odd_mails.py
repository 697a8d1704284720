"""Odd mails: the match that a set-aside mail belongs to, and the part of it that a referee may read.

A mail can reveal a hand (an automatic answer quotes the whole letter) and the right to play (the address that it came
to). So it is as secret as its match, and even a neutral referee sees no address, no quote and no text of a machine.
"""

from dataclasses import dataclass

from games.inbound.machines.machines import why_machine
from games.inbound.mime.headers import Headers, read_headers
from games.inbound.mime.letters import open_letter
from games.inbound.mime.parts import Unreadable
from games.inbound.replies.new_words import new_words
from games.models import InboundMail, ReplyAddress
from games.selectors.desk.desk import matches_of_letter, running_matches_of
from games.texts import clean_line, hide_addresses

MOST_WORDS = 6000
_SHOWN_HEADERS = ("date", "auto-submitted", "precedence", "content-type", "subject")
_LONGEST_HEADER = 300


@dataclass(frozen=True, slots=True)
class Belonging:
    """The matches that a mail belongs to (`sure`), or may belong to because its sender plays there (`likely`)."""

    sure: tuple[str, ...] = ()
    likely: tuple[str, ...] = ()
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ShownMail:
    """The parts of a mail that a referee may read: some headers, and the `words`; None if none may be shown."""

    headers: list[tuple[str, str]]
    words: str | None


def belonging_of(mail: InboundMail) -> Belonging:
    """Return the matches of a mail: by its reply address, else by the letter that bounced, else by its sender."""
    right = ReplyAddress.objects.filter(digest=mail.token_digest).first() if mail.token_digest else None
    if right is not None:
        return Belonging((right.match_id,), seat=right.seat)
    if returned := matches_of_letter(mail.recipient):
        return Belonging(tuple(returned))
    written_by = read_headers(bytes(mail.raw)).address("from")
    return Belonging(likely=tuple(running_matches_of({mail.sender, written_by} - {""})))


def show_mail(mail: InboundMail) -> ShownMail:
    """Return the parts of a mail that a referee may read: no addresses, and only text that its sender wrote new."""
    try:
        letter = open_letter(bytes(mail.raw))
    except Unreadable:
        return ShownMail(_headers(read_headers(bytes(mail.raw))), None)
    if why_machine(letter, mail.sender):
        return ShownMail(_headers(letter.headers), None)
    words = "\n".join(new_words(letter.text))
    return ShownMail(_headers(letter.headers), hide_addresses(words)[:MOST_WORDS] or None)


def _headers(headers: Headers) -> list[tuple[str, str]]:
    shown = ((name, clean_line(headers.first(name), _LONGEST_HEADER)) for name in _SHOWN_HEADERS)
    return [(name, hide_addresses(value)) for name, value in shown if value]
