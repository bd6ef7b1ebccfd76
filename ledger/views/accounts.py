"""Signing up, and what a guest is told before losing the only way back to their tables.

Who has to log in again in the middle of a hand finds it again afterwards: the login page carries what was typed.
"""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.http import urlencode
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from ledger.forms.accounts import ChangePasswordForm, LogInForm, SignUpForm
from ledger.models import User
from ledger.services.accounts import guest_create, guest_keep, user_create
from ledger.services.errors import RefusedError
from ledger.views.status import with_wait
from ofcscore.limits import NEW_GUEST, address_of

METHODS = ["get", "head", "post"]
BACKEND = "django.contrib.auth.backends.ModelBackend"


@login_not_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def signup(request: HttpRequest) -> HttpResponse:
    """Set a password: a newcomer becomes a user, a guest keeps their tables. For anybody who has none yet."""
    user = request.user
    if isinstance(user, User) and not user.is_guest:
        return redirect("home")
    form = SignUpForm(request.POST if request.method == "POST" else None, address=address_of(request))
    if request.method == "POST" and form.is_valid():
        name, password = form.cleaned_data["username"], form.cleaned_data["password"]
        try:
            if isinstance(user, User):
                update_session_auth_hash(request, guest_keep(guest=user, username=name, password=password))
            else:
                login(request, user_create(username=name, password=password), backend=BACKEND)
        except RefusedError as error:
            form.add_error(error.field, str(error))
        else:
            messages.success(request, f"You can now log in as {name} on any phone.")
            return redirect("home")
    page = render(request, "accounts/signup.html", {"form": form}, status=422 if form.errors else 200)
    return with_wait(page, form.too_often)


@login_not_required
@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Log out; a guest is first asked to set a password, since nothing else leads back. For everybody."""
    if isinstance(request.user, User) and request.user.is_guest:
        messages.warning(request, "Set a password first: without one, nobody can get back to these tables.")
        return redirect("signup")
    logout(request)
    return redirect("home")


def user_or_guest(request: HttpRequest) -> User:
    """Who is logged in; or a new guest, who is logged in by that. Raises TooOftenError where too many were made."""
    if isinstance(request.user, User):
        return request.user
    NEW_GUEST.take(address_of(request))
    guest = guest_create()
    login(request, guest, backend=BACKEND)
    return guest


class LogIn(LoginView):
    """Log in. For everybody."""

    form_class = LogInForm
    template_name = "accounts/login.html"
    http_method_names = METHODS

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(typed=self.request.POST.get("typed", ""), **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        typed = _read_typed(self.request.POST.get("typed", ""))
        if typed:
            self.request.session["typed"] = {"path": self.get_success_url(), "fields": typed}
        return response

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        page = self.render_to_response(self.get_context_data(form=form), status=422)
        return with_wait(page, getattr(form, "too_often", None))


def log_in_first(request: HttpRequest) -> HttpResponse:
    """The login page in place of a hand's page; it keeps what was sent, for the page that follows it."""
    if request.method != "POST":
        return redirect(f"{reverse('login')}?{urlencode({'next': request.path})}")
    typed = {name: value for name, value in request.POST.items() if name != "csrfmiddlewaretoken"}
    messages.warning(request, "You are logged out. Log in again, and your cards are all there.")
    page = {"form": LogInForm(request), "next": request.path, "typed": json.dumps(typed)}
    return render(request, "accounts/login.html", page, status=403)


def typed_before_login(request: HttpRequest) -> dict[str, str]:
    """What was sent to this page before the user had to log in again, once; empty when nothing was."""
    kept = request.session.pop("typed", None)
    return kept["fields"] if kept and kept["path"] == request.path else {}


def _read_typed(text: str) -> dict[str, str]:
    """The fields that a login page carries: names and texts that can be stored, and nothing else."""
    try:
        typed = json.loads(text)
        json.dumps(typed, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return {}
    return {name: value for name, value in typed.items() if isinstance(value, str)} if isinstance(typed, dict) else {}


class ChangePassword(PasswordChangeView):
    """Change the password. For users who have one."""

    form_class = ChangePasswordForm
    template_name = "accounts/password.html"
    http_method_names = METHODS
    success_url = reverse_lazy("home")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        messages.success(self.request, "Your password is changed.")
        return super().form_valid(form)

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        page = self.render_to_response(self.get_context_data(form=form), status=422)
        return with_wait(page, getattr(form, "too_often", None))
