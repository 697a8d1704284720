from django.db import migrations

from accounts.second_factors import change_secrets, seal, unseal


def encrypt(apps, _editor):
    for row in apps.get_model("mfa", "Authenticator").objects.order_by("pk"):
        row.data = change_secrets(row.data, seal)
        row.save(update_fields=["data"])


def decrypt(apps, _editor):
    for row in apps.get_model("mfa", "Authenticator").objects.order_by("pk"):
        row.data = change_secrets(row.data, unseal)
        row.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_mail_that_is_mended"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations = [migrations.RunPython(encrypt, decrypt)]
