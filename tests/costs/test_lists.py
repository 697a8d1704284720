"""What a list costs: no more rows are read for very many matches than it shows, and a scan is found."""

from functools import partial

import pytest
from django.contrib import admin
from django.db.models import QuerySet
from django.test import RequestFactory

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


@pytest.mark.parametrize("term", ["Demo match 1742", "Demo An", "demo.anna@letters.localhost", "zzz"])
def test_searching_a_match_in_the_admin_reads_only_what_fits(reader: User, term: str) -> None:
    page = admin.site.get_model_admin(Match)
    request = RequestFactory().get("/")
    with planned_as_if_large():
        found, is_doubled = page.get_search_results(request, Match.objects.all(), term)
        assert not is_doubled
        assert rows_read(partial(first_page, found)) <= SHOWN * ROWS_PER_MATCH


def test_a_match_is_found_by_its_id_its_title_and_its_host(reader: User) -> None:
    page, match = admin.site.get_model_admin(Match), Match.objects.filter(host=reader).latest("opened_at")
    for term in (match.pk, "demo match 0", "Demo Anna", "demo.anna@", f" {match.pk} "):
        found, _ = page.get_search_results(RequestFactory().get("/"), Match.objects.all(), term)
        assert match in found
