"""Every page of the site with something on it: what to open, and as whom."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Route, StorageState

from tests.browser import steps
from tests.browser.devices import new_context
from tests.browser.server import Server
from tests.ledger import boards
from tests.ledger.boards import FOUR_BOARDS, JOKERS
from tests.ledger.pictures import picture

FOUR = ("Ann", "Bob", "Cy", "Dee")
NOWHERE = "/nowhere/"
NOBODY, GUEST, USER = "nobody", "guest", "user"


@dataclass(frozen=True)
class Visit:
    """A page: its address, who opens it, what is posted to it, for those that only answer to a form, and what is to
    come of it.
    """

    name: str
    path: str
    who: str = GUEST
    post: str = ""
    status: int = 200
    primary: bool = True
    # Whether it has a grid of cards, which asks the server what the rows are worth.
    grid: bool = False


@dataclass(frozen=True)
class Site:
    """The pages, and what the browsers of their people remember."""

    visits: tuple[Visit, ...]
    states: dict[str, StorageState]

    def open(self, page: Page, visit: Visit) -> None:
        """Open a page, in a browser that remembers what the visit's person does."""

        def post(route: Route) -> None:
            headers = route.request.headers | {"content-type": "application/x-www-form-urlencoded"}
            route.continue_(method="POST", headers=headers, post_data=visit.post)

        if visit.post:
            page.route(f"**{visit.path}", post, times=1)
        answer = page.goto(visit.path)
        if visit.grid:
            page.wait_for_load_state("networkidle")
        assert answer is not None
        got = (urlsplit(answer.url).path, answer.status)
        assert got == (urlsplit(visit.path).path, visit.status), f"{visit.name}: got {got}"


def build_site(browser: Browser, server: Server) -> Site:
    """An evening of a guest's with all that happens at a table, a table that has just been started, and a user."""
    nobody, guest, user = (new_context(browser, server, javascript=False) for _ in range(3))
    page = guest.new_page()
    fresh = steps.start_table(page, FOUR, "Classic")
    table = steps.start_table(page, FOUR)
    too_late = _play_evening(page, table)
    visits = (
        *_visits_of_nobody(nobody.new_page(), table),
        *_visits_of_user(user.new_page()),
        *_visits_of_guest(fresh, table),
        *_visits_of_history(page, table),
        *_visits_of_careers(page, table),
        *_visits_of_doubts(page, table),
        *_visits_with_cards(page, table),
        *_visits_between_hands(page),
        *_visits_of_other_games(page),
        *_visits_of_stakes(page),
        *_visits_of_files(page, table),
        *_visits_of_settling(page),
        *_visits_of_people(page, fresh, table),
        *_visits_of_sharing(page, new_context(browser, server, javascript=False).new_page(), fresh, table),
        Visit("conflict", f"{table}score/", post=too_late, status=409),
    )
    states = {NOBODY: nobody.storage_state(), GUEST: guest.storage_state(), USER: user.storage_state()}
    for context in (nobody, guest, user):
        context.close()
    return Site(visits, states)


def _play_evening(page: Page, table: str) -> str:
    """Six hands of Ann, Bob and Cy while Dee sits out. The first is corrected, the last undone. Returns what a second
    phone would send for the third hand, which comes too late.
    """
    steps.play(page, table, _by_name(boards.SCOOPS))
    steps.play(page, table, _by_name(boards.BOTH_FOUL))
    steps.type_boards(page, f"{table}score/", _by_name(boards.EVEN_PAIR))
    too_late = _sent(page, "hand", "check")
    steps.play(page, table, _by_name(boards.ANN_ENTERS))
    steps.play(page, table, _by_name(boards.ANN_LEAVES))
    steps.play(page, table, _by_name(boards.BOB_ENTERS))
    steps.play(page, table, _by_name(boards.BOB_STAYS_CY_ENTERS))
    steps.correct(page, table, 1, _by_name(boards.QUIET), "Read off the photo.")
    steps.undo(page, table, 6)
    return too_late


