"""Moves by page: what the forms offer, what a POST does, and what is said when it is refused."""

from collections import Counter
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games.logbook.store import open_book
from games.models import Match
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.web.tables import (
    HOST_BEGINS,
    choices,
    move_form,
    move_forms,
    page_of,
    play,
    question_of,
    reading,
    signed_in,
)

pytestmark = pytest.mark.django_db

KINDS = ("turn", "more", "mirror", "steal", "map", "ballast")
RARE_FIRST = ("ballast", "switcheroo", "map", "spyglass")
NOTHING_TICKED = {"bury", "orders against"}
MOST_ENTRIES = 150


@pytest.fixture
def anna(people: MakePeople) -> User:
    return people("Anna")[0]


@pytest.fixture
def ben(people: MakePeople) -> User:
    return people("Ben")[0]


@pytest.fixture
def match(begin_match: BeginMatch, anna: User, ben: User) -> Match:
    return begin_match([anna, ben], options=HOST_BEGINS)


def offered(match: Match, person: User) -> set[str]:
    """Return every move that can be made with the forms on the page, as the game writes it."""
    book, seat = open_book(match.pk), reading(match, person).seat
    assert seat is not None
    lines = {line.rstrip() for form in move_forms(page_of(match, person)) for line in form.lines()}
    return {book.game.write(book.game.parse(line, book.state, seat)) for line in lines - NOTHING_TICKED}


def seen_by(match: Match, people: list[User], left: Counter[str], chance: Random) -> None:
    """Play a match; compare forms and legal moves wherever a kind of question is still to be looked at."""
    while (now := reading(match, None)).outcome is None and left.total() and now.book.position < MOST_ENTRIES:
        person = people[now.awaited[0]]
        kind = question_of(match, person).partition(":")[2]
        legal = choices(match, person)
        if left[kind]:
            left[kind] -= 1
            assert offered(match, person) == legal, kind
        plays = [each for word in RARE_FIRST for each in sorted(legal) if each.startswith(word)]
        others = [each for each in sorted(legal) if not each.startswith(("orders", "bury", "pass", "boarding"))]
        play(match, person, chance.choice(plays or others or ["pass"]))


def test_the_forms_offer_the_legal_moves_and_no_others(begin_match: BeginMatch, anna: User, ben: User) -> None:
    left, chance = Counter(dict.fromkeys(KINDS, 5)), Random(7)
    for _ in range(20):
        seen_by(begin_match([anna, ben], options=HOST_BEGINS), [anna, ben], left, chance)
        if max(left.values()) < 5:
            break
    assert all(left[kind] < 5 for kind in KINDS), left


def test_a_move_made_with_its_form_is_played_and_leads_back_to_the_match(match: Match, anna: User) -> None:
    form = move_form(page_of(match, anna), "pass")
    answer = signed_in(anna).post(form.action, form.fields())
    assert (answer.status_code, answer["Location"]) == (302, f"/m/{match.pk}/")
    assert reading(match, anna).awaited == (1,)


def test_a_double_click_plays_once_and_is_told_so(match: Match, anna: User) -> None:
    form, browser = move_form(page_of(match, anna), "pass"), signed_in(anna)
    browser.post(form.action, form.fields())
    position = Match.objects.get().position
    answer = browser.post(form.action, form.fields(), follow=True)
    assert answer.status_code == 200
    assert "That was done already." in answer.content.decode()
    assert Match.objects.get().position == position


