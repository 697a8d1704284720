"""Sending: check the rows of one letter, hold or write it, hand it over, and record what became of each row."""

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
from games.notifications.look_ups import count_sent
from games.notifications.providers import domain_of
from games.notifications.relevance import Recipient, recipient_of
from games.notifications.timing import ASKING, hold_of
from games.outbox import claims

log = structlog.get_logger(__name__)

MOST_PER_HOUR = 60

Held = OutboxMail.Held


def send_together(mails: Sequence[OutboxMail], postman: Postman) -> bool:
    """Send one letter for all of `mails` that are still true; return whether one was sent.

    A fault in one row does not stop the others. Raises ServerUnreachable, in which case nothing is recorded.
    """
    recipients = _without_repeats([recipient for mail in mails if (recipient := _judged(mail)) is not None])
    if not recipients:
        return False
    with FaultsNoted([recipient.mail for recipient in recipients]):
        if _is_held(recipients) or _must_rest(recipients, postman):
            return False
        with speaking_to(_listener(recipients[0])):
            letter = _written(recipients)
        return letter is not None and _hand_over(letter, recipients, postman)
    return False


def _judged(mail: OutboxMail) -> Recipient | None:
    """Return the row's recipient if it is still relevant and unchanged; otherwise record why not."""
    now = timezone.now()
    if mail.lapses >= claims.MOST_ATTEMPTS:
        _about(mail).error("mail_kills_its_sender")
        claims.mark_failed(mail, now, "no sender lived to settle it")
        return None
    recipient: Recipient | None = None
    with FaultsNoted([mail]):
        recipient = recipient_of(mail)
    if recipient is None:
        return None
    if mail.held and (recipient.person is None or recipient.person.pk != mail.recipient_id):
        claims.mark_unbound(mail, now, "has another reader now")
        return None
    return recipient


def _without_repeats(recipients: list[Recipient]) -> list[Recipient]:
    """Drop each letter that asks the same question as an earlier one here; return the others."""
    asked: set[tuple[object, ...]] = set()
    kept = []
    for recipient in recipients:
        question = (recipient.mail.match_id, recipient.mail.decision)
        if recipient.mail.kind in ASKING and question in asked:
            claims.mark_dropped(recipient.mail, timezone.now(), "another letter tells this already")
            continue
        if recipient.mail.kind in ASKING:
            asked.add(question)
        kept.append(recipient)
    return kept


def _is_held(recipients: list[Recipient]) -> bool:
    """Hold these letters if their reader's preferences or the hourly limit require it; return whether they are held."""
    first, now = recipients[0], timezone.now()
    hold = None
    if not first.mail.held and first.person is not None:
        hold = hold_of(first.mail, first.person, first.timing, now)
    if hold is None and (free_at := _busy_until(first)) is not None:
        hold = (Held.CAP, free_at)
    if hold is None:
        return False
    held, until = hold
    for recipient in recipients:
        claims.mark_held(recipient.mail, until, held, recipient.person.pk if recipient.person else None)
        _about(recipient.mail).info("mail_held", held=held.value)
    return True


def _must_rest(recipients: list[Recipient], postman: Postman) -> bool:
    """Postpone these letters while their reader's provider rests, having refused us; return whether they are postponed.

    A provider that refused us is tried with one letter at a time.
    """
    address = recipients[0].address
    until = postman.providers.rest_of(address, timezone.now())
    if until is None:
        return False
    for recipient in recipients:
        why = f"{domain_of(address)} refuses what comes from us"
        claims.mark_postponed(recipient.mail, until, why, OutboxMail.Trouble.PROVIDER, domain_of(address))
    return True


def _busy_until(recipient: Recipient) -> datetime | None:
    """Return when this reader may get the next letter if the hourly limit is reached, else None.

    Private talk does not count towards the limit for other letters.
    """
    hour_ago = timezone.now() - timedelta(hours=1)
    if recipient.person is not None and count_sent(recipient.person.pk, hour_ago) < MOST_PER_HOUR:
        return None
    letters = OutboxMail.objects.filter(state=OutboxMail.State.SENT, settled_at__gt=hour_ago)
    if recipient.mail.kind != OutboxMail.Kind.PRIVATE_TALK:
        letters = letters.exclude(kind=OutboxMail.Kind.PRIVATE_TALK)
    own = letters.filter(recipient=recipient.person) if recipient.person else letters.filter(address=recipient.address)
    told = own.order_by("-settled_at").values_list("settled_at", "carrier_id", "pk")[: MOST_PER_HOUR * 3]
    sent = {carrier or pk: settled for settled, carrier, pk in told}
    if len(sent) < MOST_PER_HOUR:
        return None
    oldest = list(sent.values())[MOST_PER_HOUR - 1]
    return (oldest or timezone.now()) + timedelta(hours=1)


def _written(recipients: list[Recipient]) -> EmailMessage | None:
    """Return the letter to these recipients, or None after recording the fault. A bundle leaves out rows that fail.

    A bundle that cannot be written at all is split up: each of its rows goes alone, so that only the faulty one waits.
    """
    if len(recipients) == 1:
        return write_letter(recipients[0], timezone.now())
    try:
        return write_bundle(recipients, timezone.now())
    except Exception as error:  # noqa: BLE001 - whatever it is, the rows go on alone
        _about(recipients[0].mail).exception("bundle_failed", error=type(error).__name__)
        for recipient in recipients:
            claims.mark_unbound(recipient.mail, timezone.now(), "its bundle could not be written")
        return None


def _listener(recipient: Recipient) -> User | None:
    """Return the person whose language a letter uses: its reader, or the inviter if its reader has no account."""
    return (
        recipient.invitation.invited_by
        if recipient.person is None and recipient.invitation is not None
        else recipient.person
    )


def _hand_over(letter: EmailMessage, recipients: list[Recipient], postman: Postman) -> bool:
    is_taken, mails, person = False, [recipient.mail for recipient in recipients], recipients[0].person
    for mail in mails:
        mail.recipient_id = person.pk if person else mail.recipient_id
        mail.sent_to = mark_of(recipients[0].address)
    send_back_to(letter, f"o{mails[0].carrier_id or mails[0].pk}")
    with FaultsNoted(mails, recipients[0].address, postman.providers):
        postman.deliver(letter)
        is_taken = True
    if is_taken:
        postman.providers.note_arrival(recipients[0].address)
        claims.mark_sent(mails, timezone.now(), person.pk if person else None, mark_of(recipients[0].address))
        for mail in mails:
            _about(mail).info("mail_sent")
    return is_taken


def _about(mail: OutboxMail) -> Any:
    return log.bind(mail=mail.pk, kind=mail.kind, match=mail.match_id, seat=mail.seat, attempt=mail.attempts)
