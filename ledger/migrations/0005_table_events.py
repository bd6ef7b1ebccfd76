"""What happens between two hands; where a board stood and what lay before it; seats that change places.

The guards of boards and transfers are gone until 0007: on SQLite their tables are remade here.
"""

import django.db.models.deletion
import django.db.models.functions.comparison
import uuid
from django.conf import settings
from django.db import migrations, models

from ledger.migrations import _triggers

REMADE = ('ledger_board', 'ledger_transfer')


def drop_triggers(apps, schema_editor):
    _triggers.drop(schema_editor, REMADE)


def create_triggers(apps, schema_editor):
    _triggers.create(schema_editor, REMADE)


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0004_rules_created_by'),
    ]

    operations = [
        migrations.RunPython(drop_triggers, create_triggers),
        migrations.CreateModel(
            name='Adjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('after_number', models.PositiveIntegerField()),
                ('key', models.UUIDField(default=uuid.uuid4)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('reason', models.CharField(max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name='ChipMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('after_number', models.PositiveIntegerField()),
                ('key', models.UUIDField(default=uuid.uuid4)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('units', models.IntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='PairValue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('unit_value', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='SeatChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('after_number', models.PositiveIntegerField()),
                ('key', models.UUIDField(default=uuid.uuid4)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(choices=[('joined', 'Joined'), ('left', 'Left'), ('returned', 'Came back'), ('swapped', 'Changed places')], max_length=10)),
                ('reason', models.CharField(blank=True, max_length=200)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='seat',
            name='one_seat_per_player',
        ),
        migrations.AddField(
            model_name='board',
            name='position',
            field=models.PositiveSmallIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='board',
            name='stack',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='board_number',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='seat',
            name='number',
            field=models.PositiveSmallIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='transfer',
            name='revision',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='transfers', to='ledger.revision'),
        ),
        migrations.AddField(
            model_name='adjustment',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club'),
        ),
        migrations.AddField(
            model_name='adjustment',
            name='created_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='adjustment',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='ledger.session'),
        ),
        migrations.AddField(
            model_name='adjustment',
            name='undoes',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='ledger.adjustment'),
        ),
        migrations.AddField(
            model_name='transfer',
            name='adjustment',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='transfers', to='ledger.adjustment'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('adjustment__isnull', False), ('revision__isnull', True)), models.Q(('adjustment__isnull', True), ('revision__isnull', False)), _connector='OR'), name='a_hand_or_an_adjustment'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.UniqueConstraint(models.F('adjustment'), django.db.models.functions.comparison.Least('payer', 'payee'), django.db.models.functions.comparison.Greatest('payer', 'payee'), name='one_adjustment_per_pair'),
        ),
        migrations.AddField(
            model_name='chipmove',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club'),
        ),
        migrations.AddField(
            model_name='chipmove',
            name='created_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='chipmove',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='chip_moves', to='ledger.seat'),
        ),
        migrations.AddField(
            model_name='chipmove',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='ledger.session'),
        ),
        migrations.AddField(
            model_name='chipmove',
            name='undoes',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='ledger.chipmove'),
        ),
        migrations.AddField(
            model_name='pairvalue',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club'),
        ),
        migrations.AddField(
            model_name='pairvalue',
            name='first',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.seat'),
        ),
        migrations.AddField(
            model_name='pairvalue',
            name='rules',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pair_values', to='ledger.sessionrules'),
        ),
        migrations.AddField(
            model_name='pairvalue',
            name='second',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.seat'),
        ),
        migrations.AddField(
            model_name='seatchange',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club'),
        ),
        migrations.AddField(
            model_name='seatchange',
            name='created_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='seatchange',
            name='other',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.seat'),
        ),
        migrations.AddField(
            model_name='seatchange',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='ledger.seat'),
        ),
        migrations.AddField(
            model_name='seatchange',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='ledger.session'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.UniqueConstraint(fields=('club', 'key'), name='an_adjustments_key_counts_once'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='an_adjustment_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='chipmove',
            constraint=models.UniqueConstraint(fields=('club', 'key', 'seat'), name='a_chip_moves_key_counts_once'),
        ),
        migrations.AddConstraint(
            model_name='chipmove',
            constraint=models.CheckConstraint(condition=models.Q(('units', 0), _negated=True), name='a_chip_move_moves_something'),
        ),
        migrations.AddConstraint(
            model_name='pairvalue',
            constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='a_pair_is_two_seats'),
        ),
        migrations.AddConstraint(
            model_name='pairvalue',
            constraint=models.UniqueConstraint(models.F('rules'), django.db.models.functions.comparison.Least('first', 'second'), django.db.models.functions.comparison.Greatest('first', 'second'), name='one_value_per_pair'),
        ),
        migrations.AddConstraint(
            model_name='seatchange',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'swapped'), ('other__isnull', False)), models.Q(('kind__in', ['joined', 'left', 'returned']), ('other__isnull', True)), _connector='OR'), name='a_swap_has_two_seats'),
        ),
    ]