def _visits_of_nobody(page: Page, table: str) -> list[Visit]:
    page.goto("/start/")
    nothing = _sent(page, "start")
    return [
        Visit("home", "/", NOBODY),
        Visit("start", "/start/", NOBODY),
        Visit("start, refused", "/start/", NOBODY, nothing, 422),
        Visit("sign up", "/signup/", NOBODY),
        Visit("log in", "/login/", NOBODY),
        Visit("log in to go on with a hand", f"{table}score/", NOBODY, nothing, 403),
        Visit("not found", NOWHERE, NOBODY, status=404, primary=False),
        Visit("no connection", "/offline/", NOBODY, primary=False),
    ]


def _visits_of_user(page: Page) -> list[Visit]:
    page.goto("/signup/")
    page.get_by_label("Name to log in with").fill("ann")
    page.get_by_label("Password").fill("thirteen-cards-a-board")
    page.get_by_role("button", name="Sign up").click()
    page.get_by_role("link", name="Change password").click()
    page.get_by_role("heading", name="Change password").wait_for()
    return [
        Visit("home of a user", "/", USER),
        Visit("password", "/password/", USER),
        Visit("password, refused", "/password/", USER, _sent(page, "password"), 422),
    ]


def _visits_of_guest(fresh: str, table: str) -> list[Visit]:
    hands = {1: "corrected", 2: "with fouls", 3: "entering Fantasyland", 4: "in Fantasyland", 6: "undone"}
    return [
        Visit("home with tables", "/"),
        Visit("start, with regulars", "/start/"),
        Visit("sign up as a guest", "/signup/"),
        Visit("log in as a guest", "/login/"),
        Visit("table without hands", fresh),
        Visit("score for four", f"{fresh}score/", grid=True),
        Visit("history without hands", f"{fresh}hands/", primary=False),
        Visit("table with hands", table),
        Visit("score", f"{table}score/", grid=True),
        *(Visit(f"hand {what}", f"{table}hands/{number}/") for number, what in hands.items()),
        Visit("correct", f"{table}hands/1/correct/", grid=True),
        Visit("players", f"{table}players/"),
        Visit("rules", f"{table}rules/"),
        Visit("rules to change", f"{table}rules/change/"),
        Visit("rules to change, 2-7", f"{table}rules/change/?preset=deuce-pineapple"),
        Visit("what if", f"{table}what-if/?preset=classic&scoring=2-4&royalty_payment=off"),
    ]


def _visits_of_history(page: Page, table: str) -> list[Visit]:
    """All hands of the evening, and those of two of its players: one who played, and one who sat out."""
    history = f"{table}hands/"
    page.goto(history)
    filter_by = page.get_by_label("Whose hands")
    asked = [filter_by.get_by_role("link", name=name).get_attribute("href") or "" for name in ("Ann", "Dee")]
    return [
        Visit("history", history, primary=False),
        *(Visit("history of one player", address, primary=False) for address in asked),
    ]


def _visits_of_careers(page: Page, table: str) -> list[Visit]:
    """Ann, who has played, Dee, who has not, and the whole club; in part, not at all, and refused."""
    page.goto(table)
    players = [steps.path_of(page, name) for name in ("Ann", "Dee")]
    page.goto(players[0])
    club = steps.path_of(page, "Careers")
    return [
        Visit("career", players[0], primary=False),
        Visit("career, of one game", f"{players[0]}?game=pineapple&from=2020-01-01", primary=False),
        Visit("career, of days without", f"{players[0]}?to=2000-01-01", primary=False),
        Visit("career, refused", f"{players[0]}?from=x&to=y&game=z", status=422, primary=False),
        Visit("career without hands", players[1], primary=False),
        Visit("careers of a club", club, primary=False),
        Visit("careers of a club, by name", f"{club}?by=name&game=pineapple", primary=False),
        Visit("careers of a club, refused", f"{club}?from=x", status=422, primary=False),
    ]


