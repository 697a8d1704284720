"""Who asks: the address that our outermost proxy saw, whatever a visitor writes into the headers."""

import random

import pytest
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from accounts.adapter import AccountAdapter
from accounts.askers import address_of, asker_of

PROXY = "10.0.0.2"
VISITOR = "203.0.113.9"


def ask(forwarded: str | None, peer: str = PROXY) -> str:
    """Return the address that a request with these counts for."""
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    request = RequestFactory(headers=headers).get("/", REMOTE_ADDR=peer)
    assert AccountAdapter(request).get_client_ip(request) == address_of(request)
    return address_of(request)


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, None, PROXY),
        (0, VISITOR, PROXY),
        (1, VISITOR, VISITOR),
        (1, f"1.2.3.4, {VISITOR}", VISITOR),
        (1, None, PROXY),
        (1, "nonsense", PROXY),
        (1, " , ,", PROXY),
        (2, f"6.6.6.6, {VISITOR}, 10.0.0.3", VISITOR),
        (2, VISITOR, VISITOR),
        (1, f"{VISITOR}:4711", VISITOR),
        (1, "[2001:db8:1:2:3:4:5:6]:4711", "2001:db8:1:2::/64"),
        (1, "2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        (1, "::ffff:203.0.113.9", VISITOR),
        (1, "fe80::1%eth0", "fe80::/64"),
    ],
)
def test_the_address_is_what_the_outermost_proxy_of_ours_saw(
    proxies: int, forwarded: str | None, address: str, settings: Settings
) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    assert ask(forwarded) == address


def test_what_a_visitor_writes_before_it_changes_nothing(settings: Settings) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    chance = random.Random(7)
    for _ in range(200):
        written = ", ".join(str(chance.choice(["", "x", "1.1.1.1", "::1", '"', "unknown"])) for _ in range(5))
        assert ask(f"{written}, {VISITOR}") == VISITOR


@given(st.text(alphabet=st.characters(codec="latin-1"), max_size=60), st.integers(0, 3))
def test_no_header_is_a_fault(forwarded: str, proxies: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.conf.settings.TRUSTED_PROXY_COUNT", proxies)
        assert isinstance(ask(forwarded.replace("\r", "").replace("\n", ""), peer=""), str)


def test_somebody_signed_in_counts_as_that_person_from_everywhere() -> None:
    request = RequestFactory().get("/")
    request.user = type("Person", (), {"pk": 7})()
    assert asker_of(request) == "user/7"
