"""Letters: what each kind of mail says, based only on what its reader may know."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeAlias

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from games.book.book import Book
from games.logbook import store
from games.models import DisputeWord, InboundMail, OutboxMail
from games.notifications.calendar_files import CONTENT_TYPE, calendar_file
from games.notifications.envelopes import headers_of, leave_url
from games.notifications.letters.agreeing import facts_of_consent, facts_of_taking_back
from games.notifications.letters.guarding import guard_of
from games.notifications.letters.handing_over import facts_of_hand_over
from games.notifications.letters.questions import Question, question_of
from games.notifications.letters.queued import facts_of_dropped, facts_of_later, facts_of_queued
from games.notifications.letters.rendering import render
from games.notifications.letters.wording import defused, quoted
from games.notifications.relevance import NoLongerTrue, Recipient
from games.selectors.clocks.own_deadlines import find_own_deadline
from games.selectors.people.messages import told_by
from games.selectors.play.logs import how_it_ended, narrated_log, narrated_since_own_act
from games.selectors.play.matches import Reading, reading_of
from games.selectors.play.names import names_of, roll_of
from games.selectors.tables.own_seats import find_seat
from games.services.clocks.calendar_feeds import wants_invites
from games.services.tables.invitation_links import token_of
from games.services.tables.ready_check_links import ready_check_token
from games.table.events.core import SecretOpened
from games.words.clocks import clock_in_words, latest_end_in_words, terms_in_words
from games.words.durations import in_words
from games.words.instants import instant
from games.words.options import options_in_words
from pirates.outcomes import Outcome
from pirates.seats import Seat

Kind = OutboxMail.Kind
Facts: TypeAlias = dict[str, Any]

MOST_SENTENCES = 60


def write_letter(recipient: Recipient, now: datetime) -> EmailMultiAlternatives:
    """Return the letter, ready to send to its one reader. Raises MovedOn, NoLongerTrue."""
    facts = facts_of(recipient, now)
    page = render(recipient.mail.kind, facts)
    question: Question | None = facts.get("question")
    address = question.reply_address if question else facts.get("reply_address")
    letter = EmailMultiAlternatives(
        subject=page.subject,
        body=page.text,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[recipient.address],
        reply_to=[address] if address else None,
        headers=headers_of(recipient, now),
    )
    letter.attach_alternative(page.html, "text/html")
    if question is not None:
        bring_deadlines(letter, [(recipient, question)], now)
    return letter


def bring_deadlines(letter: EmailMultiAlternatives, asked: Sequence[tuple[Recipient, Question]], now: datetime) -> None:
    """Attach the deadlines of a letter's questions as one calendar file, if its reader wants that."""
    person = asked[0][0].person if asked else None
    if person is None or not wants_invites(person):
        return
    found = [
        find_own_deadline(person, recipient.mail.match_id or "", question.decision) for recipient, question in asked
    ]
    if deadlines := [each for each in found if each is not None]:
        letter.attach("deadline.ics", calendar_file(deadlines, now), CONTENT_TYPE)


def facts_of(recipient: Recipient, now: datetime) -> Facts:
    """Return all facts that the templates of this kind of letter may show. Raises MovedOn, NoLongerTrue."""
    return {**_of_match(recipient), **_of_reader(recipient, now), **_of_kind(recipient)}


def _of_match(recipient: Recipient) -> Facts:
    facts: Facts = {
        "site_url": settings.SITE_URL,
        "leave_url": leave_url(recipient),
        "kind": Kind(recipient.mail.kind).label,
    }
    if recipient.match is None or recipient.book is None:
        return facts
    game, table = recipient.book.game, recipient.book.table
    return facts | {
        "match": recipient.match,
        "title": defused(recipient.match.title),
        "game": game.title,
        "table_text": f"games/{game.slug}/table.txt",
        "table_html": f"games/{game.slug}/table.html",
        "help_url": f"{settings.SITE_URL}/help/{game.slug}/",
        "match_url": f"{settings.SITE_URL}/m/{recipient.match.pk}/",
        "position": recipient.book.position,
        "head": recipient.book.head,
        "commitment": table.commitment,
        "options": partial(options_in_words, game.slug, game.decode_options(bytes(table.options))),
        "pace": in_words(timedelta(seconds=table.pace_seconds)),
        "window": in_words(timedelta(seconds=table.window_seconds)),
        "seats": len(table.chairs),
        "is_paused": table.is_paused,
    }


def _of_reader(recipient: Recipient, now: datetime) -> Facts:
    name = recipient.person.name if recipient.person else ""
    if recipient.match is None or recipient.book is None or recipient.seat is None or recipient.person is None:
        return {"name": name}
    roll = roll_of(recipient.book)
    reading = reading_of(recipient.match, recipient.book, recipient.seat, roll)
    since = narrated_since_own_act(recipient.book, recipient.seat, roll)
    return {
        "name": name,
        "seat": recipient.seat,
        "guard": guard_of(recipient.book, recipient.seat),
        "chair": recipient.book.table.chairs[recipient.seat],
        "reading": reading,
        "view": reading.view,
        "names": reading.names,
        "decisions": reading.decisions,
        "since": since[-MOST_SENTENCES:],
        "is_shortened": len(since) > MOST_SENTENCES,
        "question": _question(recipient, reading, now),
        "clock_words": clock_in_words(
            recipient.book, recipient.seat, partial(instant, zone=recipient.person.time_zone)
        ),
    }


def _question(recipient: Recipient, reading: Reading, now: datetime) -> Question | None:
    if recipient.mail.kind not in _WITH_QUESTION or recipient.seat is None or recipient.person is None:
        return None
    return question_of(reading, recipient.seat, recipient.person, now, about=recipient.mail.decision)


