"""Links that let somebody in, and who came by them."""

import django.db.models.deletion
import django.utils.timezone
import ledger.models.links
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0008_closing_and_careers'),
    ]

    operations = [
        migrations.CreateModel(
            name='Link',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('view', 'Watch'), ('scorer', 'Keep score'), ('invitation', 'Join the club')], max_length=10)),
                ('role', models.CharField(blank=True, choices=[('owner', 'Owner'), ('scorer', 'Scorer'), ('viewer', 'Viewer')], max_length=10)),
                ('token', models.CharField(default=ledger.models.links.new_token, editable=False, max_length=64, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='ledger.club')),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('revoked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='links', to='ledger.session')),
            ],
        ),
        migrations.CreateModel(
            name='LinkAccess',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.club')),
                ('link', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='accesses', to='ledger.link')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='link_accesses', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddConstraint(
            model_name='link',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['view', 'scorer']), ('role', ''), ('session__isnull', False)), models.Q(('kind', 'invitation'), ('role__in', ['viewer', 'scorer']), ('session__isnull', True)), _connector='OR'), name='a_link_leads_somewhere'),
        ),
        migrations.AddConstraint(
            model_name='link',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('revoked_at__isnull', True), ('revoked_by__isnull', True)), models.Q(('revoked_at__isnull', False), ('revoked_by__isnull', False)), _connector='OR'), name='somebody_revokes_a_link'),
        ),
        migrations.AddConstraint(
            model_name='link',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True), ('session__isnull', False)), fields=('session', 'kind'), name='one_link_of_a_kind_and_session'),
        ),
        migrations.AddConstraint(
            model_name='link',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True), ('session__isnull', True)), fields=('club',), name='one_invitation_per_club'),
        ),
        migrations.AddConstraint(
            model_name='linkaccess',
            constraint=models.UniqueConstraint(fields=('link', 'user'), name='one_access_per_link_and_user'),
        ),
    ]
