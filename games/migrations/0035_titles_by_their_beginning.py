"""An index of titles by their beginning, in capitals, as the admin searches for them; SQLite does without."""

from django.db import migrations


def add_index(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("CREATE INDEX match_title ON games_match (UPPER(title::text) text_pattern_ops)")


def drop_index(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX match_title")


class Migration(migrations.Migration):
    dependencies = [("games", "0034_index_of_open_tables")]

    operations = [migrations.RunPython(add_index, drop_index)]
