"""The first page, and starting a table from it."""

import uuid

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from ledger.forms.start import StartForm
from ledger.models import Club, Player, Session, SessionRules, User
from ledger.services.chips import chips_move
from ledger.services.errors import RefusedError
from ledger.services.sessions import session_start
from ledger.views.accounts import user_or_guest
from ledger.views.status import with_wait
from ofcscore.limits import TooOftenError

SESSIONS_SHOWN = 20


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Your tables, or what this is for those who have none. For everybody."""
    sessions, clubs = Session.objects.none(), Club.objects.none()
    if isinstance(request.user, User):
        own = Session.objects.readable_by(request.user).with_hand_count()
        sessions = own.order_by("-date", "-created_at")[:SESSIONS_SHOWN]
        clubs = Club.objects.filter(memberships__user=request.user).order_by("name", "pk")
    return render(request, "home.html", {"sessions": sessions, "clubs": clubs})


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Start a table. For everybody: whoever is not logged in becomes a guest."""
    user = request.user if isinstance(request.user, User) else None
    regulars = [player.name for player in Player.objects.regulars_of(user)] if user else []
    house = SessionRules.objects.house_rules_of(user) if user else None
    sent = request.POST if request.method == "POST" else None
    form = StartForm(sent, regulars=regulars, house_rules=house.ruleset if house else None)
    refusal: RefusedError | TooOftenError | None = None
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        chosen = {name: cleaned[name] for name in ("names", "rules", "unit_value", "currency", "day")}
        try:
            user = user_or_guest(request)
            session = session_start(user=user, **chosen)
        except (RefusedError, TooOftenError) as error:
            refusal = error
            field = getattr(error, "field", None)
            form.add_error(field if field in form.fields else None, str(error))
        else:
            if cleaned["buy_in"]:
                _everybody_buys(session, user, cleaned["buy_in"])
            return redirect("table", session.public_id)
    return with_wait(render(request, "start.html", {"form": form}, status=422 if form.errors else 200), refusal)


def _everybody_buys(session: Session, user: User, units: int) -> None:
    seats = list(session.seats.select_related("player"))
    chips_move(session=session, user=user, seats=seats, units=units, key=uuid.uuid4(), expected_version=session.version)
