from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_names_by_their_skeleton")]
    operations = [
        migrations.AddField(
            "apikey",
            "scope",
            models.CharField(
                choices=[
                    ("read", "read"),
                    ("play", "read and play"),
                    ("account", "read, play and change preferences"),
                ],
                default="account",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            "apikey",
            "scope",
            models.CharField(
                choices=[
                    ("read", "read"),
                    ("play", "read and play"),
                    ("account", "read, play and change preferences"),
                ],
                default="play",
                max_length=10,
            ),
        ),
        migrations.AddField(
            "apikey",
            "expires_at",
            models.DateTimeField(blank=True, help_text="From when on it is good for nothing.", null=True),
        ),
        migrations.AddField(
            "apikey",
            "last_used_at",
            models.DateTimeField(blank=True, help_text="When it was used, to the hour.", null=True),
        ),
    ]
