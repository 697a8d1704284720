"""What tests in a real browser share: Chromium, and pages of the running site."""

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from accounts.models import User
from tests.accounts.signing import sign_in
from tests.machine import CHROMIUM, HEADLESS

DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
Visit: TypeAlias = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, headless. Its event loop lives in this thread, which Django must not mind."""
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(HEADLESS))
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Browser, live_server: object) -> Iterator[Visit]:
    """Open a page of the running site as somebody or nobody: `visit(anna, size=PHONE, scheme="dark")`.

    `is_scripted` False turns JavaScript off, `has_touch` makes it a screen to touch.
    """
    contexts = []

    def open_one(
        person: User | None = None,
        *,
        size: ViewportSize = DESK,
        scheme: Literal["light", "dark"] = "light",
        is_scripted: bool = True,
        has_touch: bool = False,
    ) -> Page:
        context = browser.new_context(
            base_url=str(live_server),
            viewport=size,
            color_scheme=scheme,
            reduced_motion="reduce",
            java_script_enabled=is_scripted,
            has_touch=has_touch,
        )
        context.set_default_timeout(30_000)
        contexts.append(context)
        if person is not None:
            client = sign_in(Client(), person)
            cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": str(live_server)}])
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()
