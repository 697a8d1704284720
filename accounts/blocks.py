"""Block lists: block a person by name, unblock them, and look up who has blocked whom.

What a block does: the two are kept apart at tables that are not begun. Neither sees the other's open tables in the
list, or sits down where the other sits; letters of invitation from the blocked person are never sent; what the blocked
person says in private is not shown or mailed. Running matches go on as they are. Nothing tells the blocked person.
"""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Block, User
from accounts.names import name_key

MOST_BLOCKED = 200


def block_person(*, owner: User, name: str) -> User:
    """Block the person with this name, at most once. Raises ValidationError (nobody, oneself, too many)."""
    person = User.objects.filter(name_key=name_key(name)).first()
    if person is None:
        raise ValidationError(_("Nobody here has this name."), code="nobody_of_that_name")
    if person.pk == owner.pk:
        raise ValidationError(_("That is your own name."), code="own_name")
    if Block.objects.filter(owner=owner).count() >= MOST_BLOCKED:
        raise ValidationError(_("Your list is full; let somebody be first."), code="too_many_blocks")
    Block.objects.get_or_create(owner=owner, person=person)
    return person


def unblock_person(*, owner: User, block_id: int) -> bool:
    """Remove a person from the list; return whether they were on it."""
    deleted, _per_model = Block.objects.filter(owner=owner, pk=block_id).delete()
    return bool(deleted)


def has_blocked(owner: User, person: User) -> bool:
    """Whether `owner` has blocked `person`."""
    return Block.objects.filter(owner=owner, person=person).exists()


def kept_apart(person: User, refs: Iterable[str]) -> bool:
    """Whether this person and any of the people with these references have blocked one another, either way."""
    others = Q(owner=person, person__ref__in=refs) | Q(person=person, owner__ref__in=refs)
    return Block.objects.filter(others).exists()


def blocks_of(owner: User) -> QuerySet[Block]:
    """Return the people whom this person has blocked, sorted by name."""
    return Block.objects.filter(owner=owner).select_related("person")


def kept_apart_from(person: User) -> set[int]:
    """Return the row numbers of the people whom this person has blocked, or who have blocked this person.

    They are looked up first, because PostgreSQL reads every seat of the site where a list asks for them in one query.
    """
    either = Block.objects.filter(Q(owner=person) | Q(person=person)).values_list("owner_id", "person_id")
    return {each for pair in either for each in pair} - {person.pk}