def _visits_of_doubts(page: Page, table: str) -> list[Visit]:
    """The fifth hand with questions and photos, and what is refused there; what would have been the best boards."""
    hand = f"{table}hands/5/"
    steps.ask(page, table, 5, "Was the middle really two pair?")
    steps.answer(page, table, 5, "Looked at the photo: it is.")
    steps.ask(page, table, 5, "And who had the button? It should have been with Bob, since he dealt the fourth.")
    steps.photograph(page, table, 5, picture(size=(1200, 900)))
    steps.photograph(page, table, 5, picture(size=(900, 1200)))
    nothing_asked = _sent(page, "ask")
    form = page.locator("form[id^=answer-]")
    nothing_answered = _sent(page, form.get_attribute("id") or "")
    answer = urlsplit(form.get_attribute("action") or "").path
    return [
        Visit("hand in doubt", hand),
        Visit("hand, nothing asked", f"{hand}ask/", post=nothing_asked, status=422),
        Visit("hand, nothing answered", answer, post=nothing_answered, status=422),
        Visit("hand, no photo sent", f"{hand}photos/", post=nothing_asked, status=422),
        Visit("the best setting", f"{table}hands/1/hindsight/0/"),
        Visit("the best setting in Fantasyland", f"{table}hands/4/hindsight/0/"),
        Visit("no best setting", f"{table}hands/6/hindsight/0/"),
    ]


def _visits_with_cards(page: Page, table: str) -> list[Visit]:
    """The check of a hand that was dealt differently, the check of a correction, and two refusals."""
    score = f"{table}score/"
    steps.type_boards(page, score, {"Ann": "KcKc6s/7c7dQc8c/9d9hAhTc3x", "Bob": "//", "Cy": boards.QUIET[2]})
    wrong = _sent(page, "hand", "check")
    steps.type_boards(page, score, _by_name(boards.BOB_STAYS_CY_ENTERS))
    page.get_by_text("swap boards").click()
    page.get_by_label("Button", exact=True).select_option("Cy")
    page.get_by_label("Why is it dealt differently?").fill("Ann came late.")
    good = _sent(page, "hand", "check")
    steps.check(page)
    check = urlsplit(page.url).path
    steps.type_correction(page, table, 2, _by_name(boards.QUIET), "Read off the photo.")
    steps.check(page)
    return [
        Visit("check", check),
        Visit("check of a correction", urlsplit(page.url).path),
        Visit("score, refused", score, post=wrong, status=422),
        Visit("score, too old", score, post=good.replace("csrfmiddlewaretoken", "old"), status=403, grid=True),
    ]


def _visits_of_other_games(page: Page) -> list[Visit]:
    """A table with jokers and one of criss-cross, each with a hand that stands."""
    jokers = steps.start_table(page, FOUR[:2], "Joker Pineapple")
    steps.play(page, jokers, _by_name(JOKERS))
    criss_cross = steps.start_table(page, FOUR[:2], "Criss-cross")
    steps.play(page, criss_cross, dict(zip(("Ann 1", "Bob 1", "Ann 2", "Bob 2"), FOUR_BOARDS, strict=True)))
    return [
        Visit("score with jokers", f"{jokers}score/", grid=True),
        Visit("hand with jokers", f"{jokers}hands/1/"),
        Visit("table of criss-cross", criss_cross),
        Visit("score at criss-cross", f"{criss_cross}score/", grid=True),
        Visit("hand of criss-cross", f"{criss_cross}hands/1/"),
    ]


def _visits_between_hands(page: Page) -> list[Visit]:
    """A table where people left, changed places and paid penalties, and what is refused there."""
    table = steps.start_table(page, FOUR)
    players, penalties = f"{table}players/", f"{table}adjustments/"
    steps.leave(page, table, "Dee")
    steps.play(page, table, _by_name(boards.ANN_ENTERS))
    steps.pay(page, table, "Bob", 1, "exposed card")
    steps.pay(page, table, "Cy", 3, "missed turn")
    page.get_by_role("button", name="Undo: Cy pays").click()
    nothing_paid = _sent(page, "adjustment")
    steps.swap_places(page, table, "Ann", "Bob", "draughty")
    leaving, swapping = _sent(page, "seat-2"), _sent(page, "swap")
    return [
        Visit("players who came and went", players),
        Visit("players, why one leaves", f"{players}2/leave/", post=leaving, status=422),
        Visit("players, who changes places", f"{players}swap/", post=swapping, status=422),
        Visit("penalties", penalties),
        Visit("penalties, refused", penalties, post=nothing_paid, status=422),
    ]


