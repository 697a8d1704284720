from django.db import migrations

from accounts.names import name_key


def renew(apps, schema_editor):
    """Write the keys of all names anew. Of names that look alike by now the oldest has the key, the others a mark."""
    User = apps.get_model("accounts", "User")
    keys, taken = {}, set()
    for pk, name in User.objects.order_by("pk").values_list("pk", "name"):
        key = name_key(name)
        keys[pk] = f"{key}#{pk}" if key in taken else key
        taken.add(key)
    for pk in keys:
        User.objects.filter(pk=pk).update(name_key=f"#{pk}")
    for pk, key in keys.items():
        User.objects.filter(pk=pk).update(name_key=key)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_second_factors_are_encrypted")]
    operations = [migrations.RunPython(renew, migrations.RunPython.noop, elidable=True)]
