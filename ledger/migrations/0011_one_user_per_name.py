"""One user per name in any case of letters, also when two take it at one moment."""

import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0010_plurals'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='one_user_per_name', violation_error_message='This name is taken. Choose another.'),
        ),
    ]