def _visits_of_stakes(page: Page) -> list[Visit]:
    """A table that plays for stacks, where somebody is broke, and one where two agreed on a value of their own."""
    plain = steps.start_table(page, FOUR)
    steps.agree(page, plain, "Ann", "Dee", "2.50")
    page.get_by_label("A unit between them is worth").fill("much")
    no_value = _sent(page, "pair")
    table = steps.start_table(page, FOUR)
    steps.play_for_stacks(page, table)
    steps.buy_in(page, table, 12)
    steps.play(page, table, _by_name(boards.ANN_ENTERS))
    page.goto(f"{table}stacks/")
    page.get_by_role("button", name="Buy in").click()
    nothing_bought = _sent(page, "chips", "buy")
    steps.buy_in(page, table, 15)
    page.get_by_role("button", name="Undo: Bob bought 15").click()
    page.get_by_role("status").filter(has_text="Undone").wait_for()
    page.get_by_label("Bob", exact=True).uncheck()
    page.get_by_label("Cy", exact=True).check()
    page.get_by_label("Units", exact=True).fill("20")
    page.get_by_role("button", name="Buy in").click()
    page.get_by_role("status").filter(has_text="Cy bought 20").wait_for()
    return [
        Visit("stacks", f"{table}stacks/"),
        Visit("stacks, refused", f"{table}stacks/", post=nothing_bought, status=422),
        Visit("stacks that are not played for", f"{plain}stacks/"),
        Visit("unit values", f"{plain}units/"),
        Visit("unit values, refused", f"{plain}units/", post=no_value, status=422),
        Visit("unit values with table stakes", f"{table}units/"),
    ]


def _visits_of_settling(page: Page) -> list[Visit]:
    """Tables in every state; into the open one was carried, and one was opened again and closed anew."""
    away, shut, empty, open_again, settled = (steps.start_table(page, FOUR) for _ in range(5))
    for table in (away, shut, open_again, settled):
        steps.play(page, table, _by_name(boards.FOUL))
    for table in (away, shut, settled, empty):
        steps.close(page, table)
    steps.pay_up(page, away, "Cy", "Cy")
    steps.archive(page, away)
    steps.pay_up(page, shut, "Cy")
    steps.reopen(page, shut, "A penalty was missing.")
    steps.pay(page, shut, "Bob", 3, "missed turn")
    settle = f"{shut}settle/"
    page.goto(settle)
    too_old = _sent(page, "close")
    steps.close(page, shut)
    no_reason, no_table = _sent(page, "reopen"), _sent(page, "carry")
    steps.carry_over(page, settled, open_again)
    return [
        Visit("settle up", f"{open_again}settle/"),
        Visit("settle up, closed", settle),
        Visit("settle up, settled", f"{settled}settle/"),
        Visit("settle up, archived", f"{away}settle/"),
        Visit("settle up, with nothing to pay", f"{empty}settle/"),
        Visit("settle up, too old", f"{shut}settle/archive/", post=too_old, status=409),
        Visit("settle up, why it is opened again", f"{settle}reopen/", post=no_reason, status=422),
        Visit("settle up, carried where", f"{settle}carry/", post=no_table, status=422),
        Visit("table that is closed", shut),
        Visit("table that is archived", away),
        Visit("history of a closed table", f"{shut}hands/", primary=False),
    ]


