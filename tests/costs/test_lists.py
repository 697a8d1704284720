"""What a list costs: no more rows are read for very many matches than it shows, and a scan is found."""

from functools import partial

import pytest
from django.db.models import QuerySet

from accounts.models import User
from games.models import Match
from games.selectors.tables.lists import count_my_moves, my_matches, open_tables, watchable_matches
from tests.bench.test_lists import rows_of_matches
from tests.conftest import MakePeople
from tests.costs.counting import planned_as_if_large, rows_read

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

MANY, SHOWN, OWN = 3_000, 20, 5
ROWS_PER_MATCH = 20
"""The match, its host, its seats and deadlines, each found by its index."""


@pytest.fixture
def reader(people: MakePeople) -> User:
    """A person with a few matches among very many of other people."""
    anna, ben, cleo, dario = people("Anna", "Ben", "Cleo", "Dario")
    rows_of_matches([cleo, dario], MANY)
    rows_of_matches([anna, ben], OWN)
    return anna


def first_page(matches: QuerySet[Match]) -> list[Match]:
    return list(matches[:SHOWN])


def test_my_matches_read_only_my_own(reader: User) -> None:
    with planned_as_if_large():
        assert rows_read(partial(first_page, my_matches(reader))) <= OWN * ROWS_PER_MATCH
        assert rows_read(partial(count_my_moves, reader)) <= 2 * OWN


def test_what_can_be_watched_reads_only_what_is_shown(reader: User) -> None:
    with planned_as_if_large():
        assert rows_read(partial(first_page, watchable_matches(reader))) <= (SHOWN + OWN) * ROWS_PER_MATCH


def test_open_tables_read_no_match_that_has_begun(reader: User) -> None:
    with planned_as_if_large():
        assert rows_read(partial(first_page, open_tables(reader))) <= SHOWN * ROWS_PER_MATCH


def test_a_scan_is_found(reader: User) -> None:
    with planned_as_if_large():
        scan = Match.objects.filter(title__contains="match").order_by("title")
        assert rows_read(partial(first_page, scan)) > MANY
