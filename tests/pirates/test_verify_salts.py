"""The verifier says of each seat where its salt came from, and finds one that is not what the log calls it."""

from typing import Any

import pytest

from pirates.fingerprints import canonical_json, seat_salt, seed_of
from pirates.verify import Report, verify
from tests.pirates.exported import SECRET, export_of, rechained, redigested, told_of
from tests.pirates.test_verify import PLAYOUT, TOYS
from tests.pirates.toy_trial import TRIAL
from tests.pirates.trial import play

SEATS = PLAYOUT.variant.seats


def told(sources: list[str], salts: list[bytes], late: list[tuple[int, str, bytes]]) -> Report:
    """Return the report on a match whose seats were salted so, some of them once more."""
    given = dict(enumerate(salts)) | {seat: salt for seat, _, salt in late}
    playout = play(TRIAL, PLAYOUT.variant, seed_of(SECRET, (salt for _, salt in sorted(given.items()))))
    more: list[Any] = [
        (
            f"seat:{seat}",
            {"type": "GiveSalt"},
            [{"type": "SaltGiven.1", "seat": seat, "salt": salt.hex(), "salt_from": by}],
        )
        for seat, by, salt in late
    ]
    document = export_of(TRIAL.game, playout, [*more, *map(told_of, playout.steps)])
    for seat, (source, salt) in enumerate(zip(sources, salts, strict=True)):
        [taken] = document["entries"][1 + seat]["events"]
        taken |= {"salt": salt.hex()} | ({"salt_from": source} if source else {})
    return verify(canonical_json(redigested(rechained(document))), TOYS)


def following() -> list[bytes]:
    return [seat_salt(SECRET, seat) for seat in range(SEATS)]


@pytest.mark.parametrize(
    ("sources", "is_free"),
    [
        (["secret"] * SEATS, False),
        (["", *["secret"] * (SEATS - 1)], False),
        (["browser", *["secret"] * (SEATS - 1)], True),
        (["client", *["secret"] * (SEATS - 1)], True),
        (["browser", *["server"] * (SEATS - 1)], False),
    ],
)
def test_a_deal_is_free_of_choice_where_a_player_salted_it_and_the_server_drew_none(
    sources: list[str], is_free: bool
) -> None:
    report = told(sources, following(), [])
    assert report.fault is None
    assert report.salts == tuple(source or "server" for source in sources)
    assert report.is_free_of_choice == is_free
    assert ("Nobody who ran the server could choose this deal" in "\n".join(report.lines())) == is_free
    assert len([line for line in report.lines() if line.startswith("Salt of seat")]) == SEATS


def test_salt_that_is_given_once_more_before_the_start_counts_in_place_of_the_first() -> None:
    report = told(["secret"] * SEATS, following(), [(0, "client", b"\7" * 16), (0, "browser", b"\5" * 16)])
    assert (report.fault, report.salts[0], report.is_free_of_choice) == (None, "browser", True)


def test_salt_that_does_not_follow_from_the_secret_as_it_is_said_to_is_found() -> None:
    wrong = [*following()[:-1], b"\1" * 16]
    assert "does not follow from the secret" in told(["secret"] * SEATS, wrong, []).sentence
    assert (
        "does not follow from the secret" in told(["secret"] * SEATS, following(), [(0, "secret", b"\1" * 16)]).sentence
    )


def test_salt_for_a_seat_that_nobody_took_or_after_the_start_is_found() -> None:
    assert "not free to take any" in told(["secret"] * SEATS, following(), [(SEATS, "browser", b"\1" * 16)]).sentence
    late = ("seat:0", {"type": "GiveSalt"}, [{"type": "SaltGiven.1", "seat": 0, "salt": "00", "salt_from": "browser"}])
    document = export_of(TRIAL.game, PLAYOUT, [*map(told_of, PLAYOUT.steps), late])
    assert "not free to take any" in verify(canonical_json(document), TOYS).sentence


def test_a_faulty_export_says_its_fault_and_nothing_of_salt() -> None:
    assert verify(b"{}").lines() == (verify(b"{}").sentence,)
