"""Who acted, where the rules keep it secret: a standing order is changed, and the log must not say whose."""

import pytest

from games.selectors.play.logs import narrated_log
from games.selectors.play.matches import read_match
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import write_move

pytestmark = pytest.mark.django_db


def test_others_are_not_told_who_changed_a_standing_order(people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    match = begin_match([anna, ben, cleo])
    write_move(match, [anna, ben, cleo], "orders never", seat=1)
    book = read_match(match, anna).book
    assert [narrated_log(book, seat)[-1].actor for seat in (0, 1, 2, None)] == ["", "seat:1", "", ""]
