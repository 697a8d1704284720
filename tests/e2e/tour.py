"""A tour of every page that is not a table at play: what the test of accessibility and the screenshots visit.

A stop may follow from what was done since the one before it, so look at each before asking for the next.
"""

import re
from collections.abc import Iterator
from datetime import timedelta

from django.core import mail
from django.utils import timezone
from playwright.sync_api import Page

from accounts.addresses import mark_of, stop
from accounts.guests import make_guest
from accounts.models import TroubledAddress, User
from games.notifications.repairs import try_address
from games.notifications.subscriptions import refuse_invitation_url, unsubscribe_url
from games.postoffice.mailboxes import deliver, mails_of, slug_of
from games.services.clocks.availability import declare_absence
from games.services.clocks.calendar_feeds import open_feed
from games.services.tables.invitation_links import token_of
from games.services.tables.invitations import invite_by_address, invite_by_link
from games.services.tables.matches import MatchPlan, open_match
from games.services.tables.ready_check_links import ready_check_token
from games.services.tables.seats import seat_player
from pirates.registry import GAMES
from tests.e2e.stops import Stop, path_of
from tests.e2e.tour_of_matches import tour_of_matches
from tests.e2e.tour_of_waiting import tour_of_waiting

BOX = "demo.anna@letters.localhost"
LETTER = (
    b"From: Letters of Marque <harbour@letters.localhost>\r\nTo: demo.anna@letters.localhost\r\n"
    b"Subject: Your move\r\nReply-To: r@letters.localhost\r\nMessage-ID: <1@letters.localhost>\r\n"
    b"Content-Type: text/plain\r\n\r\nAhoy\r\n"
)


def tour(anna: User, ben: User, cleo: User, rita: User) -> Iterator[Stop]:
    """Yield every stop; Rita is made a referee, and letters to Cleo are stopped at the end."""
    yield from _around(anna)
    yield from _account(anna)
    yield from _ready_check(anna, ben, cleo)
    yield from tour_of_matches(anna, ben, rita)
    yield from tour_of_waiting(anna, ben)
    yield from _lists(anna)
    yield from _own_preferences(anna, cleo)
    yield from _post_office()


def _around(anna: User) -> Iterator[Stop]:
    guest = make_guest()
    for who, state in ((None, "visitor"), (anna, "player"), (guest, "guest")):
        yield Stop("front", state, who, "/")
    yield Stop("fairness", "", None, "/fairness/")
    for slug in GAMES:
        yield Stop("help", slug, None, f"/help/{slug}/")
        yield Stop("new_match", slug, anna, f"/tables/new/?game={slug}")
    yield Stop("new_match", "refused", anna, "/tables/new/", _send_wrong)
    yield Stop("my_matches", "empty", guest, "/matches/")
    yield Stop("front", "nothing-here", None, "/nothing-here/")


def _send_wrong(page: Page) -> None:
    page.locator("main form.panel").evaluate("""form => {
        form.noValidate = true;
        form.elements.title.removeAttribute("maxlength");
        form.elements.title.value = "t".repeat(90);
        form.submit();
    }""")
    page.locator(".errorlist").first.wait_for()


def _account(anna: User) -> Iterator[Stop]:
    yield Stop("profile", "", anna, "/account/")
    yield Stop("profile", "refused", anna, "/account/", lambda page: _rename(page, "<b>"))
    yield Stop("api_keys", "", anna, "/account/keys/")
    yield Stop("api_keys", "issued", anna, "/account/keys/", _issue_key)
    yield Stop("blocks", "empty", anna, "/account/blocks/")
    yield Stop("blocks", "one", anna, "/account/blocks/", _block)
    yield Stop("unsubscribe", "", None, path_of(unsubscribe_url(anna, "your_move")))
    yield Stop("leave_for_good", "", anna, "/account/delete/")
    yield Stop("leave_for_good", "refused", anna, "/account/delete/", _leave_as_another)
    for name in ("login", "signup", "login/code", "password/reset"):
        yield Stop("account", name.replace("/", "-"), None, f"/accounts/{name}/")
    yield Stop("account", "login-refused", None, "/accounts/login/", _sign_in_wrong)
    for name in ("email", "logout", "password/change", "confirm-email"):
        yield Stop("account", name.replace("/", "-"), anna, f"/accounts/{name}/")


