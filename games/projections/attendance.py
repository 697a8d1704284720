"""Rows of how many questions each person answered in time and missed in a match."""

from games.book.book import Book
from games.models import Attendance
from games.sql import SqlBatch, insert_into

_PUT = (
    f"{insert_into(Attendance, 'match', 'player', 'answered', 'missed')}"  # noqa: S608 - columns of ours
    " SELECT %s, id, %s, %s FROM accounts_user WHERE ref = %s"
    " ON CONFLICT (match_id, player_id) DO UPDATE SET answered = excluded.answered, missed = excluded.missed"
)
_DROP = (
    "DELETE FROM games_attendance WHERE match_id = %s AND player_id IN (SELECT id FROM accounts_user WHERE ref = %s)"
)


def note_attendance(before: Book, after: Book, batch: SqlBatch) -> None:
    """Add to `batch` the rows that the newest entry changed."""
    if before.attendance is after.attendance:
        return
    for ref, counted in after.attendance.items():
        if before.attendance.get(ref) != counted:
            batch.add(_PUT, [after.match_id, counted.answered, counted.missed, ref])
    for ref in before.attendance.keys() - after.attendance.keys():
        batch.add(_DROP, [after.match_id, ref])


def rewrite_attendance(book: Book) -> None:
    """Delete a match's rows and write them again; people without an account here get no row."""
    Attendance.objects.filter(match_id=book.match_id).delete()
    batch = SqlBatch()
    note_attendance(Book(book.match_id, book.game), book, batch)
    batch.send()
