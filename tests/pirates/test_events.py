"""A reader's copy of an Event holds the secrets that name it, and no others."""

from typing import Annotated

import msgspec
import pytest

from pirates.events import Event, Secret, redact, secrets_of
from pirates.seats import Seat


class GemStolen(Event, frozen=True):
    thief: Seat
    victim: Seat
    gem: Annotated[str | None, Secret("thief", "victim")]


class GemsShared(Event, frozen=True):
    sharers: tuple[Seat, ...]
    finder: Seat | None
    gems: Annotated[tuple[str, ...] | None, Secret("sharers", "finder")]
    left: Annotated[int | None, Secret()]


class FlagRaised(Event, frozen=True):
    seat: Seat


STOLEN = GemStolen(0, 2, "ruby")
SHARED = GemsShared((1, 3), None, ("ruby", "pearl"), 4)


@pytest.mark.parametrize(("viewer", "gem"), [(0, "ruby"), (2, "ruby"), (1, None), (None, None)])
def test_thief_and_victim_read_what_was_stolen(viewer: Seat | None, gem: str | None) -> None:
    assert redact(STOLEN, viewer) == GemStolen(0, 2, gem)


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_readers_may_be_several_or_missing_and_a_secret_may_have_none(viewer: Seat | None) -> None:
    gems = SHARED.gems if viewer in SHARED.sharers else None
    assert redact(SHARED, viewer) == GemsShared((1, 3), None, gems, None)


def test_what_hides_nothing_is_told_as_it_is() -> None:
    assert redact(FlagRaised(3), None) is not None
    assert redact(FlagRaised(3), None) == FlagRaised(3)


def test_redacting_leaves_the_whole_event_whole() -> None:
    redact(STOLEN, None)
    assert STOLEN.gem == "ruby"
    assert redact(redact(STOLEN, 0), 0) == STOLEN


def test_secrets_are_listed_with_their_readers() -> None:
    assert secrets_of(GemsShared) == (("gems", ("sharers", "finder")), ("left", ()))
    assert secrets_of(FlagRaised) == ()


def test_a_stored_event_is_named_with_its_schema_and_nothing_unknown_is_read() -> None:
    assert msgspec.json.encode(FlagRaised(3)) == b'{"type":"FlagRaised.1","seat":3}'
    for unknown in (b'{"type":"FlagRaised.2","seat":3}', b'{"type":"FlagRaised.1","seat":3,"colour":"red"}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(unknown, type=FlagRaised)
