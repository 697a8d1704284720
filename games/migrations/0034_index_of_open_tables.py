"""The index of tables that need players; apart from the rows' change, which PostgreSQL wants committed first."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0033_tables_that_need_players")]

    operations = [
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("is_private", False), ("needs_players", True)),
                fields=["-opened_at", "id"],
                name="match_needs_players",
            ),
        ),
    ]
