"""Questions: what a letter asks, by when, and every answer as a code and as notation."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from django.conf import settings
from django.utils.safestring import SafeString

from accounts.models import User
from games.book.book import Book
from games.notifications.letters.answers import LetterChoice, in_html
from games.notifications.letters.wording import in_columns
from games.selectors.play.codes import MOST_IN_LETTER, CodedChoice, coded_choices
from games.selectors.play.matches import Reading
from games.services.people.reply_addresses import make_reply_address
from games.words.durations import in_words
from games.words.instants import instant
from pirates.decisions import Decision, find_decision
from pirates.seats import Seat


class MovedOn(Exception):
    """The match moved on while the letter was being written; it must be checked for relevance again."""


@dataclass(frozen=True, slots=True)
class Question:
    """The open question of a seat, with its answers in `groups`, one for each first word.

    `asides` are the current answers that the player may change at any time. `windows` are the answers that other open
    windows get if the player says nothing. `due` and `left` are empty if the match does not wait for the answer, or is
    paused.
    """

    decision: str
    due: str
    left: str
    reply_address: str
    groups: tuple[tuple[LetterChoice, ...], ...]
    has_more: bool
    example: str
    asides: tuple[str, ...]
    windows: tuple[str, ...]

    @property
    def groups_in_html(self) -> list[SafeString]:
        """The answers as HTML, the contents of one paragraph for each group."""
        return [in_html(group) for group in self.groups]

    @property
    def lines(self) -> str:
        """The answers as columns of text, group after group."""
        groups = (in_columns([f"{each.code}  {each.notation}" for each in group]) for group in self.groups)
        return "\n".join(line for group in groups for line in group)


def question_of(reading: Reading, seat: Seat, person: User, now: datetime, *, about: str) -> Question | None:
    """Return the question that the seat is asked now, with its answers; None if there is none. Raises MovedOn.

    It is the question that the match waits for or, if the letter is `about` a window, that window, even though the
    match may not wait for it.
    """
    window = find_decision(reading.decisions, about)
    decision = window if window and window.window else reading.own_question
    if decision is None or reading.book.table.chairs[seat].has_left:
        return None
    due_at = next((clock.due_at for clock in reading.clocks if clock.decision == decision.key), None)
    if due_at is None and decision.required and not reading.book.table.is_paused:
        raise MovedOn(f"decision {decision.key} has no clock any more")
    address = make_reply_address(match_id=reading.book.match_id, seat=seat, player=person, decision=decision.key)
    listed, has_more = _listed(reading, seat, decision)
    return Question(
        decision=decision.key,
        due=instant(due_at, person.time_zone) if due_at else "",
        left=in_words(due_at - now) if due_at else "",
        reply_address=address,
        groups=_grouped(listed, address, _preview_url(reading.book, decision)),
        has_more=has_more,
        example=listed[-1].choice.notation if listed else "",
        asides=_defaults(reading.book, [each for each in reading.decisions if not (each.required or each.window)]),
        windows=_defaults(reading.book, [each for each in reading.decisions if each.window and each != decision]),
    )


def _listed(reading: Reading, seat: Seat, decision: Decision) -> tuple[list[CodedChoice], bool]:
    coded = coded_choices(reading.book, seat, decision.key, MOST_IN_LETTER)
    return coded, len(coded) == MOST_IN_LETTER


def _preview_url(book: Book, decision: Decision) -> str:
    return f"{settings.SITE_URL}/m/{book.match_id}/preview/?decision={quote(decision.key)}"


def _grouped(listed: list[CodedChoice], address: str, preview: str) -> tuple[tuple[LetterChoice, ...], ...]:
    groups: dict[str, list[LetterChoice]] = {}
    for each in listed:
        notation = each.choice.notation
        mailto, page = f"mailto:{address}?body={each.code}", f"{preview}&w={quote(notation)}"
        answer = LetterChoice(each.code, notation, mailto, page)
        groups.setdefault(each.choice.notation.split()[0], []).append(answer)
    return tuple(tuple(group) for group in groups.values())


def _defaults(book: Book, decisions: list[Decision]) -> tuple[str, ...]:
    return tuple(book.game.write(each.default) for each in decisions if each.default is not None)
