"""Disputes and rulings are told to the table by mail, in words that reveal nothing."""

import pytest

from accounts.models import User
from games.models import Dispute, Match
from games.notifications.relay import relay_outbox
from games.services.desk.desk import ask_table, rule
from games.services.desk.disputes import appeal_ruling, open_dispute
from games.table.rulings import Adjudicate, Uphold
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.harbour import Harbour

pytestmark = pytest.mark.django_db

ANNA, BEN = "demo.anna@letters.localhost", "demo.ben@letters.localhost"


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben")


@pytest.fixture
def match(players: list[User], begin_match: BeginMatch) -> Match:
    match = begin_match(players)
    relay_outbox()
    return match


def told(harbour: Harbour, address: str) -> list[tuple[str, str]]:
    """Return subject and text of every letter about a dispute or a ruling that reached this address."""
    relay_outbox()
    letters = [letter for letter in harbour.to(address) if letter.subject.startswith(("A dispute", "A ruling"))]
    return [(letter.subject, letter.text) for letter in letters]


def file_dispute(match: Match, player: User) -> None:
    claim = "He holds two maps"
    open_dispute(match_id=match.pk, player=player, position=match.position, claim=claim, key="claim")


def test_the_others_are_told_of_a_dispute_and_nobody_of_its_claim(
    harbour: Harbour, match: Match, players: list[User]
) -> None:
    file_dispute(match, players[0])
    [(subject, text)] = told(harbour, BEN)
    assert subject == "A dispute: Demo match (Capitán Bacon)"
    assert f"Demo Anna disputes entry {match.position} of the log" in text
    assert f"/m/{match.pk}/disputes/" in text
    assert "maps" not in text
    assert told(harbour, ANNA) == []


def test_a_question_is_told_to_the_seat_that_is_asked_alone(
    harbour: Harbour, match: Match, players: list[User], referee: User
) -> None:
    file_dispute(match, players[0])
    told(harbour, BEN)
    for _ in range(2):
        ask_table(referee=referee, dispute=Dispute.objects.get(), text="Was it shown?", key="q", seat=0)
    [(_, text)] = told(harbour, ANNA)
    assert "A referee asks: Was it shown?" in text
    assert len(told(harbour, BEN)) == 1


def test_a_ruling_and_an_appeal_are_told_to_everybody_with_the_reason(
    harbour: Harbour, match: Match, players: list[User], referee: User
) -> None:
    file_dispute(match, players[0])
    rule(match_id=match.pk, referee=referee, order=Uphold(), reason="It was legal.", key="k", dispute=1)
    appeal_ruling(match_id=match.pk, player=players[1], dispute=1, grounds="No.", key="a")
    for address, number in ((ANNA, 2), (BEN, 2)):
        letters = told(harbour, address)
        assert len(letters) == number
        assert any(
            "everything stands as it is. The reason: It was legal." in text.replace("\n", " ") for _, text in letters
        )


def test_a_ruling_that_ends_the_match_is_told_and_so_is_the_end(harbour: Harbour, match: Match, referee: User) -> None:
    rule(match_id=match.pk, referee=referee, order=Adjudicate(((1,), (0,))), reason="Agreed by all.", key="k")
    assert [subject for subject, _ in told(harbour, ANNA)] == ["A ruling: Demo match (Capitán Bacon)"]
    assert any(letter.subject.startswith("The match is over") for letter in harbour.to(ANNA))
