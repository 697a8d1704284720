"""Triggers that refuse to empty the log and the records of the desk: TRUNCATE meets no trigger of a row."""

from django.db import migrations

TABLES = {
    "games_logentry": "refuse_to_rewrite_the_logbook",
    "games_deskrecord": "refuse_to_rewrite_desk_records",
}


def lay_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for table, refuse in TABLES.items():
            schema_editor.execute(
                f"CREATE TRIGGER {table}_is_never_emptied BEFORE TRUNCATE ON {table}"
                f" FOR EACH STATEMENT EXECUTE FUNCTION {refuse}()"
            )


def lift_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for table in TABLES:
            schema_editor.execute(f"DROP TRIGGER {table}_is_never_emptied ON {table}")


class Migration(migrations.Migration):
    dependencies = [("games", "0028_log_checks")]

    operations = [migrations.RunPython(lay_triggers, lift_triggers)]
