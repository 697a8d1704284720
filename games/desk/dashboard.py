"""The dashboard on the admin's front page: for referees, the oldest trouble of each kind, with links to the desk."""

from typing import Any

from django.http import HttpRequest

from games.selectors.desk.troubles import find_troubles
from games.services.desk.referees import is_referee
from games.web.requests import member_of


def add_troubles(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Return the context of the admin's front page; for referees, add the troubles that need a human."""
    if is_referee(member_of(request)):
        context["troubles"] = find_troubles(member_of(request))
    return context
