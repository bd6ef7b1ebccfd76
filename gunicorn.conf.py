"""How gunicorn serves ofcscore: one process, since SQLite has one writer, with threads for everybody who reads."""

worker_class = "gthread"
workers = 1
threads = 8
# Nobody steers this server while it runs, so it needs no socket in the home folder.
control_socket_disable = True