def _leave_as_another(page: Page) -> None:
    page.locator("main [name=name]").fill("Demo Ben")
    page.locator("main form button").last.click()
    page.locator("main [role=alert], main .errorlist").first.wait_for()


def _rename(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Save").click()
    page.locator(".errorlist").first.wait_for()


def _block(page: Page) -> None:
    page.get_by_label("Name of the player").fill("Demo Rita")
    page.get_by_role("button", name="Block", exact=True).click()
    page.get_by_role("button", name="Unblock").wait_for()


def _issue_key(page: Page) -> None:
    page.get_by_label("What is the key for?").fill("demo")
    page.get_by_role("button", name="Issue a key").click()
    page.locator("code.key").wait_for()


def _sign_in_wrong(page: Page) -> None:
    page.get_by_label("Email").fill("demo.anna@letters.localhost")
    page.get_by_label("Password").fill("not the word")
    page.get_by_role("main").get_by_role("button").first.click()
    page.locator(".errorlist").first.wait_for()


def _ready_check(anna: User, ben: User, cleo: User) -> Iterator[Stop]:
    plan = MatchPlan(
        game=next(iter(GAMES)), title="Demo: the ready check", seats=3, pace=timedelta(days=2), has_ready_check=True
    )
    match = open_match(host=anna, plan=plan, key="tour")
    sent = invite_by_address(match=match, host=anna, address="demo.finn@letters.localhost")
    link = invite_by_link(match=match, host=anna)
    for who, state in ((anna, "host"), (ben, "stranger"), (None, "visitor")):
        yield Stop("match", f"open-{state}", who, f"/m/{match.pk}/")
    for who, state in ((ben, "player"), (None, "visitor")):
        yield Stop("invitation", state, who, f"/i/{link}/")
    yield Stop("invitation", "by-mail", None, f"/i/{token_of(sent)}/")
    yield Stop("refuse_invitation", "", None, path_of(refuse_invitation_url(sent)))
    seat_player(match_id=match.pk, player=ben, key="tour")
    seat_player(match_id=match.pk, player=cleo, key="tour")
    for who, state in ((anna, "host"), (ben, "asked"), (cleo, "confirmed")):
        yield Stop("match", f"ready-check-{state}", who, f"/m/{match.pk}/")
    yield Stop("answer_ready_check", "", None, f"/ready/{match.pk}/{ready_check_token(match.pk, ben)}/")
    yield Stop("invitation", "full", None, f"/i/{link}/")


def _lists(anna: User) -> Iterator[Stop]:
    """Yield the lists, once there are tables to list."""
    yield Stop("my_matches", "", anna, "/matches/")
    yield Stop("my_matches", "narrow", anna, "/matches/?show=players&pace=weeks")
    for who, state in ((None, "visitor"), (anna, "player")):
        yield Stop("open_tables", state, who, "/tables/")
    yield Stop("open_tables", "narrow", anna, "/tables/?show=watch&pace=minutes")


def _own_preferences(anna: User, cleo: User) -> Iterator[Stop]:
    yield Stop("mail_preferences", "", anna, "/account/mail/")
    yield Stop("availability", "", anna, "/account/time/")
    now = timezone.now()
    declare_absence(user=anna, begins=now + timedelta(days=3), ends=now + timedelta(days=9))
    open_feed(user=anna)
    yield Stop("availability", "away", anna, "/account/time/")
    yield Stop("be_away", "refused", anna, "/account/time/", _be_away_never)
    stop(mark_of(cleo.email), TroubledAddress.Cause.BOUNCED, "no such mailbox")
    assert try_address(cleo)
    yield Stop("mail_preferences", "stopped", cleo, "/account/mail/")
    link = re.search(r"https?://\S+/mail/works/\S+", str(mail.outbox[-1].body))
    assert link
    yield Stop("mail_works", "", cleo, path_of(link[0]))


def _be_away_never(page: Page) -> None:
    form = page.locator('form[action$="/account/time/away/"]')
    form.evaluate("form => { form.noValidate = true; form.submit(); }")
    page.locator(".errorlist").first.wait_for()


def _post_office() -> Iterator[Stop]:
    deliver(BOX, LETTER)
    box, letter = slug_of(BOX), mails_of(BOX)[0]
    yield Stop("post_office", "", None, "/post/")
    yield Stop("mailbox", "", None, f"/post/{box}/")
    yield Stop("mail", "", None, f"/post/{box}/{letter.key}/")
