"""The last day is told: before joining, while the match runs, when it ends, and to machines."""

import json

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import tasks
from games.book.last_day import longest_of
from games.clocks.terms import ClockTerms
from games.logbook import store
from games.models import Match, OutboxMail
from games.selectors.play.logs import how_it_ended
from games.services.clocks.last_days import end_matches_on_last_day
from games.services.tables.invitations import invite_by_name
from games.services.tables.matches import MatchPlan, open_match
from games.services.tables.rematches import open_rematch
from pirates.registry import GAMES
from tests.conftest import MakePeople
from tests.games.api.callers import clients_of, read
from tests.games.clocks.last_days import DAY, NOON, begin
from tests.games.core.playing import fresh_key
from tests.tables import begin_match

pytestmark = pytest.mark.django_db


def test_everybody_is_told_that_it_ended_on_its_last_day(people: MakePeople, client: Client) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        anna, ben = people("Anna", "Ben")
        match = begin([anna, ben])
        OutboxMail.objects.all().delete()
        clock.shift(250 * DAY)
        end_matches_on_last_day()
        tasks.relay_outbox()
        sentence = "The last day of the match is over, and so is the match; nobody wins it."
        assert how_it_ended(store.open_book(match.pk), 0, ("Anna", "Ben")) == sentence
        letters = {each.to[0]: " ".join(str(each.body).split()) for each in mail.outbox}
        assert len(letters) == 2
        assert all("is over, and so it ends without a winner." in body for body in letters.values())
        client.force_login(anna)
        page = client.get(f"/m/{match.pk}/").content.decode()
        assert "The last day is over" in page
        assert sentence in page
        assert "ended without a winner" in client.get("/matches/").content.decode()


def test_the_last_day_is_read_before_joining_in_the_reader_s_zone(people: MakePeople, client: Client) -> None:
    moment = "Fri 6 November 2026, 07:00 America/Bogota (UTC-05:00), 12:00 UTC"
    with time_machine.travel(NOON, tick=False):
        anna, ben = people("Anna", "Ben")
        plan = MatchPlan(game="capitan-bacon", title="Demo", seats=2, pace=DAY)
        match = open_match(host=anna, plan=plan)
        User.objects.filter(pk=ben.pk).update(time_zone="America/Bogota")
        client.force_login(User.objects.get(pk=ben.pk))
        page = client.get(f"/m/{match.pk}/").content.decode()
        assert f"its last day would be {moment}: a match that still runs then ends without a winner" in page
        match = begin([anna, ben])
        page = client.get(f"/m/{match.pk}/").content.decode()
        assert f"Its last day is {moment}: if it still runs then, the match ends without a winner" in page


def test_the_api_says_how_long_a_match_lasts_at_most_and_by_when_it_ends(people: MakePeople) -> None:
    with time_machine.travel(NOON, tick=False):
        anna, ben = people("Anna", "Ben")
        waiting = open_match(host=anna, plan=MatchPlan(game="capitan-bacon", title="Demo", seats=2, pace=DAY))
        [client] = clients_of([anna])
        told = read(client, f"matches/{waiting.pk}/")
        assert (told["longest_seconds"], told["ends_by"]) == (250 * 86_400, None)
        assert told["terms"]["last_day_seconds"] == 250 * 86_400
        told = read(client, f"matches/{begin([anna, ben]).pk}/")
        assert told["ends_by"] == "2026-11-06T12:00:00Z"


@pytest.mark.parametrize("path", ["/tables/", "/"])
def test_the_list_of_open_tables_says_for_each_by_when_it_must_end(
    path: str, people: MakePeople, client: Client
) -> None:
    with time_machine.travel(NOON, tick=False):
        [anna] = people("Anna")
        plans = [MatchPlan(game=game, title=f"Demo {game}", seats=3, pace=DAY) for game in GAMES]
        taken = []
        for few in (plans[:1], plans[1:]):
            longest = [longest_of(store.open_book(open_match(host=anna, plan=plan).pk)) for plan in few]
            with CaptureQueriesContext(connection) as queries:
                page = client.get(path).content.decode()
            taken.append(len(queries))
            for each in longest:
                assert each
                assert f'end <time datetime="{NOON + each:%Y-%m-%dT%H:%M:%S}+00:00">' in page
        assert taken[0] == taken[1]


def test_the_list_of_matches_to_watch_knows_last_days_that_pauses_have_moved(
    people: MakePeople, client: Client
) -> None:
    with time_machine.travel(NOON, tick=False):
        anna, ben = people("Anna", "Ben")
        begin([anna, ben])
        bounded = begin_match([anna, ben], game="guns-or-treasure")
        Match.objects.filter(game="capitan-bacon").update(ends_by=NOON + 300 * DAY)
        longest = longest_of(store.open_book(bounded.pk))
        assert longest
        page = " ".join(client.get("/tables/?show=watch").content.decode().split())
        assert "It ends <time" in page
        assert f'{NOON + 300 * DAY:%Y-%m-%d}T12:00:00+00:00">' in page
        assert f'{NOON + longest:%Y-%m-%dT%H:%M:%S}+00:00">' in page
        assert page.count("at the latest, pauses and rewinds apart") == 1


def test_the_list_of_the_api_says_how_long_each_match_lasts_at_most(people: MakePeople) -> None:
    [anna] = people("Anna")
    [client] = clients_of([anna])
    told = {}
    for game in GAMES:
        match = open_match(host=anna, plan=MatchPlan(game=game, title="Demo", seats=3, pace=DAY))
        told[match.pk] = read(client, f"matches/{match.pk}/")["longest_seconds"]
    assert {each["id"]: each["longest_seconds"] for each in read(client, "matches/")["matches"]} == told
    assert all(told.values())


def test_a_host_chooses_the_last_day_where_a_table_is_opened(people: MakePeople, client: Client) -> None:
    [anna] = people("Anna")
    client.force_login(anna)
    form = {"game": "capitan-bacon", "seats": 2, "pace": 86_400, "last_day": 30, "key": fresh_key()}
    options = {f"option_{name}": json.dumps(None) for name in ("starter",)}
    chosen = {**form, **options, "option_memory": '"kept"'}
    assert "last_day" not in client.get("/tables/new/?game=guns-or-treasure").content.decode()
    too_soon = client.post("/tables/new/", {**chosen, "last_day": 3})
    assert too_soon.status_code == 422
    assert "is 25 to 500 days after its start" in too_soon.content.decode()
    assert client.post("/tables/new/", chosen).status_code == 302
    assert store.open_book(Match.objects.get().pk).table.terms.last_day_seconds == 30 * 86_400


def test_a_rematch_has_the_clocks_that_were_agreed(people: MakePeople) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        anna, ben = people("Anna", "Ben")
        match = begin([anna, ben], ClockTerms(away_days=3, stretch_hours=24, last_day_seconds=30 * 86_400))
        clock.shift(30 * DAY)
        end_matches_on_last_day()
        rematch = open_rematch(match=match, player=ben, key="again")
        assert store.open_book(rematch.pk).table.terms == store.open_book(match.pk).table.terms


def test_the_invitation_letter_says_the_last_day(people: MakePeople) -> None:
    with time_machine.travel(NOON, tick=False):
        anna, ben = people("Anna", "Ben")
        match = open_match(host=anna, plan=MatchPlan(game="captn-clever", title="Demo", seats=3, pace=DAY))
        invite_by_name(match=match, host=anna, name=ben.name)
        tasks.relay_outbox()
    [letter] = mail.outbox
    told = " ".join(str(letter.body).split())
    assert "its last day would be Tue 27 October 2026, 12:00 UTC: a match that still runs then ends" in told
