"""Asks the server in this container how it is, under a name that it answers to; exits with 1 when it is not well."""

import os
import sys
import urllib.request


def host() -> str:
    """The first name that the site is reached by, as ALLOWED_HOSTS has it: ".example" is any below example."""
    name = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".")
    return name if name not in ("", "*") else "localhost"


def main() -> int:
    url = f"http://127.0.0.1:{os.environ.get('PORT', '8000')}/healthz"
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers={"Host": host()}), timeout=4) as answer:  # noqa: S310
            return 0 if answer.status == 200 else 1
    except OSError as error:
        print(f"{url}: {error}", file=sys.stderr)  # noqa: T201
        return 1


if __name__ == "__main__":
    sys.exit(main())
