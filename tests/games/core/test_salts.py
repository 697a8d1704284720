"""Salts: drawn by the players' own browsers and programs, or following from the secret; the log says which."""

import json
import secrets
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.api_keys import issue_api_key
from accounts.models import User
from games.logbook import store
from games.logbook.store import clear_cache
from games.models import Match
from games.projections.rebuild import find_drift, import_match
from games.refusals import NotNow
from games.selectors.play.exports import export_match
from games.services.desk.rehearsals import rehearse
from games.services.tables.invitations import invite_by_link
from games.services.tables.matches import MatchPlan, open_match, start_match
from games.services.tables.ready_check_links import ready_check_token
from games.services.tables.salts import Salt
from games.services.tables.seats import give_up_seat, seat_player
from games.table.commands.core import GiveSalt
from games.table.rules.decide import decide_table
from pirates.fingerprints import canonical_json, seat_salt
from pirates.verify import verify
from tests.conftest import MakePeople
from tests.games.core.playing import write_move
from tests.games.ops.tampering import delete_match
from tests.pirates.exported import rechained, redigested
from tests.tables import begin_match

pytestmark = pytest.mark.django_db


def drawn() -> str:
    return secrets.token_hex(16)


def sources(match: Match) -> list[tuple[str, str]]:
    return [(chair.salt, chair.salt_from) for chair in store.open_book(match.pk).table.chairs if chair.is_taken]


def following(match: Match, seat: int) -> tuple[str, str]:
    return seat_salt(bytes.fromhex(store.open_book(match.pk).secret), seat).hex(), "secret"


def waiting_table(host: User, seats: int, *, has_ready_check: bool = False) -> Match:
    plan = MatchPlan(
        game="capitan-bacon", title="Demo", seats=seats, pace=timedelta(days=1), has_ready_check=has_ready_check
    )
    return open_match(host=host, plan=plan)


def test_where_nobody_gives_salt_it_follows_from_the_secret_that_was_sealed_before(people: MakePeople) -> None:
    match = begin_match(people("Anna", "Ben"), bots=2)
    assert sources(match) == [following(match, seat) for seat in range(4)]


@pytest.mark.parametrize("door", ["sit", "invited", "ready-check page", "ready-check link", "start"])
@pytest.mark.parametrize("salt", ["", "A" * 32, "0" * 31, "0" * 33, "<script>", "good"])
def test_what_the_script_of_a_page_draws_is_the_salt_and_anything_else_is_none(
    door: str, salt: str, people: MakePeople, client: Client
) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    sent = {"salt": drawn() if salt == "good" else salt, "key": "once"}
    match = waiting_table(anna, 3, has_ready_check="ready-check" in door)
    seat = 0 if door == "start" else 1
    if door == "start" or "ready-check" in door:
        seat_player(match_id=match.pk, player=ben, key="sit")
        seat_player(match_id=match.pk, player=cleo, key="sit")
    paths = {
        "sit": reverse("sit_down", args=[match.pk]),
        "ready-check page": f"/m/{match.pk}/confirm/",
        "ready-check link": f"/ready/{match.pk}/{ready_check_token(match.pk, ben)}/",
        "start": f"/m/{match.pk}/start/",
    }
    if door == "invited":
        paths[door] = f"/i/{invite_by_link(match=match, host=anna)}/accept/"
    client.force_login(anna if door == "start" else ben)
    for _ in range(2):
        assert client.post(paths[door], sent).status_code in (200, 302)
    expected = (sent["salt"], "browser") if salt == "good" else following(match, seat)
    assert sources(match)[seat] == expected
    book = store.open_book(match.pk)
    given = [event for entry in store.read_entries(book) for event in entry.events if "Salt" in type(event).__name__]
    assert len(given) == (salt == "good" and door in ("start", "ready-check page", "ready-check link"))


