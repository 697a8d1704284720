"""Messages: send a message to the table or to one person, mute a talk, keep notes. None of this is a Move.

Sending a message locks the author's account, never the match, so messages and Moves do not wait for each other.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.models import Match, Message, MutedTalk, Notes, OutboxMail
from games.models.messages import LONGEST_MESSAGE, LONGEST_NOTES
from games.outbox import letters as outbox
from games.refusals import NotNow, TooOften
from games.selectors.people.messages import is_talk_open, person_at, talk_of
from games.selectors.play.matches import find_match
from games.selectors.tables.own_seats import own_seat
from games.services.play.submitting import submission_key
from games.texts import clean_text
from pirates.errors import MalformedMove
from pirates.seats import Seat

MOST_IN_TALK = 20
MOST_IN_MATCH = 40
COUNTED_OVER = timedelta(hours=1)
LETTER_DELAY = timedelta(minutes=10)
_MOST_ATTEMPTS = 20


@dataclass(frozen=True, slots=True)
class Said:
    """A message that was sent; `is_repeat` says that the same request was received before."""

    message: Message
    is_repeat: bool = False


def say(*, match_id: str, author: User, text: str, key: str, seat: Seat | None = None) -> Said:
    """Send a message to the table, or to the player who holds `seat`; a repeated `key` sends nothing again.

    Raises NoSuchMatch, NotYourSeat, MalformedMove, NotNow (`talk_closed`, `nobody_there`, `own_seat`), TooOften.
    """
    match = find_match(match_id, author)
    book = store.open_book(match.pk)
    talk = _talk_to_join(book, author, seat)
    words = _clean(text, LONGEST_MESSAGE)
    if not words:
        raise MalformedMove("message_empty", _("There are no words in this message."))
    full_key = submission_key("talk", match.pk, talk, key)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=author.pk)
        done = Message.objects.filter(author=author, key=full_key).first()
        if done is not None:
            return Said(done, is_repeat=True)
        _require_leave(match, author, talk, timezone.now())
        message = Message(match=match, talk=talk, author=author, text=words, key=full_key)
        if seat is not None:
            _have_it_told(message, book, seat)
        return Said(_with_number(message))


def set_muted(*, match_id: str, person: User, seat: Seat | None, is_muted: bool) -> None:
    """Mute or unmute the table, or the player who holds `seat`, for this person in this match.

    A repeat changes nothing. Raises NoSuchMatch, NotYourSeat, MalformedMove, NotNow.
    """
    match = find_match(match_id, person)
    talk = _talk_to_join(store.open_book(match.pk), person, seat)
    if is_muted:
        MutedTalk.objects.get_or_create(match=match, person=person, talk=talk)
    else:
        MutedTalk.objects.filter(match=match, person=person, talk=talk).delete()


def keep_notes(*, match_id: str, person: User, text: str, version: int | None = None) -> Notes:
    """Save this text as the person's notes on a match; `version` is the version of the notes that it replaces.

    Raises NoSuchMatch, MalformedMove, NotNow (`notes_changed`).
    """
    match = find_match(match_id, person)
    words = _clean(text, LONGEST_NOTES)
    with transaction.atomic():
        Notes.objects.get_or_create(match=match, person=person)
        notes = Notes.objects.select_for_update().get(match=match, person=person)
        if words == notes.text:
            return notes
        if version is not None and version != notes.version:
            raise NotNow("notes_changed", _("Your notes were changed elsewhere meanwhile; read them again."))
        notes.text, notes.version, notes.changed_at = words, notes.version + 1, timezone.now()
        notes.save(update_fields=["text", "version", "changed_at"])
    return notes


def _talk_to_join(book: Book, person: User, seat: Seat | None) -> str:
    own_seat(book, person, _("Only people who sit at this table talk here."))
    return talk_of(book, person, seat)


def _clean(text: str, longest: int) -> str:
    words = clean_text(text, longest + 1)
    if len(words) > longest or len(text) > 4 * longest:
        raise MalformedMove("text_too_long", _("A text here has at most {longest} characters.").format(longest=longest))
    return words


def _require_leave(match: Match, author: User, talk: str, now: datetime) -> None:
    if not is_talk_open(match, now):
        raise NotNow("talk_closed", _("This match ended more than 14 days ago; its talk can only be read now."))
    said = Message.objects.filter(match=match, author=author, said_at__gt=now - COUNTED_OVER).order_by("-said_at")
    everywhere = list(said.values_list("talk", "said_at")[:MOST_IN_MATCH])
    here = [moment for place, moment in everywhere if place == talk][:MOST_IN_TALK]
    for moments, most in ((here, MOST_IN_TALK), ([moment for place, moment in everywhere], MOST_IN_MATCH)):
        if len(moments) == most:
            wait = moments[-1] + COUNTED_OVER - now
            raise TooOften(
                _("You have said {most} things within an hour; let others answer.").format(most=most),
                1 + int(wait.total_seconds()),
            )


def _with_number(message: Message) -> Message:
    """Save the message under the next number of its talk; if another message takes that number first, try the next."""
    for attempt in range(_MOST_ATTEMPTS):
        newest = Message.objects.filter(match=message.match, talk=message.talk).aggregate(last=Max("number"))["last"]
        message.number, message.said_at = (newest or 0) + 1, timezone.now()
        try:
            with transaction.atomic():
                message.save(force_insert=True)
        except IntegrityError:
            if attempt == _MOST_ATTEMPTS - 1:
                raise
        else:
            break
    return message


def _have_it_told(message: Message, book: Book, seat: Seat) -> None:
    """Add the message to the letter that waits for its reader, or enqueue one to be sent in some minutes.

    The waiting row is locked, so that the relay cannot send it before this message is added.
    """
    message.reader = person_at(book, seat)
    row = {"match": message.match, "kind": OutboxMail.Kind.PRIVATE_TALK, "recipient": message.reader}
    waiting = OutboxMail.objects.select_for_update().filter(
        **row, subject_id=message.author.ref.hex, state=OutboxMail.State.WAITING
    )
    message.letter = waiting.first() or _new_letter(message, book, seat)


def _new_letter(message: Message, book: Book, seat: Seat) -> OutboxMail:
    letter = outbox.Letter(
        kind=OutboxMail.Kind.PRIVATE_TALK,
        match_id=book.match_id,
        once=submission_key("private talk", message.author.ref, message.key),
        seat=seat,
        recipient_id=message.reader_id,
        subject_id=message.author.ref.hex,
        delay=LETTER_DELAY,
    )
    outbox.tell([letter], timezone.now())
    return OutboxMail.objects.get(once=letter.once)
