"""What a mail server's refusal is about: the address, the letter, the server itself, or us."""

import random
import smtplib

import pytest

from accounts.refusals import Blame, blame_of, is_hard, refusal_of

US = (
    (550, "Blocked: 5.1.77.3 is on a block list, see https://rbl.example.net/5.1.77.3"),
    (550, "5.7.1 Messages from [5.1.77.3] were not sent; part of their network is on our block list"),
    (550, "5.7.26 Unauthenticated mail from letters.localhost is not accepted due to its DMARC policy"),
    (554, "5.7.1 Service unavailable; client host [198.51.100.7] blocked"),
    (550, "JunkMail rejected - letters.localhost [198.51.100.7] is in an RBL"),
    (421, "4.7.0 Try again later, too many messages from your network"),
    (550, "5.7.25 The sending host has no reverse DNS"),
    (451, "4.7.650 The mail server [198.51.100.7] has been temporarily rate limited"),
    (550, "5.1.8 Sender address rejected: domain not found"),
    (554, "Refused. Your IP has a poor reputation"),
    (550, "5.7.1 rejected"),
    (421, "come back later"),
)
LETTER = (
    (550, "5.7.1 Content looks like unsolicited mail"),
    (552, "5.3.4 Message size exceeds fixed limit"),
    (554, "5.6.0 Malformed message"),
    (550, "Message contains a virus"),
    (552, "Message too large"),
)
GONE = (
    (550, "5.1.1 No such mailbox"),
    (550, "5.2.1 The mailbox is disabled"),
    (553, "5.1.3 Bad recipient address syntax"),
    (550, "no such user here"),
    (551, "User not local"),
    (0, "5.1.1 smtp; 550 5.1.1 no such mailbox"),
    (0, "5.0.0 smtp; 550 5.1.1 unknown recipient"),
    (550, "5.1.10 Recipient not found"),
)
ADDRESS = (
    (452, "4.2.2 Mailbox full"),
    (552, "5.2.2 over quota"),
    (450, "4.2.0 greylisted, come again"),
    (451, "4.7.1 Greylisting in action, please come back later"),
    (450, "mailbox busy"),
    (0, "4.4.7 message expired"),
    (550, "refused"),
)
SERVER = ((451, "try again later"), (451, "4.3.0 busy"), (0, ""))


@pytest.mark.parametrize(
    ("blame", "answers"),
    [
        (Blame.US, US),
        (Blame.LETTER, LETTER),
        (Blame.GONE, GONE),
        (Blame.ADDRESS, ADDRESS),
        (Blame.SERVER, SERVER),
    ],
    ids=lambda value: value.name if isinstance(value, Blame) else "",
)
def test_the_words_of_a_server_say_what_it_refuses(blame: Blame, answers: tuple[tuple[int, str], ...]) -> None:
    said = {answer: blame_of(*answer) for answer in answers}
    assert said == dict.fromkeys(said, blame)


def test_an_address_of_ours_in_the_words_is_never_read_as_a_status() -> None:
    dice = random.Random(28)
    for _ in range(500):
        host = f"5.1.{dice.randint(0, 255)}.{dice.randint(0, 255)}"
        words = dice.choice(
            ("Blocked: {}", "{} is listed in a block list", "no mail from [{}]", "client host {} refused")
        )
        assert not is_hard(550, words.format(host)), words.format(host)


def test_whatever_a_server_says_is_read_without_fault_and_nothing_unknown_stops_an_address() -> None:
    dice = random.Random(31)
    alphabet = "5.1.2 7[]-<>@\n\0\t%äß" + "not accepted"
    for _ in range(2000):
        words = "".join(dice.choice(alphabet) for _ in range(dice.randint(0, 60)))
        code = dice.choice((0, 421, 450, 451, 452, 500, 521, 550, 552, 554, 999))
        blame = blame_of(code, words)
        assert blame is not Blame.GONE or words.lstrip(" -\n\t")[:1] == "5" or "no" in words


def test_each_error_of_a_mail_library_is_the_refusal_that_its_server_spoke() -> None:
    refused = smtplib.SMTPRecipientsRefused({"x@y.example": (550, b"5.1.1 no such mailbox")})
    data = smtplib.SMTPDataError(550, b"5.7.1 Content looks like spam")
    sender = smtplib.SMTPSenderRefused(550, b"5.1.1 no", "b@letters.localhost")
    told = [refusal_of(error) for error in (refused, data, sender, OSError(), smtplib.SMTPServerDisconnected("gone"))]
    assert [each.blame if each else None for each in told] == [Blame.GONE, Blame.LETTER, Blame.SERVER, None, None]
