"""The match page: everything that it shows, taken from one Reading."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from msgspec.structs import fields

from accounts.mail_preferences import Timing
from accounts.models import User
from games.models import Invitation, Match
from games.notifications.subscriptions import match_timing
from games.selectors.consent.consents import ConsentQuestion, what_is_asked
from games.selectors.people.reliability import reliability_at, reliability_in_words
from games.selectors.play.live import tag_of_reading
from games.selectors.play.logs import MOST_SINCE, LogLine, how_it_ended, last_own_act, narrated_log
from games.selectors.play.matches import Reading, choices_of, read_match
from games.selectors.play.takebacks import can_take_back
from games.selectors.tables.notices import has_unread_mail, undelivered_seats
from games.services.tables.invitation_links import token_of
from games.table.rules.absence import can_be_offered
from games.web.match.clock_panel import ClockPanel
from games.web.match.offers import MoveOffer, offers_of
from games.web.match.queue_panel import QueuePanel
from games.web.match.talk_panel import TalkPanel
from games.web.requests import reader_of, status_of
from games.words.options import AgreedOption, option_in_words
from pirates.decisions import Decision
from pirates.errors import RulesError
from pirates.events import Event

MOST_CHOICES = 1000
NEWEST_LINES = 40


@dataclass
class MatchPage:
    """One match as one reader sees it, for the templates; values are computed when a template asks for them."""

    reading: Reading
    reader: User | None = None

    @cached_property
    def talk(self) -> TalkPanel:
        """The panel of talk and notes."""
        return TalkPanel(self.reading, self.reader)

    @cached_property
    def queue(self) -> QueuePanel:
        """The panel of the reader's queued move."""
        return QueuePanel(self.reading, self.reader)

    @cached_property
    def clocks(self) -> ClockPanel:
        """The panel of the match clocks."""
        return ClockPanel(self.reading, self.reader)

    @property
    def mail_timing(self) -> str:
        """When the reader wants the mail of this match; "" for the account's own preference."""
        chosen = match_timing(self.reader, self.reading.match.pk) if self.reader else None
        return chosen.value if chosen else ""

    @property
    def mail_timings(self) -> list[tuple[str, str]]:
        """The choices for the timing of this match's mail: value and label."""
        return [(timing.value, str(timing.label)) for timing in Timing]

    @cached_property
    def log(self) -> list[LogLine]:
        """The whole narrated log, newest entry first, without entries that have no sentences."""
        return self._told(after=0)

    @cached_property
    def recent(self) -> list[LogLine]:
        """The end of the log, newest entry first: the entries that are new to the reader, and some more."""
        newest = self.reading.book.position
        return self._told(after=max(0, newest - MOST_SINCE, min(self.last_seen, newest - NEWEST_LINES)))

    @property
    def newest(self) -> list[LogLine]:
        """The lines that the page shows at once."""
        return self.recent[:NEWEST_LINES]

    @property
    def has_more(self) -> bool:
        """Whether the log is longer than what the page shows at once."""
        return self.reading.book.position > NEWEST_LINES

    @property
    def since(self) -> list[tuple[str, tuple[str, ...]]]:
        """Sentences of what happened since the reader last acted in person, oldest first; at most the newest part.

        Each sentence comes with the parts of the board that it mentions.
        """
        if self.reading.seat is None or not self.reading.book.has_begun:
            return []
        newer = [line for line in self.recent if line.position > self.last_seen]
        return [told for line in reversed(newer) for told in line.told]

    @cached_property
    def last_told(self) -> dict[str, list[tuple[str, Event]]]:
        """By type of Event in the recent log: the Events of the newest entry that has any, each with its sentence."""
        newest: dict[str, list[tuple[str, Event]]] = {}
        for line in self.recent:
            of_line: dict[str, list[tuple[str, Event]]] = {}
            for sentence, event in zip(line.sentences, line.events, strict=True):
                of_line.setdefault(type(event).__name__, []).append((sentence, event))
            newest = of_line | newest
        return newest

    @property
    def last_seen(self) -> int:
        """The position at which the reader last acted in person; for a spectator, the newest."""
        seat = self.reading.seat
        return self.reading.book.position if seat is None else last_own_act(self.reading.book, seat)

    def _told(self, *, after: int) -> list[LogLine]:
        lines = narrated_log(self.reading.book, self.reading.seat, after=after)
        return [line for line in reversed(lines) if line.sentences]

    @property
    def ending(self) -> str:
        """How the match ended, in a sentence."""
        return how_it_ended(self.reading.book, self.reading.seat, self.reading.names)

    @property
    def offers(self) -> Mapping[str, MoveOffer]:
        """The reader's legal Moves by the first word of their notation; lazy, because listing them takes time."""
        return cast("Mapping[str, MoveOffer]", SimpleLazyObject(lambda: self._offers))

    @cached_property
    def _offers(self) -> dict[str, MoveOffer]:
        if self.reading.seat is None or not self.reading.decisions:
            return {}
        return dict(offers_of(choices_of(self.reading.book, self.reading.seat, MOST_CHOICES)))

    @property
    def asked(self) -> dict[str, Decision]:
        """The Decisions open to the reader, by kind."""
        return {decision.kind: decision for decision in self.reading.decisions}

    @property
    def is_playing(self) -> bool:
        """Whether the reader holds a seat and has not left it."""
        seat = self.reading.seat
        return seat is not None and not self.reading.book.table.chairs[seat].has_left

    @cached_property
    def takeable(self) -> int:
        """The log position of the move that the reader may take back, or 0."""
        return can_take_back(self.reading.book, self.reading.seat)

    @property
    def may_dispute(self) -> bool:
        """Whether the reader may bring a line of the log before a referee."""
        return self.is_playing and self.reading.book.has_begun and not self.reading.book.is_over

    @cached_property
    def proposal(self) -> ConsentQuestion | None:
        """The open proposal, or None."""
        return what_is_asked(self.reading.book, self.reader)

    @property
    def is_away(self) -> bool:
        """Whether a caretaker plays the reader's seat until the reader is back."""
        seat = self.reading.seat
        return seat is not None and self.reading.book.table.chairs[seat].is_away

    @property
    def offerable(self) -> list[tuple[int, str]]:
        """The seats, counted from 1, that the reader may offer to others, with their players' names."""
        table, seat = self.reading.book.table, self.reading.seat
        if seat is None or table.chairs[seat].keeper != "player" or self.reading.book.is_over:
            return []
        return [(number + 1, name) for number, _, name in self.chairs if can_be_offered(table, number)]

    @property
    def offered(self) -> list[tuple[int, str]]:
        """The seats, counted from 1, that are on offer, with their players' names."""
        chairs = [] if self.reading.book.is_over else self.chairs
        return [(number + 1, name) for number, chair, name in chairs if chair.is_offered]

    @property
    def chairs(self) -> list[tuple[int, Any, str]]:
        """Every seat's number, chair and name."""
        names = self.reading.names
        return [(number, chair, names[number]) for number, chair in enumerate(self.reading.book.table.chairs)]

    @cached_property
    def reliability(self) -> list[str]:
        """How reliably each seat's player answers, by seat, in words; shown before the start."""
        return [reliability_in_words(each) for each in reliability_at(self.reading.book)]

    @cached_property
    def undelivered(self) -> frozenset[int]:
        """The awaited seats that no letter has reached: one failed and none was delivered."""
        return undelivered_seats(self.reading.match.pk) if self.reading.awaited else frozenset()

    @property
    def options(self) -> list[AgreedOption]:
        """The agreed options in words."""
        game = self.reading.book.game
        options = game.decode_options(bytes(self.reading.book.table.options))
        return [option_in_words(game.slug, field, getattr(options, field.name)) for field in fields(options)]

    @cached_property
    def invitations(self) -> list[Invitation]:
        """Every invitation to this table; shown to its host."""
        return list(Invitation.objects.filter(match=self.reading.match).select_related("named"))

    @cached_property
    def has_unread_mail(self) -> bool:
        """Whether the reader sent a mail about an open Decision that could not be read."""
        return has_unread_mail(self.reading.match.pk, self.reading.seat, self.reading.decisions)

    @property
    def tag(self) -> str:
        """A tag that changes when the page changes for its reader."""
        invitations = self.invitations if self.reading.is_host and not self.reading.book.has_begun else []
        sent = [(each.pk, each.address, each.declined_at, each.accepted_by_id) for each in invitations]
        news = [*self.talk.news, sorted(self.undelivered), *self.queue.news, self.has_unread_mail]
        return tag_of_reading(self.reading, self.recent, sent, news)

    @property
    def addressed(self) -> list[Invitation]:
        """The invitations that went out by mail."""
        return [each for each in self.invitations if each.address]

    @property
    def unconfirmed(self) -> tuple[int, ...]:
        """The seats whose players have not confirmed the ready check yet."""
        return self.reading.book.table.unconfirmed_seats()

    @property
    def free(self) -> int:
        """How many seats are free."""
        return len(self.reading.book.table.free_seats())

    @property
    def link(self) -> str:
        """The path of the table's invitation link, or "" if there is none."""
        made = next((each for each in self.invitations if not each.address), None)
        return reverse("invitation", args=[token_of(made)]) if made else ""


def answer_with_match(
    request: HttpRequest,
    match: Match,
    *,
    refusal: RulesError | None = None,
    template: str = "games/match.html",
    more: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Return the match page as it is now, with the refusal and its status if there is one."""
    reader = reader_of(request)
    reading = read_match(match, reader)
    context = {
        "page": MatchPage(reading, reader),
        "match": match,
        "view": reading.view,
        "names": reading.names,
        "seat": reading.seat,
        "decisions": reading.decisions,
        "question": reading.own_question,
        "refusal": refusal,
        "folder": f"games/{match.game}",
        **(more or {}),
    }
    return render(request, template, context, status=status_of(refusal) if refusal else 200)
