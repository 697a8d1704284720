from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0026_repeats_and_patience'),
    ]

    operations = [
        migrations.AddField(
            model_name='deadline',
            name='answer_at',
            field=models.DateTimeField(help_text='When a standing order of the seat answers, if it has one.', null=True),
        ),
        migrations.AddIndex(
            model_name='deadline',
            index=models.Index(condition=models.Q(('answer_at__isnull', False)), fields=['answer_at'], name='deadline_by_order'),
        ),
    ]
