"""How gunicorn serves ofcscore: one process, since SQLite has one writer, with threads for everybody who reads."""

import os

worker_class = "gthread"
# PostgreSQL has a use for more.
workers = int(os.environ.get("WEB_CONCURRENCY", "1"))
threads = 8
# Longer than a watcher's page waits between two questions, so that these do not meet a connection that is being closed.
# A connection that is kept takes no thread.
keepalive = 75
# Nobody steers this server while it runs, so it needs no socket in the home folder.
control_socket_disable = True