def _of_kind(recipient: Recipient) -> Facts:
    add = _ADDITIONS.get(Kind(recipient.mail.kind))
    return add(recipient) if add else {}


def _of_invitation(recipient: Recipient) -> Facts:
    invitation = recipient.invitation
    if invitation is None:
        return {}
    return {
        "host": invitation.invited_by.name,
        "join_url": f"{settings.SITE_URL}/i/{token_of(invitation)}/",
        "clock_terms": _clock_terms(recipient),
    }


def _clock_terms(recipient: Recipient) -> list[str]:
    if recipient.book is None:
        return []
    say = partial(instant, zone=recipient.person.time_zone if recipient.person else "UTC")
    return [*terms_in_words(recipient.book.table.terms), latest_end_in_words(recipient.book, timezone.now(), say)]


def _of_ready_check(recipient: Recipient) -> Facts:
    if recipient.book is None or recipient.match is None or recipient.person is None:
        return {}
    table, names = recipient.book.table, names_of(recipient.book)
    due, link = recipient.match.ready_check_due_at, ready_check_token(recipient.match.pk, recipient.person)
    return {
        "is_host": recipient.person.ref.hex == table.host,
        "unconfirmed": [names[seat] for seat in table.unconfirmed_seats()],
        "ready_check_due": instant(due, recipient.person.time_zone) if due else "",
        "ready_check_url": f"{settings.SITE_URL}/ready/{recipient.match.pk}/{link}/",
    }


def _of_dispute(recipient: Recipient) -> Facts:
    if recipient.book is None:
        return {}
    number = recipient.mail.subject_id
    word = DisputeWord.objects.filter(pk=int(number)).first() if number.isdecimal() else None
    at = recipient.mail.position
    lines = [] if word else narrated_log(recipient.book, recipient.seat, after=at - 1, upto=at)
    return {
        "sentences": [sentence for line in lines for sentence in line.sentences],
        "question_asked": defused(word.text, len(word.text)) if word else "",
        "disputes_url": f"{settings.SITE_URL}/m/{recipient.book.match_id}/disputes/",
    }


def _of_receipt(recipient: Recipient) -> Facts:
    number = recipient.mail.subject_id
    inbound = InboundMail.objects.filter(pk=int(number)).first() if number.isdecimal() else None
    answer = json.loads(inbound.answer) if inbound is not None and inbound.answer else {}
    sentences = [str(each) for each in answer.get("sentences", ())]
    return {
        "is_ok": bool(answer.get("ok")),
        "sentences": sentences,
        **facts_of_later(recipient),
        **facts_of_taking_back(recipient),
    }


def _of_talk(recipient: Recipient) -> Facts:
    told = told_by(recipient.mail)
    if not told or recipient.person is None or recipient.book is None:
        raise NoLongerTrue("the reader has answered already")
    author, zone = told[0].author, recipient.person.time_zone
    seat = find_seat(recipient.book, author)
    return {
        "author": author.name,
        "told": [{"when": instant(each.said_at, zone), "lines": quoted(each.text)} for each in told],
        "talk_url": f"{settings.SITE_URL}/m/{recipient.book.match_id}/" + ("" if seat is None else f"talk/{seat}/"),
    }


def _of_end(recipient: Recipient) -> Facts:
    if recipient.book is None or recipient.match is None or recipient.seat is None:
        return {}
    last = store.read_entries(recipient.book, after=recipient.book.position - 1)
    events = (event for entry in last for event in entry.events)
    secret = next((event.secret for event in events if isinstance(event, SecretOpened)), "")
    roll = roll_of(recipient.book)
    reading = reading_of(recipient.match, recipient.book, recipient.seat, roll)
    told = narrated_since_own_act(recipient.book, recipient.seat, roll) or _last_words(recipient.book, recipient.seat)
    return {
        "secret": secret,
        "ranking": _ranking(reading.outcome, reading.names),
        "has_scores": recipient.book.table.adjudication is None,
        "ending": how_it_ended(recipient.book, recipient.seat, reading.names),
        "is_called_off": recipient.book.table.is_called_off,
        "is_abandoned": recipient.book.table.is_abandoned,
        "is_timed_out": recipient.book.table.is_timed_out,
        "since": [sentence for sentence in told if not secret or secret not in sentence][-MOST_SENTENCES:],
    }


def _last_words(book: Book, seat: Seat) -> list[str]:
    return [sentence for line in narrated_log(book, seat, after=book.position - 1) for sentence in line.sentences]


def _ranking(outcome: Outcome | None, names: tuple[str, ...]) -> list[Facts]:
    if outcome is None:
        return []
    ranked: list[Facts] = []
    for group in outcome.ranking:
        place = len(ranked) + 1
        ranked += [{"place": place, "name": names[seat], "score": outcome.scores[seat]} for seat in group]
    return ranked


_WITH_QUESTION = frozenset({Kind.YOUR_MOVE, Kind.WINDOW, Kind.REMINDER, Kind.RECEIPT, Kind.HANDED_OVER, Kind.QUEUED})
_ADDITIONS: Mapping[OutboxMail.Kind, Callable[[Recipient], Facts]] = {
    Kind.INVITATION: _of_invitation,
    Kind.REMATCH: _of_invitation,
    Kind.READY_CHECK: _of_ready_check,
    Kind.RECEIPT: _of_receipt,
    Kind.YOUR_MOVE: facts_of_dropped,
    Kind.QUEUED: facts_of_queued,
    Kind.DISPUTE: _of_dispute,
    Kind.RULING: _of_dispute,
    Kind.CONSENT: facts_of_consent,
    Kind.HANDED_OVER: facts_of_hand_over,
    Kind.MATCH_OVER: _of_end,
    Kind.PRIVATE_TALK: _of_talk,
}
