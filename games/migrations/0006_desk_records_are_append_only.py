"""Triggers that refuse to change or delete a record of the referee's desk, for every user of the site."""

from django.db import migrations

POSTGRES = """
CREATE FUNCTION refuse_to_rewrite_desk_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the record of the desk is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER desk_records_are_append_only BEFORE UPDATE OR DELETE ON games_deskrecord
    FOR EACH ROW EXECUTE FUNCTION refuse_to_rewrite_desk_records();
"""
POSTGRES_UNDO = """
DROP TRIGGER desk_records_are_append_only ON games_deskrecord;
DROP FUNCTION refuse_to_rewrite_desk_records();
"""
SQLITE = tuple(
    f"""
CREATE TRIGGER desk_records_refuse_{act.lower()} BEFORE {act} ON games_deskrecord
BEGIN
    SELECT RAISE(ABORT, 'the record of the desk is append-only');
END;
"""
    for act in ("UPDATE", "DELETE")
)
SQLITE_UNDO = ("DROP TRIGGER desk_records_refuse_update;", "DROP TRIGGER desk_records_refuse_delete;")


def lay_triggers(apps, schema_editor):
    _execute(schema_editor, (POSTGRES,), SQLITE)


def lift_triggers(apps, schema_editor):
    _execute(schema_editor, (POSTGRES_UNDO,), SQLITE_UNDO)


def _execute(schema_editor, postgres, sqlite):
    for statement in {"postgresql": postgres, "sqlite": sqlite}[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0005_disputes")]

    operations = [migrations.RunPython(lay_triggers, lift_triggers)]
