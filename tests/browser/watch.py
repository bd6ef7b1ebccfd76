"""What a browser complains of while a test uses it. A complaint that the test did not expect fails it."""

from playwright.sync_api import BrowserContext, ConsoleMessage, Page

# The console hears of most violations by itself, but not of all, and not in the same words.
REPORT_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`Content security policy: ${event.violatedDirective} refused ${event.blockedURI}`));
"""


class Watch:
    """Listens to contexts and keeps every error of the console and of scripts that was not allowed."""

    def __init__(self) -> None:
        self._allowed: list[str] = []
        self._complaints: list[str] = []

    def listen(self, context: BrowserContext) -> None:
        context.add_init_script(REPORT_VIOLATIONS)
        context.on("console", self._hear_console)
        context.on("weberror", lambda error: self._hear(error.page, str(error.error)))

    def allow(self, *parts: str) -> None:
        """Expect complaints that hold one of these texts, as in ``allow("status of 422")``."""
        self._allowed += parts

    @property
    def complaints(self) -> list[str]:
        """What nobody expected. A test may allow a complaint after it has heard it."""
        return [text for text in self._complaints if not any(part in text for part in self._allowed)]

    def _hear_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._hear(message.page, f"{message.text} {message.location['url']}")

    def _hear(self, page: Page | None, text: str) -> None:
        self._complaints.append(f"{page.url if page else 'No page'}: {text}")
