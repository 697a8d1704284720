"""Bounces in servers' own words: known where they are certain, and no answer of an absent person is taken for one."""

from pathlib import Path

import pytest

from accounts.return_paths import return_path
from games.inbound.doors.storing import store_mail
from games.inbound.machines.reports import read_report
from games.inbound.reading import read_inbox
from games.models import InboundMail
from games.notifications.delivery_status import DeliveryNotice, DeliveryReport

BOUNCES = Path(__file__).parent / "corpus" / "bounces"
TOLD = {
    "qmail": (DeliveryNotice.HARD, "550 5.1.1 no mailbox here by that name"),
    "exim": (DeliveryNotice.HARD, "550 5.1.1 user unknown"),
    "exim-delayed": (DeliveryNotice.DEFERRED, "Warning: message 1abcde-000 delayed 24 hours"),
    "exchange-old": (DeliveryNotice.HARD, "5.1.1"),
    "webmail-full": (DeliveryNotice.SOFT, "5.2.2 mailbox is over its quota"),
    "groupware": (DeliveryNotice.HARD, "User demo.anna (demo.anna@mail.example) not listed in the directory"),
    "html-only": (DeliveryNotice.HARD, "550 5.1.1 no such user"),
    "status-in-mixed": (DeliveryNotice.HARD, "5.1.1"),
    "no-code": (DeliveryNotice.SOFT, "Undelivered mail"),
}
MAILS = sorted(file.stem for file in BOUNCES.glob("*.eml"))


def read(mail: str) -> DeliveryReport | None:
    return read_report((BOUNCES / f"{mail}.eml").read_bytes(), "o7")


@pytest.mark.parametrize("mail", sorted(TOLD))
def test_a_bounce_in_a_servers_own_words_is_known(mail: str) -> None:
    report = read(mail)
    assert report is not None
    assert (report.name, report.told) == ("o7", TOLD[mail][0])
    assert TOLD[mail][1] in report.detail


def test_what_a_person_or_their_absence_wrote_is_no_bounce() -> None:
    others = [mail for mail in MAILS if mail not in TOLD]
    assert len(others) >= 4
    assert [read(mail) for mail in others] == [None] * len(others)


@pytest.mark.django_db
def test_what_came_back_in_no_known_form_waits_at_the_desk() -> None:
    raw = (BOUNCES / "no-bounce-strange-parameters.eml").read_bytes()
    store_mail(raw, "", return_path("o7"), "smtp")
    read_inbox()
    mail = InboundMail.objects.get()
    assert (mail.state, mail.reason) == (InboundMail.State.ASIDE, "came back, but is no delivery report")
