"""What a letter orders: codes, notation, several in order; and a question back instead of a guess."""

import pytest

from games.inbound.replies.orders import MOST_ORDERS, find_orders
from games.logbook import store
from games.selectors.play.codes import MOST_IN_LETTER, coded_choices
from pirates.errors import MalformedMove
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.replying import Asked, answer_to, asked_in, receive, reply

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(people: MakePeople, begin_match: BeginMatch) -> Asked:
    anna, ben = people("Anna", "Ben")
    return asked_in(begin_match([anna, ben]), anna, ben)


@pytest.fixture
def asked_with_map(people: MakePeople, begin_match: BeginMatch) -> Asked:
    """Return a seat that holds a Map, so that it is asked again after playing it."""
    anna, ben = people("Anna", "Ben")
    for _ in range(60):
        asked = asked_in(begin_match([anna, ben]), anna, ben)
        if any(move.startswith("map ") for move in asked.legal()):
            return asked
    pytest.fail("no Map was dealt in 60 matches")


def refusal_of(asked: Asked, *lines: str) -> str:
    book = store.open_book(asked.match.pk)
    with pytest.raises(MalformedMove) as refusal:
        find_orders(list(lines), book, asked.seat, asked.decision.key)
    return refusal.value.code


def orders_of(asked: Asked, *lines: str) -> list[str]:
    book = store.open_book(asked.match.pk)
    return [each.notation for each in find_orders(list(lines), book, asked.seat, asked.decision.key)]


def code_of(asked: Asked, notation: str) -> str:
    book = store.open_book(asked.match.pk)
    coded = coded_choices(book, asked.seat, asked.decision.key, MOST_IN_LETTER)
    return next(each.code for each in coded if each.choice.notation == notation)


def first_listed(asked: Asked, number: int = 0) -> str:
    return asked.legal(MOST_IN_LETTER)[number]


@pytest.mark.parametrize(
    "shape", ["{}", "  {}  ", "“{}”", "{}.", "> not this\n{}", "*{}*", "- {}", "Hi,\n\n{}!\n\nBye"]
)
def test_a_code_is_read_however_it_is_dressed(asked: Asked, shape: str) -> None:
    notation = first_listed(asked, 1)
    code = code_of(asked, notation)
    for written in (code, code.upper()):
        lines = [line for line in shape.format(written).split("\n") if not line.startswith(">")]
        assert orders_of(asked, *lines) == [notation]


def test_a_code_plays_the_move_that_the_letter_said(asked: Asked) -> None:
    notation = first_listed(asked, 1)
    answer = answer_to(receive(asked, reply(asked, code_of(asked, notation))))
    assert answer["ok"]
    assert answer["sentences"][0] == f"Played: {notation}."


def test_a_code_of_another_letter_plays_nothing(asked: Asked) -> None:
    book = store.open_book(asked.match.pk)
    known = {each.code for each in coded_choices(book, asked.seat, asked.decision.key, MOST_IN_LETTER)}
    unknown = next(code for code in ("2ab", "3cd", "4ef", "5gh") if code not in known)
    before = asked.position
    answer = answer_to(receive(asked, reply(asked, unknown)))
    assert (answer["ok"], answer["code"], answer["decision"]) == (False, "unknown_code", asked.decision.key)
    assert asked.position == before


def test_two_answers_to_one_question_are_a_question_back(asked: Asked) -> None:
    one, other = first_listed(asked, 0), first_listed(asked, 1)
    assert refusal_of(asked, one, "", other) == "two_answers"
    assert refusal_of(asked, code_of(asked, one), code_of(asked, other)) == "two_answers"
    assert refusal_of(asked, code_of(asked, one), other) == "two_answers"


def test_two_answers_leave_the_match_as_it_was(asked: Asked) -> None:
    before = asked.position
    answer = answer_to(receive(asked, reply(asked, f"{first_listed(asked, 0)}\n{first_listed(asked, 1)}")))
    assert (answer["ok"], answer["code"], asked.position) == (False, "two_answers", before)


def test_then_puts_two_answers_in_order(asked: Asked) -> None:
    one, other = first_listed(asked, 0), first_listed(asked, 1)
    assert orders_of(asked, f"{one} then {other}") == [one, other]
    assert orders_of(asked, one, f"then {other}") == [one, other]
    assert orders_of(asked, f"{one}, and then", other) == [one, other]


