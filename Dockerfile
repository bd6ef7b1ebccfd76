# An image of ofcscore: the site and nothing to build with. No secret is in it; docs/operating.md says how to run it.
FROM docker.io/library/python:3.13-slim

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1

RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /data ofcscore \
    && install --directory --owner=ofcscore --group=ofcscore --mode=0700 /data

WORKDIR /app
COPY requirements-postgres.txt ./
RUN pip install --requirement requirements-postgres.txt

COPY manage.py gunicorn.conf.py ./
COPY ofcscore ofcscore
COPY ledger ledger
COPY templates templates
COPY static static
COPY contrib/healthcheck.py contrib/healthcheck.py

# The settings want some key to start; nothing here is signed with it, and it is not kept.
RUN SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(50))')" python manage.py collectstatic --noinput

USER ofcscore
ENV DATABASE_URL=sqlite:////data/ofcscore.sqlite3 \
    LOG_FORMAT=json
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "contrib/healthcheck.py"]
CMD ["gunicorn", "--bind", "0.0.0.0:8000", "--worker-tmp-dir", "/dev/shm", "ofcscore.wsgi"]
