"""Rows of how many questions each person answered in time and missed in a match."""

from games.book.book import Book
from games.models import ReliabilityCount
from games.sql import SqlBatch, insert_into

_PUT = (
    f"{insert_into(ReliabilityCount, 'match', 'player', 'answered', 'missed')}"  # noqa: S608 - columns of ours
    " SELECT %s, id, %s, %s FROM accounts_user WHERE ref = %s"
    " ON CONFLICT (match_id, player_id) DO UPDATE SET answered = excluded.answered, missed = excluded.missed"
)
_DROP = (
    "DELETE FROM games_reliabilitycount"
    " WHERE match_id = %s AND player_id IN (SELECT id FROM accounts_user WHERE ref = %s)"
)


def note_reliability(before: Book, after: Book, batch: SqlBatch) -> None:
    """Add to `batch` the rows that the newest entry changed."""
    if before.reliability is after.reliability:
        return
    for ref, counted in after.reliability.items():
        if before.reliability.get(ref) != counted:
            batch.add(_PUT, [after.match_id, counted.answered, counted.missed, ref])
    for ref in before.reliability.keys() - after.reliability.keys():
        batch.add(_DROP, [after.match_id, ref])


def rewrite_reliability(book: Book) -> None:
    """Delete a match's rows and write them again; people without an account here get no row."""
    ReliabilityCount.objects.filter(match_id=book.match_id).delete()
    batch = SqlBatch()
    note_reliability(Book(book.match_id, book.game), book, batch)
    batch.send()
