"""Guards the rows that are kept for good."""

from django.db import migrations

from ledger.migrations import _triggers

TABLES = ("ledger_sessionrules", "ledger_hand", "ledger_revision", "ledger_board", "ledger_transfer")


def create_triggers(apps, schema_editor):
    _triggers.create(schema_editor, TABLES)


def drop_triggers(apps, schema_editor):
    _triggers.drop(schema_editor, TABLES)


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]
    operations = [migrations.RunPython(create_triggers, drop_triggers)]
