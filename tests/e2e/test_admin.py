"""The admin in a real browser: what its policy forbids, it does not need."""

import pytest
from django.contrib import admin
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.conftest import BeginMatch, MakePeople
from tests.e2e.conftest import Visit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_every_list_and_a_page_of_the_admin_runs_under_its_policy(
    visit: Visit, people: MakePeople, begin_match: BeginMatch, settings: Settings
) -> None:
    settings.STAFF_SECOND_FACTOR = False
    root = User.objects.create_superuser("demo.root@letters.localhost", "Demo Root", "a long password")
    match = begin_match(people("Anna", "Ben"))
    page = visit(root)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(f"{page.url}: {message.text}"))
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    for model in admin.site._registry:
        page.goto(f"/admin/{model._meta.app_label}/{model._meta.model_name}/")
        page.wait_for_load_state("networkidle")
    page.goto(f"/admin/games/match/{match.pk}/change/")
    page.wait_for_load_state("networkidle")
    page.goto("/admin/")
    page.wait_for_load_state("networkidle")
    assert not complaints