def test_codes_in_one_line_are_in_order(asked: Asked) -> None:
    one, other = first_listed(asked, 0), first_listed(asked, 1)
    assert orders_of(asked, f"{code_of(asked, one)}, {code_of(asked, other)}") == [one, other]


def test_a_line_that_can_only_follow_is_played_after_the_first(asked_with_map: Asked) -> None:
    first = next(move for move in asked_with_map.legal() if move.startswith("map "))
    before = asked_with_map.position
    answer = answer_to(receive(asked_with_map, reply(asked_with_map, f"{first}\nkeep end")))
    assert answer["ok"], answer
    assert [each for each in answer["sentences"] if each.startswith("Played:")] == [
        f"Played: {first}.",
        "Played: keep end.",
    ]
    assert asked_with_map.position == before + 2


def test_what_cannot_follow_is_told_and_what_was_played_stays(asked_with_map: Asked) -> None:
    first = next(move for move in asked_with_map.legal() if move.startswith("map "))
    before = asked_with_map.position
    answer = answer_to(receive(asked_with_map, reply(asked_with_map, f"{first}\nsteal lots\nkeep")))
    assert (answer["ok"], asked_with_map.position) == (False, before + 1)
    assert "Not played: steal lots." in answer["sentences"]
    assert answer["decision"] not in ("", asked_with_map.decision.key)


def test_a_standing_order_beside_an_answer_is_no_second_answer(asked: Asked) -> None:
    answer = answer_to(receive(asked, reply(asked, "orders never\npass")))
    assert answer["ok"], answer


def test_a_line_that_nearly_is_a_move_stops_what_follows(asked: Asked) -> None:
    assert refusal_of(asked, "shovel seven", "pass") == "number_needed"
    assert refusal_of(asked, "Ahoy", "shovel 2 or 3", "pass") == "number_needed"


def test_words_that_are_no_move_are_passed_over(asked: Asked) -> None:
    assert orders_of(asked, "Ahoy, Ben!", "", "I think I shall", "pass", "", "See you soon") == ["pass"]
    assert refusal_of(asked, "pass or shovel 2?") == "too_much"
    assert refusal_of(asked, "Good question.") == "no_move_found"
    assert refusal_of(asked) == "no_move_found"


def test_an_order_goes_on_in_the_next_line_after_a_comma(asked: Asked) -> None:
    assert orders_of(asked, "bury shovel,", "map, rod and", "mirror") == ["bury shovel, map, rod and mirror"]
    assert orders_of(asked, "Ahoy Ben,", "pass") == ["pass"]


def test_a_letter_with_endless_orders_is_refused(asked: Asked) -> None:
    assert refusal_of(asked, " then ".join(["pass"] * (MOST_ORDERS + 1))) == "too_many_orders"


def test_nothing_that_a_move_would_lead_to_can_be_tried_out(asked_with_map: Asked) -> None:
    """A second line never undoes the first: else a player could look, and take it back."""
    first = next(move for move in asked_with_map.legal() if move.startswith("map "))
    before = asked_with_map.position
    receive(asked_with_map, reply(asked_with_map, f"{first}\nkeep nonsense"))
    assert asked_with_map.position == before + 1


@pytest.mark.parametrize(
    ("lines", "read"),
    [
        (("steal", "map"), ["steal map"]),
        (("Steal", "a Fishing Rod", "Regards, Ben"), ["Steal a Fishing Rod"]),
        (("arrange", "sack", "map", "rod"), ["arrange sack map rod"]),
        (("arrange", "sack,", "map"), ["arrange sack, map"]),
        (("shovel", "7"), ["shovel 7"]),
        (("rod", "", "2"), "seat_needed"),
        (("steal",), "card_needed"),
        (("arrange", "", "thanks"), "cards_needed"),
        (("steal", "Regards"), "card_needed"),
    ],
)
def test_a_word_that_says_too_little_is_completed_by_its_next_line_or_asked_about(
    asked: Asked, lines: tuple[str, ...], read: list[str] | str
) -> None:
    if isinstance(read, str):
        assert refusal_of(asked, *lines) == read
    else:
        assert orders_of(asked, *lines) == read
