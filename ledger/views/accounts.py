"""Signing up, and what a guest is told before losing the only way back to their tables."""

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from ledger.forms.accounts import SignUpForm
from ledger.models import User
from ledger.services.accounts import guest_keep, user_create
from ledger.services.errors import RefusedError

METHODS = ["get", "head", "post"]
BACKEND = "django.contrib.auth.backends.ModelBackend"


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def signup(request: HttpRequest) -> HttpResponse:
    """Name a password: a newcomer becomes a user, a guest keeps their tables. For anybody who has none yet."""
    user = request.user
    if isinstance(user, User) and not user.is_guest:
        return redirect("home")
    form = SignUpForm(request.POST if request.method == "POST" else None)
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
    return render(request, "accounts/signup.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Log out; a guest is first asked to name a password, since nothing else leads back. For everybody."""
    if isinstance(request.user, User) and request.user.is_guest:
        messages.warning(request, "Name a password first: without one, nobody can get back to these tables.")
        return redirect("signup")
    logout(request)
    return redirect("home")


class LogIn(LoginView):
    """Log in. For everybody."""

    template_name = "accounts/login.html"
    http_method_names = METHODS

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


class ChangePassword(PasswordChangeView):
    """Change the password. For users who have one."""

    template_name = "accounts/password.html"
    http_method_names = METHODS
    success_url = reverse_lazy("home")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        messages.success(self.request, "Your password is changed.")
        return super().form_valid(form)

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)