def test_an_api_client_sends_salt_of_its_own_and_a_malformed_one_is_refused(people: MakePeople, client: Client) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    match, salts = waiting_table(anna, 3), [drawn(), drawn(), drawn()]
    invitation = invite_by_link(match=match, host=anna)

    def post(player: User, path: str, **body: object) -> int:
        key = issue_api_key(user=player, name="key")[1]
        headers = {"Authorization": f"Bearer {key}"}
        return client.post(
            f"/api/v1/matches/{match.pk}/{path}/", json.dumps(body), content_type="application/json", headers=headers
        ).status_code

    assert post(ben, "seats", salt="0123") == 400
    assert post(ben, "seats", salt=salts[1]) == 201
    assert post(cleo, "seats", invitation=invitation, salt="G" * 32) == 400
    assert post(cleo, "seats", invitation=invitation, salt=salts[2]) == 201
    assert post(anna, "start", salt=7) == 400
    assert not store.open_book(match.pk).has_begun
    assert post(anna, "start", salt=salts[0]) == 200
    assert sources(match) == [(salt, "client") for salt in salts]


def test_salt_that_comes_with_a_refused_start_or_after_the_start_changes_nothing(people: MakePeople) -> None:
    anna, ben = people("Anna", "Ben")
    match = waiting_table(anna, 2)
    with pytest.raises(NotNow):
        start_match(match_id=match.pk, host=anna, key="early", salt=Salt(drawn(), "browser"))
    seat_player(match_id=match.pk, player=ben, key="sit")
    start_match(match_id=match.pk, host=anna, key="start")
    begun = store.open_book(match.pk)
    with pytest.raises(NotNow):
        start_match(match_id=match.pk, host=anna, key="again", salt=Salt(drawn(), "browser"))
    assert store.open_book(match.pk).position == begun.position
    assert sources(match) == [following(match, 0), following(match, 1)]
    with pytest.raises(NotNow, match="begun"):
        decide_table(begun.table, GiveSalt(0, drawn(), "browser"), has_begun=True, position=begun.position)


def played(people: MakePeople, salt: Salt | None) -> Match:
    anna, ben = people("Anna", "Ben")
    match = waiting_table(anna, 2)
    seat_player(match_id=match.pk, player=ben, key="sit", salt=salt)
    start_match(match_id=match.pk, host=anna, key="start", salt=salt and Salt(drawn(), "client"))
    write_move(match, [anna, ben], "pass")
    give_up_seat(match_id=match.pk, player=anna, key="resign")
    return match


def test_the_verifier_and_the_proof_say_of_each_seat_where_its_salt_came_from(
    people: MakePeople, client: Client
) -> None:
    match = played(people, Salt(drawn(), "browser"))
    report = verify(export_match(store.open_book(match.pk), None))
    assert (report.fault, report.salts, report.is_free_of_choice) == (None, ("client", "browser"), True)
    page = client.get(f"/m/{match.pk}/proof/").content.decode()
    assert "Salt of Demo Anna, sent by the player's own program" in page
    assert "Salt of Demo Ben, drawn by the player" in page
    assert "nobody who runs this service could choose" in page
    assert rehearse(match.pk).verdict == "same"
    assert find_drift(match.pk) == []


def test_the_proof_says_so_where_no_player_gave_any_salt(people: MakePeople, client: Client) -> None:
    match = played(people, None)
    page = client.get(f"/m/{match.pk}/proof/").content.decode()
    assert page.count("worked out from the sealed secret") == 2
    assert "cannot show that nobody who runs this service chose" in page


def test_a_log_of_before_holds_to_the_byte_and_says_that_the_server_drew_its_salt(
    people: MakePeople, client: Client
) -> None:
    match = played(people, None)
    document = json.loads(export_match(store.open_book(match.pk), None))
    document["format"] = "letters-of-marque.match.1"
    for entry in document["entries"]:
        for told in (entry["command"], *entry["events"]):
            told.pop("salt_from", None)
    old = canonical_json(redigested(rechained(document)))
    report = verify(old)
    assert (report.fault, report.salts, report.is_free_of_choice) == (None, ("server", "server"), False)
    delete_match(match.pk)
    clear_cache()
    assert import_match(old) == match.pk
    assert store.find_faults(match.pk) == []
    assert rehearse(match.pk).verdict == "same"
    kept = json.loads(export_match(store.open_book(match.pk), None))
    assert kept["entries"] == document["entries"]
    client.force_login(User.objects.get(name="Demo Ben"))
    assert client.get(f"/m/{match.pk}/proof/").content.decode().count("drawn by the server") == 2
