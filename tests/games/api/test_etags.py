"""ETags and caches: the tag belongs to the very bytes, and no answer belongs to anybody but the asker."""

import pytest

from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import API, asked_client, client_of, clients_of, question_of, send

pytestmark = pytest.mark.django_db


def test_the_same_bytes_are_not_sent_again_until_they_change(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    clients, address = clients_of(players), f"{API}matches/{match.pk}/"
    first = clients[0].get(address)
    for known in (first.headers["ETag"], f"W/{first.headers['ETag']}", f'"x", {first.headers["ETag"]}', "*"):
        again = clients[0].get(address, headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["ETag"] == first.headers["ETag"]
        assert again.headers["Cache-Control"] == "private, no-store"
    mover = asked_client(clients, match.pk)
    send(mover, f"matches/{match.pk}/moves/", {"decision": question_of(mover, match.pk), "notation": "pass"})
    changed = clients[0].get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200
    assert changed.headers["ETag"] != first.headers["ETag"]


@pytest.mark.parametrize("address", ["matches/{id}/", "matches/{id}/moves/", "matches/{id}/at/4/", "me/", "me/keys/"])
def test_the_tag_of_one_player_says_nothing_to_another(
    address: str, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    address = API + address.replace("{id}", begin_match(players).pk)
    anna, ben = clients_of(players)
    answer = ben.get(address, headers={"If-None-Match": anna.get(address).headers["ETag"]})
    assert answer.status_code == 200
    assert answer.headers["ETag"] != anna.get(address).headers["ETag"]


def test_private_answers_and_refusals_are_kept_by_nobody(people: MakePeople, begin_match: BeginMatch) -> None:
    anna, stranger = people("Anna", "Ben")
    match = begin_match([anna], bots=1, is_private=True)
    own = ("matches/", "me/", "me/keys/", *(f"matches/{match.pk}/{part}" for part in ("", "moves/", "log/", "export/")))
    for client in (client_of(anna), client_of(stranger)):
        for address in own:
            answer = client.get(API + address)
            assert answer.headers["Cache-Control"] == "private, no-store"
            assert {"Authorization", "Cookie"} <= {each.strip() for each in answer.headers["Vary"].split(",")}
            assert not answer.cookies


def test_what_everybody_may_read_may_be_kept(people: MakePeople) -> None:
    client = client_of(people("Anna")[0])
    for address in ("games/", "games/capitan-bacon/"):
        answer = client.get(API + address)
        assert answer.headers["Cache-Control"] == "public, max-age=300"
        assert client.get(API + address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
