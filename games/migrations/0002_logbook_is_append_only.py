"""Triggers that refuse to change or delete a log entry, for every user of the site."""

from django.db import migrations

POSTGRES = """
CREATE FUNCTION refuse_to_rewrite_the_logbook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the logbook is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER logbook_is_append_only BEFORE UPDATE OR DELETE ON games_logentry
    FOR EACH ROW EXECUTE FUNCTION refuse_to_rewrite_the_logbook();
"""
POSTGRES_UNDO = """
DROP TRIGGER logbook_is_append_only ON games_logentry;
DROP FUNCTION refuse_to_rewrite_the_logbook();
"""
SQLITE = tuple(
    f"""
CREATE TRIGGER logbook_refuses_{act.lower()} BEFORE {act} ON games_logentry
BEGIN
    SELECT RAISE(ABORT, 'the logbook is append-only');
END;
"""
    for act in ("UPDATE", "DELETE")
)
SQLITE_UNDO = ("DROP TRIGGER logbook_refuses_update;", "DROP TRIGGER logbook_refuses_delete;")


def lay_triggers(apps, schema_editor):
    _execute(schema_editor, (POSTGRES,), SQLITE)


def lift_triggers(apps, schema_editor):
    _execute(schema_editor, (POSTGRES_UNDO,), SQLITE_UNDO)


def _execute(schema_editor, postgres, sqlite):
    for statement in {"postgresql": postgres, "sqlite": sqlite}[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(lay_triggers, lift_triggers)]
