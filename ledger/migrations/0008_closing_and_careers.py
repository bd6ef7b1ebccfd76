"""Closing and settling a session, questions about hands, tallies, and who wrote what was brought in."""

import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models

from ledger.migrations import _triggers

# On SQLite these are remade here, and so would lose their guards.
REMADE = (
    "ledger_sessionrules",
    "ledger_hand",
    "ledger_revision",
    "ledger_transfer",
    "ledger_adjustment",
    "ledger_chipmove",
    "ledger_seatchange",
)
NEW = (
    "ledger_statechange",
    "ledger_plannedpayment",
    "ledger_paymentmark",
    "ledger_handquestion",
    "ledger_handanswer",
    "ledger_playerchange",
)


def drop_remade(apps, schema_editor):
    _triggers.drop(schema_editor, REMADE)


def create_remade(apps, schema_editor):
    _triggers.create(schema_editor, REMADE)


def create_all(apps, schema_editor):
    _triggers.create(schema_editor, (*REMADE, *NEW))


def drop_all(apps, schema_editor):
    _triggers.drop(schema_editor, (*REMADE, *NEW))


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0007_table_events_guarded'),
    ]

    operations = [
        migrations.RunPython(drop_remade, create_remade),
        migrations.CreateModel(
            name='HandAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('after_number', models.PositiveIntegerField()),
                ('key', models.UUIDField(default=uuid.uuid4)),
                ('author', models.CharField(blank=True, max_length=150)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('text', models.CharField(max_length=500)),
            ],
        ),
        migrations.CreateModel(
            name='HandPhoto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('data', models.BinaryField()),
                ('width', models.PositiveIntegerField()),
                ('height', models.PositiveIntegerField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='HandQuestion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('after_number', models.PositiveIntegerField()),
                ('key', models.UUIDField(default=uuid.uuid4)),
                ('author', models.CharField(blank=True, max_length=150)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('text', models.CharField(max_length=500)),
            ],
        ),
        migrations.CreateModel(
            name='PairTally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('preset', models.CharField(blank=True, max_length=40)),
                ('hands', models.PositiveIntegerField(default=0)),
                ('units', models.IntegerField(default=0)),
                ('money', models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='PaymentMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('after_number', models.PositiveIntegerField()),
                ('key', models.UUIDField(default=uuid.uuid4)),
                ('author', models.CharField(blank=True, max_length=150)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('kind', models.CharField(choices=[('paid', 'Paid'), ('owed', 'Owed again'), ('carried', 'Carried over')], max_length=10)),
            ],
        ),
        migrations.CreateModel(
            name='PlannedPayment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.PositiveBigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='PlayerChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('renamed', 'Renamed'), ('deactivated', 'Set aside'), ('activated', 'Brought back'), ('merged', 'Merged'), ('unmerged', 'Taken apart')], max_length=12)),
                ('before', models.CharField(blank=True, max_length=30)),
                ('after', models.CharField(blank=True, max_length=30)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='StateChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('after_number', models.PositiveIntegerField()),
                ('key', models.UUIDField(default=uuid.uuid4)),
                ('author', models.CharField(blank=True, max_length=150)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('state', models.CharField(choices=[('open', 'Open'), ('closed', 'Closed'), ('settled', 'Settled'), ('archived', 'Archived')], max_length=10)),
                ('reason', models.CharField(blank=True, max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('preset', models.CharField(blank=True, max_length=40)),
                ('hands', models.PositiveIntegerField(default=0)),
                ('units', models.IntegerField(default=0)),
                ('units_squared', models.PositiveBigIntegerField(default=0)),
                ('money', models.BigIntegerField(default=0)),
                ('other_units', models.IntegerField(default=0)),
                ('other_money', models.BigIntegerField(default=0)),
                ('fouls', models.PositiveIntegerField(default=0)),
                ('pairs', models.PositiveIntegerField(default=0)),
                ('scoops', models.PositiveIntegerField(default=0)),
                ('scooped', models.PositiveIntegerField(default=0)),
                ('royalties_top', models.PositiveIntegerField(default=0)),
                ('royalties_middle', models.PositiveIntegerField(default=0)),
                ('royalties_bottom', models.PositiveIntegerField(default=0)),
                ('entries', models.PositiveIntegerField(default=0)),
                ('fantasyland_hands', models.PositiveIntegerField(default=0)),
                ('stays', models.PositiveIntegerField(default=0)),
                ('fantasyland_units', models.IntegerField(default=0)),
                ('best_units', models.IntegerField(null=True)),
                ('worst_units', models.IntegerField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name='adjustment',
            name='author',
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name='chipmove',
            name='author',
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name='player',
            name='merged_into',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='ledger.player'),
        ),
        migrations.AddField(
            model_name='revision',
            name='author',
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name='seatchange',
            name='author',
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name='session',
            name='state',
            field=models.CharField(choices=[('open', 'Open'), ('closed', 'Closed'), ('settled', 'Settled'), ('archived', 'Archived')], default='open', max_length=10),
        ),
        migrations.AddField(
            model_name='sessionrules',
            name='author',
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AlterField(
            model_name='adjustment',
            name='created_at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name='chipmove',
            name='created_at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name='hand',
            name='created_at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name='revision',
            name='created_at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name='seatchange',
            name='created_at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name='session',
            name='created_at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name='sessionrules',
            name='created_at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name='transfer',
            name='created_at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddConstraint(
            model_name='session',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['open', 'closed', 'settled', 'archived'])), name='known_state'),
        ),
        migrations.AddField(
            model_name='handanswer',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club'),
        ),
        migrations.AddField(
            model_name='handanswer',
            name='created_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='handanswer',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='ledger.session'),
        ),
        migrations.AddField(
            model_name='handphoto',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club'),
        ),
        migrations.AddField(
            model_name='handphoto',
            name='created_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='handphoto',
            name='hand',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='photos', to='ledger.hand'),
        ),
        migrations.AddField(
            model_name='handquestion',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club'),
        ),
        migrations.AddField(
            model_name='handquestion',
            name='created_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='handquestion',
            name='hand',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='questions', to='ledger.hand'),
        ),
        migrations.AddField(
            model_name='handquestion',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='ledger.session'),
        ),
        migrations.AddField(
            model_name='handanswer',
            name='question',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='answer', to='ledger.handquestion'),
        ),
        migrations.AddField(
            model_name='pairtally',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club'),
        ),
        migrations.AddField(
            model_name='pairtally',
            name='first',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pair_tallies_first', to='ledger.player'),
        ),
        migrations.AddField(
            model_name='pairtally',
            name='second',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pair_tallies_second', to='ledger.player'),
        ),
        migrations.AddField(
            model_name='pairtally',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pair_tallies', to='ledger.session'),
        ),
        migrations.AddField(
            model_name='paymentmark',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club'),
        ),
        migrations.AddField(
            model_name='paymentmark',
            name='created_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='paymentmark',
            name='into',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='carried_marks', to='ledger.session'),
        ),
        migrations.AddField(
            model_name='paymentmark',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='ledger.session'),
        ),
        migrations.AddField(
            model_name='plannedpayment',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club'),
        ),
        migrations.AddField(
            model_name='plannedpayment',
            name='payee',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.player'),
        ),
        migrations.AddField(
            model_name='plannedpayment',
            name='payer',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.player'),
        ),
        migrations.AddField(
            model_name='paymentmark',
            name='payment',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='marks', to='ledger.plannedpayment'),
        ),
        migrations.AddField(
            model_name='playerchange',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club'),
        ),
        migrations.AddField(
            model_name='playerchange',
            name='created_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='playerchange',
            name='other',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.player'),
        ),
        migrations.AddField(
            model_name='playerchange',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='ledger.player'),
        ),
        migrations.AddField(
            model_name='statechange',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club'),
        ),
        migrations.AddField(
            model_name='statechange',
            name='created_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='statechange',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='ledger.session'),
        ),
        migrations.AddField(
            model_name='plannedpayment',
            name='closing',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='ledger.statechange'),
        ),
        migrations.AddField(
            model_name='tally',
            name='best_hand',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.hand'),
        ),
        migrations.AddField(
            model_name='tally',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club'),
        ),
        migrations.AddField(
            model_name='tally',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tallies', to='ledger.player'),
        ),
        migrations.AddField(
            model_name='tally',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tallies', to='ledger.session'),
        ),
        migrations.AddField(
            model_name='tally',
            name='worst_hand',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.hand'),
        ),
        migrations.AddConstraint(
            model_name='handquestion',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='a_question_says_something'),
        ),
        migrations.AddConstraint(
            model_name='handquestion',
            constraint=models.UniqueConstraint(fields=('club', 'key'), name='a_questions_key_counts_once'),
        ),
        migrations.AddConstraint(
            model_name='handanswer',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='an_answer_says_something'),
        ),
        migrations.AddConstraint(
            model_name='pairtally',
            constraint=models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='pairs_are_in_order'),
        ),
        migrations.AddConstraint(
            model_name='pairtally',
            constraint=models.UniqueConstraint(fields=('session', 'first', 'second', 'preset'), name='one_tally_per_pair_and_game'),
        ),
        migrations.AddConstraint(
            model_name='paymentmark',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('into__isnull', False), ('kind', 'carried')), models.Q(('into__isnull', True), ('kind__in', ['paid', 'owed'])), _connector='OR'), name='only_what_is_carried_goes_somewhere'),
        ),
        migrations.AddConstraint(
            model_name='playerchange',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['merged', 'unmerged']), ('other__isnull', False)), models.Q(('kind__in', ['renamed', 'deactivated', 'activated']), ('other__isnull', True)), _connector='OR'), name='a_merge_has_two_players'),
        ),
        migrations.AddConstraint(
            model_name='statechange',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['open', 'closed', 'settled', 'archived'])), name='known_state_after'),
        ),
        migrations.AddConstraint(
            model_name='plannedpayment',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='payments_are_positive'),
        ),
        migrations.AddConstraint(
            model_name='plannedpayment',
            constraint=models.CheckConstraint(condition=models.Q(('payer', models.F('payee')), _negated=True), name='nobody_settles_with_themselves'),
        ),
        migrations.AddConstraint(
            model_name='plannedpayment',
            constraint=models.UniqueConstraint(fields=('closing', 'payer', 'payee'), name='one_payment_per_pair'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.UniqueConstraint(fields=('session', 'player', 'preset'), name='one_tally_per_player_and_game'),
        ),
        migrations.RunPython(create_all, drop_all),
    ]