def _visits_of_people(page: Page, fresh: str, table: str) -> list[Visit]:
    """A club with somebody who is merged and somebody who is set aside, and the log of what was changed at a table."""
    steps.start_table(page, ("Ann too", "Bob"))
    page.goto("/")
    club = steps.path_of(page, "Home game All tables and players")
    page.goto(club)
    page.get_by_text("Rename the club").first.click()
    page.get_by_label("Name of the club").fill("")
    no_name = _sent(page, "club")
    twice, ann, bob = (steps.path_of(page, f"Change {name}") for name in ("Ann too", "Ann", "Bob"))
    page.goto(twice)
    page.get_by_label("Is the same person as").select_option("Ann")
    page.get_by_role("button", name="Merge the two").click()
    page.get_by_role("status").filter(has_text="Ann too counts as Ann now.").wait_for()
    page.goto(ann)
    page.get_by_role("button", name="Set Ann aside").click()
    page.get_by_role("status").filter(has_text="Ann is set aside").wait_for()
    page.goto(bob)
    page.get_by_label("Name", exact=True).fill("Ann")
    page.get_by_label("Is the same person as").select_option("Cy")
    taken, together = _sent(page, "rename"), _sent(page, "merge")
    return [
        Visit("club", club),
        Visit("club, without a name", club, post=no_name, status=422),
        Visit("player to change", bob),
        Visit("player to change, refused", bob, post=taken, status=422),
        Visit("player to merge, refused", bob.replace("edit", "merge"), post=together, status=422),
        Visit("player who is merged", twice),
        Visit("player who is set aside, and somebody else too", ann),
        Visit("log", f"{table}log/"),
        Visit("log without hands", f"{fresh}log/"),
    ]


def _visits_of_sharing(page: Page, friend: Page, fresh: str, table: str) -> list[Visit]:
    """Links of all kinds, a friend who came by them, and what is seen by the link to watch."""
    ended = steps.start_table(page, FOUR[:3])
    steps.play(page, ended, _by_name(boards.QUIET))
    ended_live = steps.share(page, ended, "Watch")
    steps.close(page, ended)
    fresh_live = steps.share(page, fresh, "Watch")
    live = steps.share(page, table, "Watch")
    score = steps.share(page, table, "Score on another phone")
    join = steps.share(page, table, "Join the club")
    for path, button in ((score, "Score on this phone"), (join, "Join the club")):
        friend.goto(path)
        friend.get_by_role("button", name=button).click()
        friend.get_by_role("status").wait_for()
    friend.context.close()
    page.goto(f"{table}share/")
    odd = _sent(page, "make-invitation", "odd")
    page.get_by_role("link", name="Members").click()
    page.get_by_role("heading", name="Members").wait_for()
    members = urlsplit(page.url).path
    form = page.locator("form[action$='/role/']")
    no_role = _sent(page, form.get_attribute("id") or "").replace("role=viewer", "role=king")
    role = urlsplit(form.get_attribute("action") or "").path
    return [
        Visit("share", f"{table}share/", primary=False),
        Visit("share, with one link", f"{fresh}share/", primary=False),
        Visit("share, refused", f"{table}share/", post=odd, status=422, primary=False),
        Visit("members", members, primary=False),
        Visit("members, refused", role, post=no_role, status=422, primary=False),
        Visit("take over as a guest", score),
        Visit("take over", score, NOBODY),
        Visit("join", join, NOBODY),
        Visit("live", live, NOBODY, primary=False),
        Visit("live without hands", fresh_live, NOBODY, primary=False),
        Visit("live, closed", ended_live, NOBODY, primary=False),
        Visit("live, a hand", f"{live}hands/1/", NOBODY),
        Visit("live, an undone hand", f"{live}hands/6/", NOBODY),
    ]


def _visits_of_files(page: Page, table: str) -> list[Visit]:
    """What can be taken out of a table, and bringing a session in, with no file chosen."""
    page.goto("/import/")
    nothing = _sent(page, "import")
    return [
        Visit("export", f"{table}export/", primary=False),
        Visit("import", "/import/"),
        Visit("import, refused", "/import/", post=nothing, status=422),
    ]


def _by_name(hand: tuple[str, ...]) -> dict[str, str]:
    return dict(zip(FOUR, hand, strict=False))


def _sent(page: Page, form: str, action: str = "") -> str:
    """What the form of this id would send as it stands, in the encoding it would send it in."""
    script = "([form, action]) => `${new URLSearchParams(new FormData(document.forms[form]))}&action=${action}`"
    sent: str = page.evaluate(script, [form, action])
    return sent
