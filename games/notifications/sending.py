"""Sending: the rows of one letter are judged, held or written, handed over, and what became of each is noted."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.addresses import mark_of
from accounts.languages import speaking_to
from accounts.models import User
from accounts.return_paths import send_back_to
from games.models import OutboxMail
from games.notifications.bundles import write_bundle
from games.notifications.delivery import Postman
from games.notifications.faults import FaultsNoted
from games.notifications.letters.kinds import write_letter
from games.notifications.look_ups import count_sent, has_queued
from games.notifications.providers import domain_of
from games.notifications.relevance import Case, judge
from games.notifications.timing import ASKING, hold_of
from games.outbox import claims
from games.services.play.queue_trying import answer_from_queue

log = structlog.get_logger(__name__)

MOST_PER_HOUR = 60

Held = OutboxMail.Held


def send_together(mails: Sequence[OutboxMail], postman: Postman) -> bool:
    """Send one letter that tells all of `mails` that are still true; return whether one was sent.

    Whatever is wrong with one of them stops no other. Raises ServerUnreachable, with nothing noted.
    """
    cases = _without_repeats([case for mail in mails if (case := _judged(mail)) is not None])
    if not cases:
        return False
    with FaultsNoted([case.mail for case in cases]):
        if _is_held(cases) or _must_rest(cases, postman):
            return False
        with speaking_to(_listener(cases[0])):
            letter = _written(cases)
        return letter is not None and _hand_over(letter, cases, postman)
    return False


def _judged(mail: OutboxMail) -> Case | None:
    """Return the case of a row that is true and goes to whom it was bound for; note what else becomes of it."""
    now = timezone.now()
    if mail.lapses >= claims.MOST_ATTEMPTS:
        _about(mail).error("mail_kills_its_sender")
        claims.mark_failed(mail, now, "no sender lived to settle it")
        return None
    case: Case | None = None
    with FaultsNoted([mail]):
        _let_queue_answer(mail)
        case = judge(mail)
    if case is None:
        return None
    if mail.held and (case.person is None or case.person.pk != mail.recipient_id):
        claims.mark_unbound(mail, now)
        return None
    return case


def _let_queue_answer(mail: OutboxMail) -> None:
    """Try what the reader has queued before asking for it."""
    asks = mail.kind in (OutboxMail.Kind.YOUR_MOVE, OutboxMail.Kind.REMINDER)
    if asks and mail.match_id and mail.seat is not None and has_queued(mail.match_id, mail.seat):
        answer_from_queue(mail.match_id, mail.seat)


def _without_repeats(cases: list[Case]) -> list[Case]:
    """Leave out what asks a question that another of the cases asks already."""
    asked: set[tuple[object, ...]] = set()
    kept = []
    for case in cases:
        question = (case.mail.match_id, case.mail.decision)
        if case.mail.kind in ASKING and question in asked:
            claims.mark_dropped(case.mail, timezone.now(), "another letter tells this already")
            continue
        if case.mail.kind in ASKING:
            asked.add(question)
        kept.append(case)
    return kept


def _is_held(cases: list[Case]) -> bool:
    """Whether these must wait: for what their reader wishes, or because the hour's share is used up."""
    first, now = cases[0], timezone.now()
    hold = None
    if not first.mail.held and first.person is not None:
        hold = hold_of(first.mail, first.person, first.timing, now)
    if hold is None and (free_at := _busy_until(first)) is not None:
        hold = (Held.CAP, free_at)
    if hold is None:
        return False
    held, until = hold
    for case in cases:
        claims.mark_held(case.mail, until, held, case.person.pk if case.person else None)
        _about(case.mail).info("mail_held", held=held.value)
    return True


def _must_rest(cases: list[Case], postman: Postman) -> bool:
    """Whether these must wait because the reader's provider refuses us; it is tried with one letter at a time."""
    address = cases[0].address
    until = postman.providers.rest_of(address, timezone.now())
    if until is None:
        return False
    for case in cases:
        why = f"{domain_of(address)} refuses what comes from us"
        claims.mark_postponed(case.mail, until, why, OutboxMail.Trouble.PROVIDER, domain_of(address))
    return True


def _busy_until(case: Case) -> datetime | None:
    """Return when this reader may have the next letter, if the hour's share is used up; talk takes none of it."""
    hour_ago = timezone.now() - timedelta(hours=1)
    if case.person is not None and count_sent(case.person.pk, hour_ago) < MOST_PER_HOUR:
        return None
    letters = OutboxMail.objects.filter(state=OutboxMail.State.SENT, settled_at__gt=hour_ago)
    if case.mail.kind != OutboxMail.Kind.PRIVATE_TALK:
        letters = letters.exclude(kind=OutboxMail.Kind.PRIVATE_TALK)
    own = letters.filter(recipient=case.person) if case.person else letters.filter(address=case.address)
    told = own.order_by("-settled_at").values_list("settled_at", "carrier_id", "pk")[: MOST_PER_HOUR * 3]
    sent = {carrier or pk: settled for settled, carrier, pk in told}
    if len(sent) < MOST_PER_HOUR:
        return None
    oldest = list(sent.values())[MOST_PER_HOUR - 1]
    return (oldest or timezone.now()) + timedelta(hours=1)


def _written(cases: list[Case]) -> EmailMessage | None:
    """Return the letter that tells these cases, or None, with what is wrong noted. A bundle leaves out what fails.

    A bundle that cannot be written at all is undone: each of its rows goes alone, so that only the faulty one waits.
    """
    if len(cases) == 1:
        return write_letter(cases[0], timezone.now())
    try:
        return write_bundle(cases, timezone.now())
    except Exception as error:  # noqa: BLE001 - whatever it is, the rows go on alone
        _about(cases[0].mail).exception("bundle_failed", error=type(error).__name__)
        for case in cases:
            claims.mark_unbound(case.mail, timezone.now())
        return None


def _listener(case: Case) -> User | None:
    """Return whose language a letter is written in: its reader's, or that of whoever invites a stranger."""
    return case.invitation.invited_by if case.person is None and case.invitation is not None else case.person


def _hand_over(letter: EmailMessage, cases: list[Case], postman: Postman) -> bool:
    is_taken, mails, person = False, [case.mail for case in cases], cases[0].person
    for mail in mails:
        mail.recipient_id = person.pk if person else mail.recipient_id
        mail.sent_to = mark_of(cases[0].address)
    send_back_to(letter, f"o{mails[0].carrier_id or mails[0].pk}")
    with FaultsNoted(mails, cases[0].address, postman.providers):
        postman.deliver(letter)
        is_taken = True
    if is_taken:
        postman.providers.note_arrival(cases[0].address)
        claims.mark_sent(mails, timezone.now(), person.pk if person else None, mark_of(cases[0].address))
        for mail in mails:
            _about(mail).info("mail_sent")
    return is_taken


def _about(mail: OutboxMail) -> Any:
    return log.bind(mail=mail.pk, kind=mail.kind, match=mail.match_id, seat=mail.seat, attempt=mail.attempts)
