"""Players dispute a line of the log by page, answer, let go and appeal; each reads only the words that are for them."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Dispute, DisputeWord, Match
from games.services.desk.desk import ask_table, rule
from games.table.rulings import CloseMatch, Uphold
from tests.conftest import BeginMatch, MakePeople

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben")


@pytest.fixture
def match(players: list[User], begin_match: BeginMatch) -> Match:
    return begin_match(players)


@pytest.fixture
def anna(client: Client, players: list[User]) -> Client:
    client.force_login(players[0])
    return client


@pytest.fixture
def ben(players: list[User]) -> Client:
    browser = Client()
    browser.force_login(players[1])
    return browser


def file_dispute(browser: Client, match: Match, text: str = "He holds two <b>maps</b>") -> None:
    answer = browser.post(f"/m/{match.pk}/dispute/{match.position}/", {"text": text, "key": "one"})
    assert answer.headers["Location"] == f"/m/{match.pk}/disputes/"


def test_a_line_of_the_log_leads_to_the_form_that_disputes_it(anna: Client, match: Match) -> None:
    assert f"/m/{match.pk}/dispute/{match.position}/" in anna.get(f"/m/{match.pk}/log/").content.decode()
    page = anna.get(f"/m/{match.pk}/dispute/{match.position}/").content.decode()
    assert "Bring it before a referee" in page
    assert not Dispute.objects.exists()


def test_the_claim_is_read_by_its_author_and_not_by_the_table(anna: Client, ben: Client, match: Match) -> None:
    file_dispute(anna, match)
    own = anna.get(f"/m/{match.pk}/disputes/").content.decode()
    assert "He holds two &lt;b&gt;maps&lt;/b&gt;" in own
    assert "Let this dispute go" in own
    others = ben.get(f"/m/{match.pk}/disputes/").content.decode()
    assert "Demo Anna disputes entry" in others
    assert "maps" not in others
    assert "Let this dispute go" not in others
    assert "maps" not in ben.get(f"/m/{match.pk}/").content.decode()


def test_an_empty_claim_is_asked_again(anna: Client, match: Match) -> None:
    answer = anna.post(f"/m/{match.pk}/dispute/{match.position}/", {"text": "  "})
    assert answer.status_code == 400
    assert b"Say in words what this is about." in answer.content


@pytest.mark.parametrize("position", [0, 9999])
def test_there_is_no_form_for_an_entry_that_is_not_there(anna: Client, match: Match, position: int) -> None:
    assert anna.get(f"/m/{match.pk}/dispute/{position}/").status_code == 404


def test_who_does_not_sit_there_sees_no_dispute_and_opens_none(
    anna: Client, match: Match, referee: User, client: Client
) -> None:
    file_dispute(anna, match)
    client.force_login(referee)
    assert "Demo Anna disputes" not in client.get(f"/m/{match.pk}/disputes/").content.decode()
    assert client.post(f"/m/{match.pk}/dispute/{match.position}/", {"text": "x"}).status_code in (403, 404)


def test_a_question_is_answered_by_page_and_the_answer_is_for_the_referee(
    anna: Client, ben: Client, match: Match, referee: User
) -> None:
    file_dispute(anna, match)
    ask_table(referee=referee, dispute=Dispute.objects.get(), text="Was the map shown?", key="q", seat=1)
    assert "Was the map shown?" in ben.get(f"/m/{match.pk}/disputes/").content.decode()
    assert "Was the map shown?" not in anna.get(f"/m/{match.pk}/disputes/").content.decode()
    ben.post(f"/m/{match.pk}/disputes/1/answer/", {"text": "It was."})
    assert DisputeWord.objects.get(kind="answer").text == "It was."
    assert "It was." not in anna.get(f"/m/{match.pk}/disputes/").content.decode()


def test_a_dispute_is_let_go_and_a_ruling_appealed_by_page(
    anna: Client, ben: Client, match: Match, referee: User
) -> None:
    file_dispute(anna, match)
    assert ben.post(f"/m/{match.pk}/disputes/1/withdraw/").status_code == 409
    assert anna.post(f"/m/{match.pk}/disputes/1/withdraw/").status_code == 302
    rule(match_id=match.pk, referee=referee, order=Uphold(), reason="As it was played.", key="k")
    assert "As it was played." in ben.get(f"/m/{match.pk}/disputes/").content.decode()
    assert ben.post(f"/m/{match.pk}/disputes/2/appeal/", {"text": "No."}).status_code == 302
    assert Dispute.objects.get(number=2).status == "appealed"


def test_what_referees_did_is_shown_to_the_players_once_the_match_is_over(
    anna: Client, match: Match, referee: User
) -> None:
    rule(match_id=match.pk, referee=referee, order=Uphold(), reason="As it was played.", key="k")
    assert "What referees looked at" not in anna.get(f"/m/{match.pk}/disputes/").content.decode()
    rule(match_id=match.pk, referee=referee, order=CloseMatch(), reason="All agreed.", key="l")
    page = anna.get(f"/m/{match.pk}/disputes/").content.decode()
    assert "What referees looked at" in page
    assert "Demo Rex, ruled" in page
