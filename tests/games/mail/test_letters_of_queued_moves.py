"""Letters about queued moves: one for each, and none that asks what a queued move has answered."""

import pytest
from django.db import transaction

from accounts.mail_preferences import Timing, change_mail_preferences
from accounts.models import User
from games.logbook import store
from games.models import Match, OutboxMail, QueuedMove
from games.notifications.relay import relay_outbox
from games.notifications.subscriptions import set_match_timing
from games.selectors.play.matches import Choice, choices_of
from games.services.play.queue_trying import play_queued_moves
from games.services.play.queued_moves import queue_move
from games.services.tables.matches import rewind_match
from games.services.tables.seats import give_up_seat
from pirates.decisions import awaited_seats
from pirates.replay import fold
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import fresh_key
from tests.games.mail.desk import make_all_due, play, settle_all
from tests.games.mail.harbour import Harbour

pytestmark = pytest.mark.django_db

Kind, State = OutboxMail.Kind, OutboxMail.State
BEN = "demo.ben@letters.localhost"
Trio = tuple[Match, list[User]]


@pytest.fixture
def trio(harbour: Harbour, people: MakePeople, begin_match: BeginMatch) -> Trio:
    """A match of Anna, who is asked, and of Ben and Cleo, who are not; nothing is left to be sent."""
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, options=b'{"starter":0}')
    settle_all()
    return match, players


def queue(trio: Trio, seat: int, notation: str) -> None:
    queue_move(match_id=trio[0].pk, player=trio[1][seat], move=notation)


def fate_of(kind: OutboxMail.Kind, seat: int) -> list[tuple[str, str]]:
    rows = OutboxMail.objects.filter(kind=kind, seat=seat).exclude(reason="test").order_by("pk")
    return list(rows.values_list("state", "reason"))


def test_nothing_is_asked_that_it_has_answered(harbour: Harbour, trio: Trio) -> None:
    match, players = trio
    queue(trio, 1, "pass")
    play(match, players[0], "pass")
    assert play_queued_moves() == 1
    relay_outbox()
    make_all_due()
    relay_outbox()
    assert fate_of(Kind.YOUR_MOVE, 1) == [(State.DROPPED, "the question is no longer open")]
    (letter,) = harbour.to(BEN)
    assert letter.subject == "Your queued move was played: Demo match (Capitán Bacon)"
    told = [line for line in letter.text.splitlines() if line.startswith("  *")]
    assert told[-4:] == [
        "  * Demo Anna passes.",
        "  * It is your turn.",
        "  * You pass.",
        "  * It is Demo Cleo's turn.",
    ]
    assert "Nothing is asked of you now" in letter.text


def test_why_it_was_dropped_is_told_in_the_letter_that_says_it_is_your_move(harbour: Harbour, trio: Trio) -> None:
    match, players = trio
    queue(trio, 1, "shovel 99")
    play(match, players[0], "pass")
    assert play_queued_moves() == 0
    relay_outbox()
    (letter,) = harbour.to(BEN)
    assert letter.subject.startswith("Your move: ")
    assert 'What you had queued, "shovel 99", was not played:\n' in letter.text
    assert 'What you had queued, "shovel 99", was not played:' in letter.html
    assert "YOUR ANSWER" in letter.text
    assert fate_of(Kind.QUEUED, 1) == []


@pytest.mark.parametrize("timing", ["never", "digest", "bundled"])
def test_who_gets_no_your_move_letter_at_once_is_told_at_once_by_one_of_its_own(
    timing: str, harbour: Harbour, trio: Trio
) -> None:
    match, players = trio
    change_mail_preferences(user=players[1], timings={Kind.YOUR_MOVE: timing})
    queue(trio, 1, "shovel 99")
    play(match, players[0], "pass")
    assert play_queued_moves() == 0
    relay_outbox()
    (letter,) = harbour.to(BEN)
    assert letter.subject.startswith("Your queued move was not played: ")
    assert 'What you had queued, "shovel 99", was not played:' in letter.text
    assert "YOUR ANSWER" in letter.text
    make_all_due()
    relay_outbox()
    why = "this kind of mail is not wanted" if timing == "never" else "another letter tells this already"
    assert fate_of(Kind.YOUR_MOVE, 1) == [(State.DROPPED, why)]


