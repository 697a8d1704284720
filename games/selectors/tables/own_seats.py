"""Own seats: look up the seat that a person holds in a match."""

from accounts.models import User
from games.book.book import Book
from games.refusals import NotYourSeat
from pirates.seats import Seat


def find_seat(book: Book, person: User | None) -> Seat | None:
    """Return the seat that `person` holds, even if resigned, or None if they hold none or are signed out (None)."""
    return None if person is None else book.table.seat_of(person.ref.hex)


def own_seat(book: Book, person: User, refusal: str = "") -> Seat:
    """Return the seat that `person` holds, even if resigned; raises NotYourSeat, worded as `refusal` if given."""
    seat = find_seat(book, person)
    if seat is None:
        raise NotYourSeat(refusal)
    return seat


def own_seat_not_resigned(book: Book, person: User) -> Seat:
    """Return the seat that `person` holds and has not resigned; raises NotYourSeat."""
    seat = own_seat(book, person)
    if book.table.chairs[seat].has_resigned:
        raise NotYourSeat
    return seat
