"""Names: what may be in one, which ones are taken for others, and that none stands in anybody's way."""

import random
import unicodedata
from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection

from accounts.departures import empty_account
from accounts.forms import SignupForm
from accounts.models import User
from accounts.names import LONGEST_KEY, check_name, name_key
from accounts.preferences import change_preferences
from tests.conftest import MakePeople

TWINS = {"a": "\u0430\u03b1\uff41", "e": "\u0435", "o": "\u043e\u03bf0", "p": "\u0440\u03c1", "c": "\u0441"}
KEPT = (
    "Referee Rex", "The clock", "the-Clock", "Ref\u0435ree", "REFEREE", "R3feree Rita", "Cutlass Bot", "Admin",
    "Departed captain", "Departed captain 0a1b2c", "D\u0435parted captain x", "adm\u0456n", "Schiedsrichter Tom",
    "Die Uhr", "El reloj",
)  # fmt: skip
FINE = (
    "Demo Anna",
    "Clockwork Tim",
    "Robot-Ann",
    "O'Neill",
    "Staffan",
    "\u00c4nne",
    "\u0418\u0432\u0430\u043d",
    "\u674e\u96f7",
    "Supportive",
)


def refusal_of(name: str) -> str:
    """Return the code for which a name is refused, or ""."""
    try:
        check_name(name)
    except ValidationError as refusal:
        return str(refusal.code)
    return ""


@pytest.mark.parametrize("name", KEPT)
def test_a_name_that_the_site_speaks_of_itself_by_is_kept(name: str) -> None:
    assert refusal_of(name) == "name_reserved"


@pytest.mark.parametrize("name", FINE)
def test_a_name_that_only_holds_such_letters_is_fine(name: str) -> None:
    assert refusal_of(name) == ""


def test_letters_of_other_scripts_that_look_like_ours_make_no_other_name() -> None:
    chance = random.Random(39)
    for _ in range(200):
        twin = "".join(chance.choice(TWINS.get(each, each) + each) for each in "peace and cocoa")
        assert name_key(twin) == name_key("peace and cocoa"), twin


def test_a_name_that_grows_when_it_is_written_in_full_is_refused_and_never_too_long_for_its_row() -> None:
    growing = [chr(each) for each in range(0x110000) if len(unicodedata.normalize("NFKC", chr(each))) > 3]
    assert growing
    for each in growing:
        name = each * 30
        assert refusal_of(name) in ("name_length", "name_letters") or len(name_key(name)) <= LONGEST_KEY
    assert refusal_of("\ufdfa" * 30) == "name_length"


@pytest.mark.django_db
def test_signing_up_with_any_of_them_is_answered_and_never_a_fault() -> None:
    for name in (*KEPT, "\ufdfa" * 30, "\u2474" * 30, "-'", "'", "\u0301" * 5, "a\u0301" * 15):
        form = SignupForm({"name": name, "email": "demo.new@letters.localhost"})
        assert form.is_valid() == (refusal_of(" ".join(name.split())) == "")


@pytest.mark.django_db
def test_somebody_who_took_the_name_of_a_departed_blocks_no_departure(people: MakePeople) -> None:
    anna, ben = people("Anna", "Ben")
    User.objects.filter(pk=ben.pk).update(
        name=f"Departed captain {anna.ref.hex[:12]}", name_key=name_key(f"Departed captain {anna.ref.hex[:12]}")
    )
    empty_account(anna)
    assert User.objects.get(pk=anna.pk).name.startswith("Departed captain ")


@pytest.mark.django_db
def test_who_has_a_name_that_is_kept_by_now_can_change_everything_else(people: MakePeople) -> None:
    (anna,) = people("Anna")
    User.objects.filter(pk=anna.pk).update(name="Referee Rex", name_key=name_key("Referee Rex"))
    anna.refresh_from_db()
    change_preferences(user=anna, name="Referee Rex", language="de")
    with pytest.raises(ValidationError):
        change_preferences(user=anna, name="Referee Rita")


@pytest.mark.django_db
def test_names_that_look_alike_by_now_are_told_apart_by_a_mark_that_stays(people: MakePeople) -> None:
    anna, ben = people("Anna", "Ben")
    User.objects.filter(pk=anna.pk).update(name="Demo Ben", name_key="old")
    migration = import_module("accounts.migrations.0010_names_by_their_skeleton")
    migration.renew(apps, connection.schema_editor())
    keys = dict(User.objects.values_list("pk", "name_key"))
    assert keys == {anna.pk: name_key("Demo Ben"), ben.pk: f"{name_key('Demo Ben')}#{ben.pk}"}
    later = User.objects.get(pk=ben.pk)
    later.save()
    assert later.name_key == keys[ben.pk]