def test_what_is_wished_of_the_mail_of_one_match_counts_too_and_never_is_never(harbour: Harbour, trio: Trio) -> None:
    match, players = trio
    set_match_timing(person=players[1], match_id=match.pk, timing=Timing.DIGEST)
    change_mail_preferences(user=players[2], timings={Kind.YOUR_MOVE: "never", Kind.QUEUED: "never"})
    for seat in (1, 2):
        queue(trio, seat, "shovel 99")
    for seat in (0, 1):
        play(match, players[seat], "pass")
        assert play_queued_moves() == 0
    relay_outbox()
    assert fate_of(Kind.QUEUED, 1) == fate_of(Kind.QUEUED, 2) == []
    assert harbour.to(BEN) == harbour.to("demo.cleo@letters.localhost") == []


def test_where_no_other_letter_can_tell_it_one_of_its_own_does(harbour: Harbour, trio: Trio) -> None:
    match, players = trio
    play(match, players[0], "pass")
    settle_all()
    play(match, players[1], "pass")
    relay_outbox()
    queue(trio, 1, "pass")
    rewind_match(match_id=match.pk, to=6, key=fresh_key())
    OutboxMail.objects.exclude(kind=Kind.QUEUED).update(state=State.DROPPED)
    relay_outbox()
    assert fate_of(Kind.QUEUED, 1) == []
    queue(trio, 2, "pass")
    rewind_match(match_id=match.pk, to=6, key=fresh_key())
    relay_outbox()
    letter = harbour.to("demo.cleo@letters.localhost")[-1]
    assert letter.subject.startswith("Your queued move was not played: ")
    assert "The match was wound back meanwhile." in letter.text


def test_a_follow_up_is_asked_by_the_letter_about_the_queued_move_and_by_no_other(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    tables = (begin_match(players, options=b'{"starter":0}') for _ in range(10))
    match, goes_on = next((each, found) for each in tables if (found := what_goes_on(each, players)))
    settle_all()
    queue_move(match_id=match.pk, player=players[1], move=goes_on)
    play(match, players[0], "pass")
    assert play_queued_moves() == 1
    relay_outbox()
    make_all_due()
    relay_outbox()
    (letter,) = harbour.to(BEN)
    assert letter.subject.startswith("Your queued move was played: ")
    assert "YOUR ANSWER" in letter.text
    assert [reason for _, reason in fate_of(Kind.YOUR_MOVE, 1)] == [
        "the question is no longer open",
        "another letter tells this already",
    ]


def what_goes_on(match: Match, players: list[User]) -> str:
    """Return what the second player may play, after the first, so as to be asked again and nobody else; or ""."""
    with transaction.atomic():
        play(match, players[0], "pass")
        choices = choices_of(store.open_book(match.pk), 1)
        found = next((each.notation for each in choices if goes_on_after(match, each)), "")
        transaction.set_rollback(True)
    return found


def goes_on_after(match: Match, choice: Choice) -> bool:
    """Whether the same seat is asked again, and nobody else, once this is played."""
    book = store.open_book(match.pk)
    state = fold(book.game.evolve, book.game.decide(book.state, choice.move, book.dice()), book.state)
    return awaited_seats(book.game.decisions(state)) == (1,)


def test_whoever_has_acted_since_or_has_another_reason_is_told_nothing(harbour: Harbour, trio: Trio) -> None:
    match, players = trio
    queue(trio, 1, "pass")
    play(match, players[0], "pass")
    assert play_queued_moves() == 1
    for seat in (2, 0, 1):
        play(match, players[seat], "pass")
    relay_outbox()
    assert fate_of(Kind.QUEUED, 1) == [(State.DROPPED, "the reader has acted since")]
    queue(trio, 1, "pass")
    for seat in (2, 0):
        play(match, players[seat], "pass")
    assert play_queued_moves() == 1
    for seat in (0, 2):
        give_up_seat(match_id=match.pk, player=players[seat], key=fresh_key())
    relay_outbox()
    assert fate_of(Kind.QUEUED, 1)[1:] == [(State.DROPPED, "the match is over")]
    assert not QueuedMove.objects.exists()


def test_the_reason_is_told_in_the_players_own_language(harbour: Harbour, trio: Trio) -> None:
    match, players = trio
    User.objects.filter(pk=players[1].pk).update(language="de")
    queue(trio, 1, "shovel 99")
    play(match, players[0], "pass")
    assert play_queued_moves() == 0
    relay_outbox()
    why = QueuedMove.objects.get().why
    (letter,) = harbour.to(BEN)
    assert why in letter.text.replace("\n", " ")
    assert "was not played" not in letter.text