def test_a_form_of_a_page_that_has_grown_old_is_refused_with_what_happened_since(
    match: Match, anna: User, ben: User
) -> None:
    form = move_form(page_of(match, anna), "pass")
    play(match, anna, "pass")
    play(match, ben, "pass")
    answer = signed_in(anna).post(form.action, form.fields())
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "That question is no longer open" in page
    assert "Demo Ben passes." in page
    assert question_of(match, anna) in page


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (("dance",), 400, "No move begins like that."),
        ((), 400, "No move begins like that."),
        (("pass\x00",), 400, "No move begins like that."),
        (("shovel", "9" * 500), 400, "A move is written in at most 400 characters."),
        (("shovel", "99"), 422, "Nothing has been changed."),
        (("bury",), 422, "Nothing has been changed."),
    ],
)
def test_a_move_that_is_unreadable_or_not_allowed_is_refused_in_a_sentence(
    match: Match, anna: User, words: tuple[str, ...], status: int, sentence: str
) -> None:
    position = Match.objects.get().position
    told = {"decision": question_of(match, anna), "key": "1", "w": list(words)}
    answer = signed_in(anna).post(f"/m/{match.pk}/moves/", told)
    assert answer.status_code == status
    assert sentence in answer.content.decode()
    assert Match.objects.get().position == position


def test_somebody_without_a_seat_is_refused(match: Match, anna: User, people: MakePeople) -> None:
    stranger = people("Cleo")[0]
    told = {"decision": question_of(match, anna), "key": "1", "w": "pass"}
    answer = signed_in(stranger).post(f"/m/{match.pk}/moves/", told)
    assert answer.status_code == 403
    assert "You have no seat in this match." in answer.content.decode()


def test_the_question_of_another_seat_is_not_answered(match: Match, anna: User, ben: User) -> None:
    told = {"decision": question_of(match, anna), "key": "1", "w": "pass"}
    assert signed_in(ben).post(f"/m/{match.pk}/moves/", told).status_code == 409


def test_nothing_is_played_in_a_match_that_is_over(match: Match, anna: User, ben: User) -> None:
    form = move_form(page_of(match, anna), "pass")
    give_up_seat(match_id=match.pk, player=ben, key="enough")
    answer = signed_in(anna).post(form.action, form.fields())
    assert answer.status_code == 409
    assert "This match is over" in answer.content.decode()


def test_signed_out_a_move_leads_to_signing_in_and_changes_nothing(match: Match, anna: User) -> None:
    form, position = move_form(page_of(match, anna), "pass"), Match.objects.get().position
    answer = Client().post(form.action, form.fields())
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/?next=")
    assert Match.objects.get().position == position


def test_a_form_without_our_token_is_refused_in_plain_words(match: Match, anna: User) -> None:
    form, strict = move_form(page_of(match, anna), "pass"), Client(enforce_csrf_checks=True)
    strict.force_login(anna)
    answer = strict.post(form.action, form.fields())
    assert answer.status_code == 403
    assert "This form is too old" in answer.content.decode()


def test_a_standing_order_can_be_given_while_another_is_on_turn(match: Match, ben: User) -> None:
    form = move_form(page_of(match, ben), "orders against")
    assert signed_in(ben).post(form.action, form.fields("rod", "ballast")).status_code == 302
    assert reading(match, ben).view.standing_order.against == ("ballast", "rod")


def test_a_preview_says_what_the_move_is_and_changes_nothing(match: Match, anna: User) -> None:
    position, address = Match.objects.get().position, f"/m/{match.pk}/preview/"
    answer = signed_in(anna).get(address, {"decision": question_of(match, anna), "w": "PASS"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<code>pass</code>" in page
    assert "seat 1 is Demo Anna (you)" in " ".join(page.split())
    assert "/help/capitan-bacon/" in page
    assert Match.objects.get().position == position
    form = move_form(page, "pass")
    assert signed_in(anna).post(form.action, form.fields()).status_code == 302
    assert Match.objects.get().position > position


def test_a_preview_of_an_old_question_shows_what_is_asked_now(match: Match, anna: User) -> None:
    old = question_of(match, anna)
    play(match, anna, "pass")
    answer = signed_in(anna).get(f"/m/{match.pk}/preview/", {"decision": old, "w": "pass"})
    assert answer.status_code == 200
    assert "That question is no longer open." in answer.content.decode()


def test_a_preview_of_a_move_that_is_not_allowed_says_so(match: Match, anna: User) -> None:
    told = {"decision": question_of(match, anna), "w": "shovel 99"}
    answer = signed_in(anna).get(f"/m/{match.pk}/preview/", told)
    assert answer.status_code == 422
    assert "not allowed now" in answer.content.decode()
