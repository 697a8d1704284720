"""Addresses and headers: every value by itself, the same on every Python, and one odd neighbour silences nobody."""

import pytest

from games.inbound.doors.envelopes import MOST_RECIPIENTS, recipients_of, sender_of
from games.inbound.mime.addresses import addresses_in
from games.inbound.mime.headers import read_headers
from tests.games.mail.test_inbound_corpus import CORPUS, MAILS

OURS = "r-aaaaaaaaaaaaaaaaaaaaaaaaaa@letters.localhost"
ODD = (
    "ben@mail.example <ben@mail.example>",
    "Cleo (at home <cleo@mail.example>",
    '"Dario <dario@mail.example>',
    "Edda, Finn <edda@mail.example>",
    "((((((((((",
    "<<<>>>",
    ",;,;",
    "undisclosed-recipients:;",
    "=?utf-8?q?=40=2C=3C?= <finn@mail.example>",
    "=?utf-7?q?+2AA-?=",
    "@@@@ a@b@c",
)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("a@b.example", ["a@b.example"]),
        ("A. B. <a@b.example>", ["a@b.example"]),
        ("a@b.example <c@d.example>", ["c@d.example"]),
        ('"Cee, Dee" <c@d.example>, e@f.example', ["c@d.example", "e@f.example"]),
        ('"x <no@b.example>" <c@d.example>', ["c@d.example"]),
        ("c@d.example (no@b.example)", ["c@d.example"]),
        ("(a (b) no@b.example) c@d.example", ["c@d.example"]),
        ("Crew: a@b.example, c@d.example;", ["a@b.example", "c@d.example"]),
        ("<@relay.example:a@b.example>", ["a@b.example"]),
        ("<mailto:a@b.example>", ["a@b.example"]),
        ("a@b.example; c@d.example", ["a@b.example", "c@d.example"]),
        ("Ship a@b.example", ["a@b.example"]),
        ("<a@b.example", ["a@b.example"]),
        ('<"a b"@c.example>', ['"ab"@c.example']),
        ("<>", []),
        ("", []),
    ],
)
def test_a_value_names_these_addresses(value: str, found: list[str]) -> None:
    assert addresses_in(value) == found


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("header", ["To", "Cc", "Delivered-To", "X-Original-To"])
def test_an_odd_neighbour_silences_no_address_of_ours(odd: str, header: str) -> None:
    for raw in (f"To: Ship <{OURS}>\n{header}: {odd}\n\n", f"{header}: {odd}\nTo: Ship <{OURS}>\n\n"):
        assert recipients_of(read_headers(raw.encode())) == [OURS]
    if header == "To":
        assert recipients_of(read_headers(f"To: Ship <{OURS}>, {odd}\n\n".encode())) == [OURS]


def test_every_reply_of_the_corpus_comes_to_the_address_it_was_sent_to() -> None:
    for mail in MAILS:
        headers = read_headers((CORPUS / f"{mail}.eml").read_bytes())
        assert recipients_of(headers) == [OURS], mail
        assert "@" in sender_of(headers), mail


def test_an_address_in_a_name_is_nobodys_address() -> None:
    assert recipients_of(read_headers(f"To: {OURS} <demo.ben@mail.example>\n\n".encode())) == ["demo.ben@mail.example"]
    assert sender_of(read_headers(b"Return-Path: <>\nFrom: a@b.example\n\n")) == ""


def test_a_mail_to_a_thousand_addresses_of_ours_comes_to_some() -> None:
    many = "".join(f"To: r-{number:a>26}@letters.localhost\n".translate({48: "b", 49: "c"}) for number in range(400))
    found = recipients_of(read_headers(f"{many}\n".encode()))
    assert 0 < len(found) <= MOST_RECIPIENTS


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("=?utf-8?q?S=C3=AD?=", "S\u00ed"),
        ("=?utf-8?b?U8Ot?= =?utf-8?q?_se=C3?= =?utf-8?q?=B1or?=", "S\u00ed se\u00f1or"),
        ("a =?iso-8859-1?q?=E9?= b", "a \u00e9 b"),
        ("=?utf-8*es?q?S=C3=AD?=", "S\u00ed"),
        ("=?utf-7?q?+2AA-?=", "\N{REPLACEMENT CHARACTER}"),
        ("=?nobody-knows?q?a?=", "a"),
        ("=?utf-8?q?half", "=?utf-8?q?half"),
        ("=?utf-8?b?U8Ot", "=?utf-8?b?U8Ot"),
        ("=?utf-8?b?U8O?=", "S\N{REPLACEMENT CHARACTER}"),
    ],
)
def test_encoded_words_are_read_and_what_is_none_stays(written: str, read: str) -> None:
    assert read_headers(f"Subject: {written}\n\n".encode()).first("subject") == read
