"""The admin's pages, for staff: everything of the books to look at and nothing of them to change; accounts and
memberships to set right. What has rules of its own (players, tables, payments) is changed on its own pages, by its
services. Photos are private to their clubs, and are not shown here.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from ledger import models
from ledger.forms.accounts import LogInForm
from ledger.views.status import with_wait

admin.site.site_header = admin.site.site_title = "ofcscore"
admin.site.index_title = "Everything there is"


class AdminLogInForm(LogInForm, AdminAuthenticationForm):
    """The same as on the site's own page, for staff alone."""

    error_messages = AdminAuthenticationForm.error_messages


def counted(log_in: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The admin's own page to log in, which says as the site's does when there were too many wrong passwords."""

    @wraps(log_in)
    def wrapped(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        answer = log_in(request, extra_context)
        form = (getattr(answer, "context_data", None) or {}).get("form")
        return with_wait(answer, getattr(form, "too_often", None))

    return wrapped


def change_password(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """The site's own page, which counts wrong passwords."""
    return redirect("password")


admin.site.login_form = AdminLogInForm
admin.site.login = counted(admin.site.login)
admin.site.password_change = change_password
# Nobody here has a role by group: members have one in each club.
admin.site.unregister(Group)


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows to look at. Lists ask the database the same number of times however long they are."""

    show_full_result_count = False
    list_per_page = 50
    search_help_text = "The id of a session as it stands in its address, or a name where the list has names."
    ordering: ClassVar = ["-pk"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def session_search(path: str) -> tuple[str]:
    """Finds rows by the id of their session, as it stands in an address; ``path`` leads from the row to it."""
    return (f"{path}public_id__exact",)


@admin.register(models.User)
class AccountAdmin(UserAdmin):
    """Accounts are set right and switched off; none is deleted, for the books say who wrote what."""

    list_display = ("username", "is_guest", "is_active", "is_staff", "last_login", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("username",)
    ordering = ("-date_joined",)
    readonly_fields = ("is_guest", "last_login", "date_joined")
    filter_horizontal = ()
    show_full_result_count = False
    fieldsets: ClassVar = [
        (None, {"fields": ("username", "password", "is_guest")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser")}),
        ("Times", {"fields": ("last_login", "date_joined")}),
    ]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(models.Membership)
class MembershipAdmin(admin.ModelAdmin):
    list_display = ("user", "club", "role")
    list_filter = ("role",)
    list_select_related = ("user", "club")
    raw_id_fields = ("user", "club")
    search_fields = ("user__username", "club__name")
    show_full_result_count = False


@admin.register(models.Club)
class ClubAdmin(ReadOnlyAdmin):
    list_display = ("name", "pk", "created_at")
    search_fields = ("name", "memberships__user__username", "sessions__public_id__exact")


@admin.register(models.Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ("name", "club", "is_active", "merged_into", "created_at")
    list_select_related = ("club", "merged_into")
    search_fields = ("name", "seats__session__public_id__exact")


@admin.register(models.PlayerChange)
class PlayerChangeAdmin(ReadOnlyAdmin):
    list_display = ("player", "kind", "other", "before", "after", "created_by", "created_at")
    list_select_related = ("player", "other", "created_by")
    search_fields = ("player__name", "player__seats__session__public_id__exact")


@admin.register(models.Session)
class SessionAdmin(ReadOnlyAdmin):
    list_display = ("name", "public_id", "date", "state", "currency", "club", "created_by")
    list_filter = ("state", "currency")
    list_select_related = ("club", "created_by")
    search_fields = ("name", *session_search(""), "club__name")


@admin.register(models.Seat)
class SeatAdmin(ReadOnlyAdmin):
    list_display = ("session", "number", "position", "player", "board_number")
    list_select_related = ("session", "player")
    search_fields = session_search("session__")


@admin.register(models.SessionRules)
class SessionRulesAdmin(ReadOnlyAdmin):
    list_display = ("session", "number", "unit_value", "by", "created_at")
    list_select_related = ("session", "created_by")
    search_fields = session_search("session__")


@admin.register(models.PairValue)
class PairValueAdmin(ReadOnlyAdmin):
    list_display = ("rules", "first", "second", "unit_value")
    list_select_related = (
        "rules__session",
        "first__session",
        "first__player",
        "second__session",
        "second__player",
    )
    search_fields = session_search("rules__session__")


@admin.register(models.Hand)
class HandAdmin(ReadOnlyAdmin):
    list_display = ("session", "number", "rules", "created_at")
    list_select_related = ("session", "rules__session")
    search_fields = session_search("session__")


@admin.register(models.Revision)
class RevisionAdmin(ReadOnlyAdmin):
    list_display = ("hand", "number", "kind", "reason", "deal_note", "by", "created_at")
    list_filter = ("kind",)
    list_select_related = ("hand__session", "created_by")
    search_fields = session_search("hand__session__")


@admin.register(models.Board)
class BoardAdmin(ReadOnlyAdmin):
    list_display = ("revision", "seat_name", "cards", "fantasyland", "dead", "stack")
    list_select_related = ("revision__hand__session", "seat__player")
    search_fields = session_search("revision__hand__session__")

    @admin.display(description="seat")
    def seat_name(self, board: models.Board) -> str:
        return board.seat.name


@admin.register(models.Transfer)
class TransferAdmin(ReadOnlyAdmin):
    list_display = ("pk", "session", "what", "payer_name", "payee_name", "units", "unit_value", "created_at")
    list_select_related = ("session", "revision__hand", "adjustment", "payer__player", "payee__player")
    search_fields = session_search("session__")

    @admin.display(description="for")
    def what(self, transfer: models.Transfer) -> str:
        if transfer.revision:
            return f"hand {transfer.revision.hand.number}, version {transfer.revision.number}"
        return transfer.adjustment.reason if transfer.adjustment else ""

    @admin.display(description="payer")
    def payer_name(self, transfer: models.Transfer) -> str:
        return transfer.payer.name

    @admin.display(description="payee")
    def payee_name(self, transfer: models.Transfer) -> str:
        return transfer.payee.name


class EventAdmin(ReadOnlyAdmin):
    """What was written down between two hands."""

    list_select_related = ("session", "created_by")
    search_fields = session_search("session__")


@admin.register(models.Adjustment)
class AdjustmentAdmin(EventAdmin):
    list_display = ("session", "after_number", "reason", "by", "created_at")


@admin.register(models.ChipMove)
class ChipMoveAdmin(EventAdmin):
    list_display = ("session", "after_number", "seat_name", "units", "by", "created_at")
    list_select_related = ("session", "created_by", "seat__player")

    @admin.display(description="seat")
    def seat_name(self, move: models.ChipMove) -> str:
        return move.seat.name


@admin.register(models.SeatChange)
class SeatChangeAdmin(EventAdmin):
    list_display = ("session", "after_number", "kind", "seat_name", "reason", "by", "created_at")
    list_select_related = ("session", "created_by", "seat__player")

    @admin.display(description="seat")
    def seat_name(self, change: models.SeatChange) -> str:
        return change.seat.name


@admin.register(models.StateChange)
class StateChangeAdmin(EventAdmin):
    list_display = ("session", "state", "reason", "by", "created_at")


@admin.register(models.PlannedPayment)
class PlannedPaymentAdmin(ReadOnlyAdmin):
    list_display = ("closing", "payer", "payee", "amount")
    list_select_related = ("closing__session", "payer", "payee")
    search_fields = session_search("closing__session__")


@admin.register(models.PaymentMark)
class PaymentMarkAdmin(EventAdmin):
    list_display = ("session", "payment", "kind", "into", "by", "created_at")
    list_select_related = ("session", "created_by", "payment__payer", "payment__payee", "into")


@admin.register(models.HandQuestion)
class HandQuestionAdmin(EventAdmin):
    list_display = ("session", "hand", "text", "by", "created_at")
    list_select_related = ("session", "created_by", "hand__session")


@admin.register(models.HandAnswer)
class HandAnswerAdmin(EventAdmin):
    list_display = ("session", "question", "text", "by", "created_at")
    list_select_related = ("session", "created_by", "question__hand__session")


@admin.register(models.Tally)
class TallyAdmin(ReadOnlyAdmin):
    list_display = ("session", "player", "preset", "hands", "units", "money", "other_units")
    list_select_related = ("session", "player")
    search_fields = (*session_search("session__"), "player__name")


@admin.register(models.PairTally)
class PairTallyAdmin(ReadOnlyAdmin):
    list_display = ("session", "first", "second", "preset", "hands", "units", "money")
    list_select_related = ("session", "first", "second")
    search_fields = (*session_search("session__"), "first__name", "second__name")


@admin.register(models.Draft)
class DraftAdmin(ReadOnlyAdmin):
    list_display = ("session", "number", "user", "updated_at")
    list_select_related = ("session", "user")
    search_fields = session_search("session__")
