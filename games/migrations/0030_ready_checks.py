"""The ready check under its own name, in columns and in what rows and people's mail preferences say of it."""

from django.db import migrations, models

OLD_STATUS, NEW_STATUS = "mustering", "waiting"
OLD_KIND, NEW_KIND = "muster", "ready_check"


def rename(apps, status_from, status_to, kind_from, kind_to):
    apps.get_model("games", "Match").objects.filter(status=status_from).update(status=status_to)
    apps.get_model("games", "OutboxMail").objects.filter(kind=kind_from).update(kind=kind_to)
    people = apps.get_model("accounts", "User").objects.filter(mail_timings__has_key=kind_from)
    for person in people.only("pk", "mail_timings").iterator():
        person.mail_timings[kind_to] = person.mail_timings.pop(kind_from)
        person.save(update_fields=["mail_timings"])


def forwards(apps, schema_editor):
    rename(apps, OLD_STATUS, NEW_STATUS, OLD_KIND, NEW_KIND)


def backwards(apps, schema_editor):
    rename(apps, NEW_STATUS, OLD_STATUS, NEW_KIND, OLD_KIND)


class Migration(migrations.Migration):
    dependencies = [("games", "0029_nothing_empties_the_log"), ("accounts", "0011_how_far_keys_go")]

    operations = [
        migrations.RemoveIndex(model_name="match", name="match_muster_due"),
        migrations.RenameField(model_name="match", old_name="muster_due_at", new_name="ready_check_due_at"),
        migrations.AlterField(
            model_name="match",
            name="ready_check_due_at",
            field=models.DateTimeField(
                blank=True,
                help_text="The deadline of an open ready check; then unconfirmed seats are freed.",
                null=True,
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("ready_check_due_at__isnull", False)),
                fields=["ready_check_due_at"],
                name="match_ready_check_due",
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="status",
            field=models.CharField(
                choices=[("waiting", "waiting for players"), ("running", "running"), ("over", "over")],
                default="waiting",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="outboxmail",
            name="kind",
            field=models.CharField(
                choices=[
                    ("invitation", "invitation"),
                    ("ready_check", "ready check"),
                    ("rematch", "rematch"),
                    ("match_begun", "match begun"),
                    ("your_move", "your move"),
                    ("window", "you may answer"),
                    ("reminder", "reminder"),
                    ("deadline_missed", "deadline missed"),
                    ("receipt", "receipt"),
                    ("match_over", "match over"),
                    ("dispute", "dispute"),
                    ("ruling", "referee's ruling"),
                    ("private_talk", "private talk"),
                    ("taken_back", "move taken back"),
                    ("handed_over", "seat handed over"),
                    ("consent", "consent asked"),
                    ("queued", "queued move"),
                ],
                max_length=20,
            ),
        ),
        migrations.RunPython(forwards, backwards),
    ]
