"""The part of the tour that sits at a table: talk, disputes from both sides, the desk, and a match called off."""

from collections.abc import Iterator
from urllib.parse import urlencode

from django.utils import timezone
from playwright.sync_api import Page

from accounts.models import User
from games.logbook import store
from games.models import InboundMail, Match
from games.projections.write import open_decisions
from games.services.consent.consents import ask_consent, withdraw_proposal
from games.services.desk.desk import ask_table
from games.services.desk.disputes import open_dispute
from games.services.desk.referees import appoint_referee
from games.services.people.messages import keep_notes, say
from games.table.proposals import ProposePause
from pirates.decisions import answered_by, open_to
from tests.e2e.stops import Stop
from tests.games.web.tables import play
from tests.tables import begin_match

STARTS = b'{"starter":0}'


def tour_of_matches(anna: User, ben: User, rita: User) -> Iterator[Stop]:
    """Yield what stands around a match that runs; Rita is made a referee."""
    match = begin_match([anna, ben], bots=1, options=STARTS)
    yield Stop("preview", "", anna, _preview_path(match))
    play(match, anna, "pass")
    yield Stop("take_back", "", anna, f"/m/{match.pk}/moves/take-back/")
    yield Stop("match_log", "", anna, f"/m/{match.pk}/log/")
    yield Stop("leave", "", anna, f"/m/{match.pk}/leave/")
    yield from _talking(match, anna)
    yield from _agreeing(match, anna, ben)
    yield from _disputing(match, anna, ben, appoint_referee(rita))


def _preview_path(match: Match) -> str:
    """Return where a letter's link to the first move that the first seat may make leads."""
    book = store.open_book(match.pk)
    question = next(each for each in open_to(open_decisions(book), 0) if each.required)
    moves = (move for move in book.game.legal_moves(book.state, 0))
    move = next(move for move in moves if answered_by(move, open_to(open_decisions(book), 0)).key == question.key)
    return f"/m/{match.pk}/preview/?" + urlencode({"decision": question.key, "w": book.game.write(move)})


def _talking(match: Match, anna: User) -> Iterator[Stop]:
    for number, seat in enumerate((None, 1, None)):
        say(match_id=match.pk, author=anna, text="Ahoy, mates.\nWhose turn?", key=f"tour {number}", seat=seat)
    keep_notes(match_id=match.pk, person=anna, text="Ben took 3.")
    yield Stop("match", "talk", anna, f"/m/{match.pk}/")
    yield Stop("talk", "", anna, f"/m/{match.pk}/talk/")
    yield Stop("private_talk", "", anna, f"/m/{match.pk}/talk/2/")
    yield Stop("notes", "", anna, f"/m/{match.pk}/notes/")


def _agreeing(match: Match, anna: User, ben: User) -> Iterator[Stop]:
    page = f"/m/{match.pk}/consent/"
    yield Stop("consent", "", anna, page)
    yield Stop("consent", "learned", anna, f"{page}?to=6")
    ask_consent(match_id=match.pk, player=anna, proposed=ProposePause(3600), channel="page", key="tour")
    for who, state in ((anna, "asking"), (ben, "asked")):
        yield Stop("consent", state, who, page)
        yield Stop("match", f"consent-{state}", who, f"/m/{match.pk}/")
    withdraw_proposal(match_id=match.pk, player=anna, proposal=1, channel="page", key="tour")


def _disputing(match: Match, anna: User, ben: User, rita: User) -> Iterator[Stop]:
    position = match.position
    yield Stop("dispute_entry", "", anna, f"/m/{match.pk}/dispute/{position}/")
    open_dispute(match_id=match.pk, player=anna, position=position, claim="That was not allowed.", key="tour")
    dispute = match.disputes.get()
    ask_table(referee=rita, dispute=dispute, text="What did you see?", key="tour")
    yield Stop("disputes", "own", anna, f"/m/{match.pk}/disputes/")
    yield Stop("disputes", "asked", ben, f"/m/{match.pk}/disputes/")
    yield from _around_the_desk(anna, rita)
    yield Stop("desk_match", "", rita, f"/desk/{match.pk}/")
    yield Stop("desk_moment", "", rita, f"/desk/{match.pk}/", _give_reason)
    yield Stop("desk_moment", "beside", rita, f"/desk/{match.pk}/at/{position}/?seat=1&seat=2&with={position - 1}")
    yield Stop("desk_rule", "", rita, f"/desk/{match.pk}/rule/")
    yield Stop("desk_dispute", "", rita, f"/desk/{match.pk}/disputes/{dispute.number}/")
    yield Stop("desk_dispute", "refused", rita, f"/desk/{match.pk}/disputes/{dispute.number}/", _rule_nothing)
    yield Stop("desk_make_ruling", "", rita, f"/desk/{match.pk}/disputes/{dispute.number}/", _wind_back)
    yield Stop("desk_moment", "ruled", rita, f"/desk/{match.pk}/disputes/{dispute.number}/", _rule)
    yield Stop("disputes", "ruled", ben, f"/m/{match.pk}/disputes/")


def _around_the_desk(anna: User, rita: User) -> Iterator[Stop]:
    now = timezone.now()
    odd = InboundMail.objects.create(
        digest="tour",
        door="imap",
        recipient="nobody@letters.localhost",
        raw=b"From: demo@letters.localhost\r\nSubject: Ahoy\r\n\r\nAhoy\r\n",
        state=InboundMail.State.ASIDE,
        reason="came to no reply address of ours",
        received_at=now,
        not_before=now,
        settled_at=now,
    )
    yield Stop("desk", "refused", anna, "/desk/")
    for name in ("workers", "parked", "odd", "disputes"):
        yield Stop(f"desk_{name}", "", rita, f"/desk/{name.replace('parked', 'outbox').replace('odd', 'inbox')}/")
    yield Stop("desk_people", "", rita, "/desk/people/?name=Demo+Anna")
    yield Stop("desk_odd_mail", "reason", rita, f"/desk/inbox/{odd.pk}/")
    yield Stop("desk_odd_mail", "", rita, f"/desk/inbox/{odd.pk}/", _read_mail)
    yield Stop("desk", "", rita, "/desk/")


def _give_reason(page: Page) -> None:
    page.get_by_label("Why do you look into this match?").fill("Dispute 1")
    page.get_by_role("button", name="Open the match").click()
    page.locator("#moment").wait_for()


def _read_mail(page: Page) -> None:
    page.get_by_label("Why do you read this mail?").fill("It lies there.")
    page.get_by_role("button", name="Read the mail").click()
    page.locator("#words").wait_for()


def _see_ruling(page: Page, ruling: str, *, entry: str = "", reason: str = "It was allowed.") -> None:
    page.get_by_label(ruling).check()
    page.get_by_label("Entry to go back to").fill(entry)
    page.locator("form:has([name=order])").evaluate("form => { form.noValidate = true; }")
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name="See what it does").click()


def _rule_nothing(page: Page) -> None:
    _see_ruling(page, "Void what came after an entry", reason="")
    page.locator(".errorlist").first.wait_for()


def _wind_back(page: Page) -> None:
    _see_ruling(page, "Void what came after an entry", entry="6")
    page.get_by_role("button", name="Make this ruling").wait_for()


def _rule(page: Page) -> None:
    _see_ruling(page, "Uphold")
    page.get_by_role("button", name="Make this ruling").click()
    page.get_by_text("The ruling stands in the log").wait_for()
