"""Two models under the words of the field: how many questions a person answered, and when one match's mail comes."""

from django.db import migrations, models
from django.db.models.deletion import PROTECT


class Migration(migrations.Migration):
    dependencies = [("games", "0030_ready_checks"), ("accounts", "0011_how_far_keys_go")]

    operations = [
        migrations.RemoveConstraint(model_name="attendance", name="one_attendance_per_person_and_match"),
        migrations.RenameModel(old_name="Attendance", new_name="ReliabilityCount"),
        migrations.AlterField(
            model_name="reliabilitycount",
            name="match",
            field=models.ForeignKey(on_delete=PROTECT, related_name="reliability_counts", to="games.match"),
        ),
        migrations.AlterField(
            model_name="reliabilitycount",
            name="player",
            field=models.ForeignKey(on_delete=PROTECT, related_name="reliability_counts", to="accounts.user"),
        ),
        migrations.AddConstraint(
            model_name="reliabilitycount",
            constraint=models.UniqueConstraint(
                fields=["match", "player"], name="one_reliability_count_per_person_and_match"
            ),
        ),
        migrations.RemoveConstraint(model_name="matchwish", name="one_wish_per_match"),
        migrations.RenameModel(old_name="MatchWish", new_name="MatchMailTiming"),
        migrations.AddConstraint(
            model_name="matchmailtiming",
            constraint=models.UniqueConstraint(fields=["match", "person"], name="one_mail_timing_per_match"),
        ),
    ]
