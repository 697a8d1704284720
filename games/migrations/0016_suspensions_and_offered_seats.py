from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0015_seats_that_are_offered'),
        ('games', '0015_suspensions'),
    ]

    operations = []
