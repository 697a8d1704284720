"""What second factors are made of is read by nobody who has the database alone."""

import json
from importlib import import_module
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from cryptography.fernet import InvalidToken
from django.apps import apps
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.departures import empty_account
from accounts.models import User
from accounts.second_factors import change_secrets, seal, unseal
from tests.accounts.signing import PASSWORD, code_now, set_up_app

pytestmark = pytest.mark.django_db

_migration = import_module("accounts.migrations.0009_second_factors_are_encrypted")


@pytest.fixture
def root() -> User:
    return User.objects.create_superuser("demo.root@letters.localhost", "Demo Root", PASSWORD)


def kept() -> str:
    """Return all that is kept of second factors."""
    return json.dumps(list(Authenticator.objects.order_by("pk").values_list("data", flat=True)))


def accepts(root: User, code: str) -> bool:
    """Whether a code of the app or a recovery code is accepted."""
    rows = {row.type: row for row in Authenticator.objects.filter(user=root)}
    return bool(TOTP(rows["totp"]).validate_code(code) or RecoveryCodes(rows["recovery_codes"]).validate_code(code))


def test_secrets_are_kept_encrypted_and_sign_in_all_the_same(root: User) -> None:
    secret = set_up_app(root)
    seed = unseal(Authenticator.objects.get(type="recovery_codes").data["seed"])
    assert secret not in kept()
    assert seed not in kept()
    browser = Client()
    browser.post("/accounts/login/", {"login": root.email, "password": PASSWORD})
    browser.post("/accounts/2fa/authenticate/", {"code": code_now(secret)})
    assert browser.get("/matches/").status_code == 200


def test_the_same_secret_is_never_kept_alike_twice() -> None:
    assert seal("ABC") != seal("ABC")
    assert unseal(seal("ABC")) == "ABC"


def test_rows_from_before_are_encrypted_by_the_migration_and_back(root: User) -> None:
    codes = {"migrated_codes": ["11112222", "33334444"], "used_mask": 0}
    for kind, data in (("totp", {"secret": "JBSWY3DPEHPK3PXP"}), ("recovery_codes", codes)):
        Authenticator.objects.create(user=root, type=kind, data=data)
    before = kept()
    _migration.encrypt(apps, None)
    assert not [each for each in ("JBSWY3DPEHPK3PXP", "11112222", "33334444") if each in kept()]
    assert accepts(root, code_now("JBSWY3DPEHPK3PXP"))
    _migration.decrypt(apps, None)
    assert kept() == before


def test_a_new_secret_key_reads_what_the_old_one_wrote_and_writes_it_anew(root: User, settings: Settings) -> None:
    secret = set_up_app(root)
    old, settings.SECRET_KEY = settings.SECRET_KEY, "a new key for tests, long enough to be one"
    settings.SECRET_KEY_FALLBACKS = [old]
    assert accepts(root, code_now(secret))
    call_command("reseal_second_factors", stdout=StringIO())
    settings.SECRET_KEY_FALLBACKS = []
    row = Authenticator.objects.get(user=root, type="totp")
    assert unseal(row.data["secret"]) == secret


def test_a_secret_that_no_key_reads_fits_no_code(root: User, settings: Settings) -> None:
    secret = set_up_app(root)
    codes = RecoveryCodes.activate(root).get_unused_codes()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a key that wrote none of this, long enough", []
    for code in (code_now(secret), codes[0], "", "000000", code_now("A" * 32)):
        assert not accepts(root, code), code
    with pytest.raises(CommandError, match="anew: 2"):
        call_command("reseal_second_factors", stdout=StringIO())


def test_only_what_is_secret_is_changed() -> None:
    data = {"secret": "a", "seed": "b", "migrated_codes": ["c"], "used_mask": 5, "viewed_at": 1.5}
    changed = {"secret": "A", "seed": "B", "migrated_codes": ["C"], "used_mask": 5, "viewed_at": 1.5}
    assert change_secrets(data, str.upper) == changed


def test_tampered_rows_are_not_read() -> None:
    with pytest.raises(InvalidToken):
        unseal("JBSWY3DPEHPK3PXP")


def test_a_departed_captain_keeps_no_second_factor(root: User) -> None:
    set_up_app(root)
    empty_account(root)
    assert kept() == "[]"
