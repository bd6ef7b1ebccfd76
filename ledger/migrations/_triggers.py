"""Triggers that refuse to change or delete what is kept for good, whatever program asks.

On SQLite a migration that remakes one of these tables drops its triggers without a word: such a migration takes them
away first and makes them again at its end. A test reads the database's catalogue and fails when one is missing.
"""

ACTIONS = ("update", "delete")


def create(schema_editor, tables):
    """Guard the rows of ``tables``."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger AS $$ BEGIN "
            "RAISE EXCEPTION '% rows are kept for good', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; "
            "END $$ LANGUAGE plpgsql",
            params=None,
        )
    for table in tables:
        for action in ACTIONS:
            schema_editor.execute(_trigger(schema_editor.connection.vendor, table, action), params=None)


def drop(schema_editor, tables):
    """Leave the rows of ``tables`` without guard, for as long as a migration needs."""
    postgresql = schema_editor.connection.vendor == "postgresql"
    for table in tables:
        for action in ACTIONS:
            schema_editor.execute(f"DROP TRIGGER {table}_no_{action}" + (f" ON {table}" if postgresql else ""))


def _trigger(vendor, table, action):
    start = f"CREATE TRIGGER {table}_no_{action} BEFORE {action.upper()} ON {table} FOR EACH ROW"
    if vendor == "postgresql":
        return f"{start} EXECUTE FUNCTION ledger_refuse()"
    return f"{start} BEGIN SELECT RAISE(ABORT, '{table} rows are kept for good'); END"
