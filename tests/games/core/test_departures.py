"""A person who goes: shared matches stay whole, what is personal is gone, nobody comes back as them."""

import json
from datetime import timedelta

import pytest
from django.test import Client

from accounts.api_keys import find_key_owner, issue_api_key
from accounts.models import User
from games.logbook import store
from games.models import InboundMail, Match, Notes, OutboxMail, ReplyAddress
from games.notifications.relay import relay_outbox
from games.projections.rebuild import find_drift
from games.refusals import NotNow
from games.selectors.play.names import names_of
from games.services.desk.disputes import open_dispute
from games.services.people.departures import depart
from games.services.people.messages import keep_notes, say
from games.services.people.reply_addresses import make_reply_address
from games.services.tables.matches import MatchPlan, open_match
from tests.accounts.signing import sign_in
from tests.conftest import BeginMatch, MakePeople

pytestmark = pytest.mark.django_db


@pytest.fixture
def crew(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def match(crew: list[User], begin_match: BeginMatch) -> Match:
    """Return a running match in which Anna has left traces of every kind."""
    match = begin_match(crew)
    say(match_id=match.pk, author=crew[0], text="Ahoy there", key="a")
    keep_notes(match_id=match.pk, person=crew[0], text="Ben has the map")
    open_dispute(match_id=match.pk, player=crew[0], position=3, claim="Wrong", key="d")
    address = make_reply_address(match_id=match.pk, seat=0, player=crew[0], decision="1.1:turn")
    InboundMail.objects.create(
        digest="d",
        door="smtp",
        sender=crew[0].email,
        recipient=address,
        token_digest=ReplyAddress.objects.get().digest,
        raw=b"From: demo.anna@letters.localhost\r\n\r\nhello",
        state="handled",
        received_at=match.opened_at,
        not_before=match.opened_at,
    )
    return match


def test_shared_matches_go_on_without_the_name_and_nothing_in_them_is_lost(crew: list[User], match: Match) -> None:
    depart(person=crew[0])
    book = store.open_book(match.pk)
    assert book.table.chairs[0].has_resigned
    assert names_of(book)[0].startswith("Departed captain")
    assert store.find_faults(match.pk) == []
    assert find_drift(match.pk) == []


def test_nothing_personal_is_left_in_the_account_the_mail_or_the_notes(crew: list[User], match: Match) -> None:
    depart(person=crew[0])
    gone = User.objects.get(ref=crew[0].ref)
    assert "anna" not in f"{gone.email} {gone.name} {gone.name_key}".lower()
    assert not gone.is_active
    assert not gone.has_usable_password()
    assert not Notes.objects.exists()
    assert not ReplyAddress.objects.exists()
    received = InboundMail.objects.get()
    assert (bytes(received.raw), received.sender) == (b"", "")
    assert not OutboxMail.objects.filter(recipient=gone).exists()


def test_no_letter_leaves_for_who_has_gone(crew: list[User], match: Match, mailoutbox: list[object]) -> None:
    depart(person=crew[0])
    relay_outbox()
    assert not any("anna" in str(getattr(letter, "to", "")) for letter in mailoutbox)


def test_a_newcomer_with_the_old_name_and_address_gets_nothing_of_the_old_account(
    crew: list[User], match: Match
) -> None:
    name, email, _key = crew[0].name, crew[0].email, issue_api_key(user=crew[0], name="k")[1]
    depart(person=crew[0])
    newcomer = User.objects.create_user(email, name)
    assert newcomer.ref != crew[0].ref
    assert store.open_book(match.pk).table.seat_of(newcomer.ref.hex) is None
    assert find_key_owner(_key) is None


def test_a_table_that_waits_is_called_off_with_its_host(crew: list[User]) -> None:
    plan = MatchPlan(game="capitan-bacon", title="Demo match", seats=3, pace=timedelta(days=1))
    match = open_match(host=crew[0], plan=plan)
    depart(person=crew[0])
    match.refresh_from_db()
    assert match.status == Match.Status.OVER


def test_going_twice_is_going_once(crew: list[User], match: Match) -> None:
    depart(person=crew[0])
    before = store.open_book(match.pk).position
    depart(person=User.objects.get(ref=crew[0].ref))
    assert store.open_book(match.pk).position == before


def test_staff_give_up_their_rights_first(crew: list[User]) -> None:
    crew[0].is_staff = True
    with pytest.raises(NotNow):
        depart(person=crew[0])


def test_own_data_is_handed_out_whole_and_without_anybody_elses(crew: list[User], match: Match, client: Client) -> None:
    say(match_id=match.pk, author=crew[1], text="Secret of Ben", key="b")
    client.force_login(crew[0])
    answer = client.get("/account/data/")
    data = json.loads(answer.content)
    assert data["account"]["email"] == crew[0].email
    assert [each["text"] for each in data["messages"]] == ["Ahoy there"]
    assert [each["text"] for each in data["notes"]] == ["Ben has the map"]
    assert data["matches"][0]["match"] == match.pk
    assert "hello" in data["mails"][0]["text"]
    assert "Secret of Ben" not in answer.content.decode()
    assert "attachment" in answer.headers["Content-Disposition"]


def test_an_account_is_deleted_by_page_only_with_the_own_name_typed_in(
    crew: list[User], match: Match, client: Client
) -> None:
    sign_in(client, crew[0])
    assert "1 running match" in client.get("/account/delete/").content.decode()
    assert client.post("/account/delete/", {"name": "Demo Ben"}).status_code == 400
    assert client.post("/account/delete/", {"name": "Demo Anna"}).headers["Location"] == "/"
    assert not User.objects.filter(name="Demo Anna").exists()
    assert client.get("/account/").status_code == 302
