"""People as staff search for them: by the beginning of a name or an address, so that an index finds them."""

from django.db.models import Q

from accounts.models import User
from accounts.names import name_key

MOST_FOUND = 100


def find_people(term: str) -> list[int]:
    """Return the row numbers of people whose name or address begins like `term`, at most MOST_FOUND."""
    wanted = Q(email__startswith=term.lower())
    if key := name_key(term):
        wanted |= Q(name_key__startswith=key)
    return list(User.objects.filter(wanted).order_by("pk").values_list("pk", flat=True)[:MOST_FOUND])
