"""Queued moves by page: a small form for who is not asked, and not a byte of it for anybody else."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match, QueuedMove
from games.services.play.queue_trying import play_queued_moves
from games.services.play.queued_moves import queue_move
from tests.conftest import BeginMatch, MakePeople
from tests.games.web.tables import HOST_BEGINS, Form, forms_of, page_of, play, signed_in

pytestmark = pytest.mark.django_db

Trio = tuple[Match, list[User]]
_FRESH = re.compile(r'(name="(?:csrfmiddlewaretoken|key)" value=")[^"]*|nonce="[^"]*"|(csrfToken|X-CSRFToken)[^,}]*')


@pytest.fixture
def trio(people: MakePeople, begin_match: BeginMatch) -> Trio:
    """A match of Anna, who is asked, and of Ben and Cleo, who are not; Dario watches."""
    players = people("Anna", "Ben", "Cleo", "Dario")
    return begin_match(players[:3], options=HOST_BEGINS), players


def send(client: Client, match: Match, **fields: str) -> str:
    answer = client.post(f"/m/{match.pk}/queued/", fields, follow=True)
    return answer.content.decode()


def bytes_of(match: Match, person: User | None, address: str) -> tuple[str, str]:
    answer = signed_in(person).get(address.format(match.pk))
    return _FRESH.sub("", answer.content.decode()), answer.headers.get("ETag", "")


def form_of(match: Match, person: User) -> Form:
    """Return the form in which this person queues a move."""
    return next(each for each in forms_of(page_of(match, person)) if each.action.endswith("/queued/"))


def offers_to_queue(page: str) -> bool:
    return any(form.action.endswith("/queued/") for form in forms_of(page))


def test_only_who_sits_there_and_is_not_asked_finds_the_form(trio: Trio) -> None:
    match, (anna, ben, cleo, dario) = trio
    found = {person: offers_to_queue(page_of(match, person)) for person in (anna, ben, cleo, dario, None)}
    assert found == {anna: False, ben: True, cleo: True, dario: False, None: False}


def test_a_move_is_queued_shown_replaced_and_withdrawn_with_plain_forms(trio: Trio) -> None:
    match, (_, ben, *_others) = trio
    client = signed_in(ben)
    form = form_of(match, ben)
    said = dict(form.hidden)
    page = send(client, match, **said, notation="shovel 7")
    assert "Kept: it is tried when it is your turn." in page
    assert "Queued: <code>shovel 7</code>" in page
    assert "Queued: <code>pass</code>" in send(client, match, **said, notation="pass")
    page = send(client, match, withdraw="yes")
    assert "Nothing is queued any more." in page
    assert "Queued: <code>" not in page
    assert not QueuedMove.objects.exists()


def test_what_cannot_be_read_is_refused_with_the_games_sentence_and_stays_in_the_field(trio: Trio) -> None:
    match, (_, ben, *_others) = trio
    said = {**dict(form_of(match, ben).hidden), "notation": 'swim "<b>7'}
    answer = signed_in(ben).post(f"/m/{match.pk}/queued/", said)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "No move begins like that." in page
    assert 'value="swim &quot;&lt;b&gt;7"' in page
    assert not QueuedMove.objects.exists()


def test_a_form_that_came_too_late_is_refused(trio: Trio) -> None:
    match, (anna, ben, cleo, _) = trio
    client = signed_in(ben)
    form = form_of(match, ben)
    play(match, anna, "pass")
    late = client.post(f"/m/{match.pk}/queued/", {**dict(form.hidden), "notation": "pass"})
    assert (late.status_code, "It is your move now" in late.content.decode()) == (409, True)
    for person in (ben, cleo):
        play(match, person, "pass")
    later = client.post(f"/m/{match.pk}/queued/", {**dict(form.hidden), "notation": "pass"})
    assert (later.status_code, "You have acted since" in later.content.decode()) == (409, True)
    assert client.get(f"/m/{match.pk}/queued/").status_code == 302


def test_why_it_was_not_played_stands_on_the_page_until_the_player_has_moved(trio: Trio) -> None:
    match, (anna, ben, *_others) = trio
    queue_move(match_id=match.pk, player=ben, move="shovel 99")
    play(match, anna, "pass")
    assert play_queued_moves() == 0
    page = page_of(match, ben)
    assert "What you had queued, <code>shovel 99</code>, was not played:" in page
    assert "It is your move." in page
    assert "shovel 99" not in page_of(match, anna)
    play(match, ben, "pass")
    assert "shovel 99" not in page_of(match, ben)


@pytest.mark.parametrize(
    "address", ["/m/{}/", "/m/{}/live/", "/m/{}/log/", "/m/{}/replay/", "/matches/", "/matches/live/"]
)
def test_pages_of_others_are_the_same_to_the_byte_whether_somebody_has_queued_or_not(trio: Trio, address: str) -> None:
    match, (anna, ben, cleo, dario) = trio
    others = (anna, cleo, dario)
    before = [bytes_of(match, each, address) for each in others]
    queue_move(match_id=match.pk, player=ben, move="pass")
    assert [bytes_of(match, each, address) for each in others] == before


def test_the_own_page_learns_of_it_without_reloading(trio: Trio) -> None:
    match, (_, ben, *_others) = trio
    before = signed_in(ben).get(f"/m/{match.pk}/live/").headers["ETag"]
    queue_move(match_id=match.pk, player=ben, move="pass")
    assert signed_in(ben).get(f"/m/{match.pk}/live/").headers["ETag"] != before
