"""Whether a match needs players, as a column with an index of its own: lists of open tables then read no others."""

from django.db import migrations, models
from django.db.models import Exists, OuterRef, Q


def note_open_tables(apps, schema_editor):
    seats = apps.get_model("games", "Seat").objects.filter(match=OuterRef("pk"))
    waiting = Q(Exists(seats.filter(is_taken=False)), status="waiting")
    offered = Q(Exists(seats.filter(is_offered=True))) & ~Q(status="over")
    apps.get_model("games", "Match").objects.filter(waiting | offered).update(needs_players=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0032_snapshots")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="needs_players",
            field=models.BooleanField(
                default=False, help_text="Before the start a seat is free, or a seat may be taken over."
            ),
        ),
        migrations.RunPython(note_open_tables, migrations.RunPython.noop),
    ]
