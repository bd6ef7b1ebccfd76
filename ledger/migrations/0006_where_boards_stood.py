"""Nobody has changed places so far: boards stood where the seats stand, and seats were given out in that order."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ledger", "0005_table_events")]
    operations = [
        migrations.RunSQL(
            "UPDATE ledger_board SET position = (SELECT s.position FROM ledger_seat s WHERE s.id = seat_id)",
            migrations.RunSQL.noop,
        ),
        migrations.RunSQL("UPDATE ledger_seat SET number = position", migrations.RunSQL.noop),
    ]
