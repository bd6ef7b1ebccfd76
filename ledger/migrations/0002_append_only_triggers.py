"""Triggers that refuse to change or delete what is kept for good, whatever program asks.

On SQLite a later migration that remakes one of these tables drops its triggers without a word: such a migration must run
``create_triggers`` again. A test reads the database's catalogue and fails when one is missing.
"""

from django.db import migrations

TABLES = ("ledger_sessionrules", "ledger_hand", "ledger_revision", "ledger_board", "ledger_transfer")
ACTIONS = ("update", "delete")


def create_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger AS $$ BEGIN "
            "RAISE EXCEPTION '% rows are kept for good', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; "
            "END $$ LANGUAGE plpgsql",
            params=None,
        )
    for table in TABLES:
        for action in ACTIONS:
            schema_editor.execute(_trigger(schema_editor.connection.vendor, table, action), params=None)


def drop_triggers(apps, schema_editor):
    postgresql = schema_editor.connection.vendor == "postgresql"
    for table in TABLES:
        for action in ACTIONS:
            schema_editor.execute(f"DROP TRIGGER {table}_no_{action}" + (f" ON {table}" if postgresql else ""))


def _trigger(vendor, table, action):
    start = f"CREATE TRIGGER {table}_no_{action} BEFORE {action.upper()} ON {table} FOR EACH ROW"
    if vendor == "postgresql":
        return f"{start} EXECUTE FUNCTION ledger_refuse()"
    return f"{start} BEGIN SELECT RAISE(ABORT, '{table} rows are kept for good'); END"


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]
    operations = [migrations.RunPython(create_triggers, drop_triggers)]
