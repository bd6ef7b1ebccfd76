"""The browser that the tests drive. Run as a module, as `make test` does, it sees to it that there is one."""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import Playwright, sync_playwright

COMMANDS = ("chromium", "google-chrome", "chromium-browser")
OPTIONS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]
HOW_TO = (
    "The browser tests need a Chromium, and there is none that runs. On Debian: apt-get install chromium. Elsewhere "
    "install Chrome or Chromium, and where it is not on the PATH, name it: make test CHROMIUM=/opt/chrome/chrome"
)


def find(playwright: Playwright) -> str:
    """The path of a browser that runs: the one CHROMIUM names, one on the PATH, or Playwright's own. Empty for none."""
    named = os.environ.get("CHROMIUM")
    found = [named] if named else [shutil.which(name) for name in COMMANDS] + [playwright.chromium.executable_path]
    return next((path for path in found if path and runs(path)), "")


def runs(path: str) -> bool:
    """Whether it starts at all: a downloaded browser may lack libraries of the system."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def options() -> list[str]:
    """The command line options. A browser of root's has to do without its sandbox."""
    return [*OPTIONS, "--no-sandbox"] if os.geteuid() == 0 else OPTIONS


def install_with_playwright() -> None:
    run(sys.executable, "-m", "playwright", "install", "chromium")


def install_with_apt() -> None:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        run("apt-get", "update")
        run("apt-get", "install", "--yes", "chromium")


def run(*command: str) -> None:
    """Try a command. What it prints goes to the error stream, and whether it helped is seen afterwards."""
    subprocess.run(command, stdout=sys.stderr, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"}, check=False)


def main() -> None:
    with sync_playwright() as playwright:
        if find(playwright):
            return
        for install in (install_with_playwright, install_with_apt):
            install()
            if find(playwright):
                return
    sys.exit(HOW_TO)


if __name__ == "__main__":
    main()
