"""What 0005 began and 0006 filled, made strict."""

from django.db import migrations, models

from ledger.migrations import _triggers

REMADE = ("ledger_board", "ledger_transfer")
NEW = ("ledger_adjustment", "ledger_chipmove", "ledger_seatchange", "ledger_pairvalue")


def create_triggers(apps, schema_editor):
    _triggers.create(schema_editor, (*REMADE, *NEW))


def drop_triggers(apps, schema_editor):
    _triggers.drop(schema_editor, (*REMADE, *NEW))


class Migration(migrations.Migration):
    dependencies = [("ledger", "0006_where_boards_stood")]

    operations = [
        migrations.AddConstraint(
            model_name='board',
            constraint=models.UniqueConstraint(fields=('revision', 'position'), name='one_board_per_position'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('session', 'number'), name='one_seat_per_number'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('session', 'player', 'board_number'), name='one_seat_per_player'),
        ),
        migrations.RunPython(create_triggers, drop_triggers),
    ]
