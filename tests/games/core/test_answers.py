"""Answers: a move counts for the question that it answers, and is refused where it names another."""

import pytest

from accounts.models import User
from games.logbook import store
from games.models import Match
from games.projections.write import open_decisions
from games.selectors.play.matches import choices_of
from games.selectors.play.readers import answers_of, open_copy
from games.services.clocks.deadlines import resolve_due_phases
from pirates.decisions import answered_by, open_to
from pirates.errors import IllegalMove
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, move_by_lot, question_of, write_move
from tests.games.mail.replying import answer_to, asked_in, receive, reply

pytestmark = pytest.mark.django_db

STEPS = 14
each_game = pytest.mark.parametrize("game", [game.slug for game in GAMES.values()])


@each_game
def test_no_move_counts_for_a_question_that_it_does_not_answer(
    game: str, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, game=game)
    for _ in range(STEPS):
        for seat in range(len(players)):
            check_misnamed_moves(match, players, seat)
        step(match, players)


def check_misnamed_moves(match: Match, players: list[User], seat: int) -> None:
    book = store.open_book(match.pk)
    questions = open_to(open_decisions(book), seat)
    for choice in choices_of(book, seat, 400)[::40]:
        for other in {each.key for each in questions} - {answered_by(choice.move, questions).key}:
            with pytest.raises(IllegalMove) as refusal:
                write_move(match, players, choice.notation, seat=seat, decision=other)
            assert refusal.value.code == "answers_another_question"
    assert store.open_book(match.pk) == book


def step(match: Match, players: list[User]) -> None:
    if question_of(match).seat is None:
        assert resolve_due_phases() == 1
    else:
        move_by_lot(match, players, b"answers")


@each_game
def test_every_legal_move_counts_for_the_question_it_is_listed_with(
    game: str, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, game=game)
    for number in range(STEPS):
        if question_of(match).seat is None:
            assert resolve_due_phases() == 1
            continue
        seat = asked(match)
        answers = answers_of(open_copy(match.pk, players[seat]), 400)
        answer = answers[number * 37 % len(answers)]
        write_move(match, players, answer.notation, seat=seat, decision=answer.decision)


def test_a_turn_is_not_played_in_answer_to_the_standing_orders(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    seat = asked(match)
    for notation, decision in (("pass", f"seat{seat + 1}.0:orders"), ("orders always", question_of(match).key)):
        with pytest.raises(IllegalMove) as refusal:
            write_move(match, players, notation, decision=decision)
        assert refusal.value.code == "answers_another_question"


def test_a_letter_may_change_the_standing_orders_besides_answering(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    now = asked_in(match, *players)
    answer = answer_to(receive(now, reply(now, "orders always\npass")))
    assert answer["ok"], answer
    assert [line for line in answer["sentences"] if line.startswith("Played")] == [
        "Played: orders always.",
        "Played: pass.",
    ]
