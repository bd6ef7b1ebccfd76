"""Every address of the site."""

from django.contrib import admin
from django.urls import path, register_converter
from django.urls.converters import StringConverter

from ledger.views import (
    accounts,
    adjustments,
    careers,
    clubs,
    entry,
    exchange,
    hands,
    home,
    links,
    live,
    log,
    members,
    people,
    photos,
    questions,
    rules,
    settle,
    site,
    stacks,
    tables,
    unit_values,
)


class TableConverter(StringConverter):
    """What the id of a table can look like. Everything else is not found, without asking the database."""

    regex = "[A-Za-z0-9_-]{1,24}"


class TokenConverter(StringConverter):
    """What the token of a link can look like."""

    regex = "[A-Za-z0-9_-]{1,64}"


register_converter(TableConverter, "table")
register_converter(TokenConverter, "token")

urlpatterns = [
    path("", home.home, name="home"),
    path("start/", home.start, name="start"),
    path("signup/", accounts.signup, name="signup"),
    path("login/", accounts.LogIn.as_view(), name="login"),
    path("logout/", accounts.log_out, name="logout"),
    path("password/", accounts.ChangePassword.as_view(), name="password"),
    path("theme/", site.theme, name="theme"),
    path("offline/", site.offline, name="offline"),
    path("sw.js", site.service_worker, name="service_worker"),
    path("import/", exchange.import_session, name="import_session"),
    path("admin/", admin.site.urls),
    path("healthz", site.healthz, name="healthz"),
    path("players/<int:pk>/", careers.player, name="player"),
    path("clubs/<int:pk>/careers/", careers.club, name="club_careers"),
    path("clubs/<int:pk>/", clubs.club, name="club"),
    path("players/<int:pk>/edit/", clubs.player_edit, name="player_edit"),
    path("players/<int:pk>/merge/", clubs.merge, name="player_merge"),
    path("players/<int:pk>/take-apart/", clubs.unmerge, name="player_unmerge"),
    path("players/<int:pk>/set-aside/", clubs.deactivate, name="player_deactivate"),
    path("players/<int:pk>/bring-back/", clubs.activate, name="player_activate"),
    path("clubs/<int:pk>/members/", members.members, name="members"),
    path("clubs/<int:pk>/members/<int:member>/role/", members.role, name="member_role"),
    path("clubs/<int:pk>/members/<int:member>/remove/", members.remove, name="member_remove"),
    path("v/<token:token>/", live.live, name="live"),
    path("v/<token:token>/now/", live.now, name="live_now"),
    path("v/<token:token>/hands/<int:number>/", live.hand, name="live_hand"),
    path("s/<token:token>/", links.take_over, name="take_over"),
    path("join/<token:token>/", links.join, name="join"),
    path("t/<table:public_id>/", tables.table, name="table"),
    path("t/<table:public_id>/share/", links.share, name="share"),
    path("t/<table:public_id>/players/", people.players, name="players"),
    path("t/<table:public_id>/players/<int:number>/leave/", people.leave, name="seat_leave"),
    path("t/<table:public_id>/players/<int:number>/return/", people.come_back, name="seat_return"),
    path("t/<table:public_id>/players/swap/", people.swap, name="seats_swap"),
    path("t/<table:public_id>/adjustments/", adjustments.adjustments, name="adjustments"),
    path("t/<table:public_id>/adjustments/<int:pk>/undo/", adjustments.undo, name="adjustment_undo"),
    path("t/<table:public_id>/stacks/", stacks.stacks, name="stacks"),
    path("t/<table:public_id>/stacks/<int:pk>/undo/", stacks.undo, name="stack_undo"),
    path("t/<table:public_id>/units/", unit_values.unit_values, name="unit_values"),
    path("t/<table:public_id>/settle/", settle.settle, name="settle"),
    path("t/<table:public_id>/settle/reopen/", settle.reopen, name="reopen"),
    path("t/<table:public_id>/settle/archive/", settle.archive, name="archive"),
    path("t/<table:public_id>/settle/unarchive/", settle.unarchive, name="unarchive"),
    path("t/<table:public_id>/settle/carry/", settle.carry, name="carry"),
    path("t/<table:public_id>/settle/<int:pk>/paid/", settle.paid, name="payment_paid"),
    path("t/<table:public_id>/settle/<int:pk>/owed/", settle.owed, name="payment_owed"),
    path("t/<table:public_id>/export/", exchange.export, name="export"),
    path("t/<table:public_id>/hands.csv", exchange.hands_csv, name="hands_csv"),
    path("t/<table:public_id>/transfers.csv", exchange.transfers_csv, name="transfers_csv"),
    path("t/<table:public_id>/session.json", exchange.whole_session, name="session_json"),
    path("t/<table:public_id>/rules/", rules.rules, name="rules"),
    path("t/<table:public_id>/rules/change/", rules.change, name="rules_change"),
    path("t/<table:public_id>/rules.json", rules.export, name="rules_export"),
    path("t/<table:public_id>/what-if/", rules.what_if, name="what_if"),
    path("t/<table:public_id>/score/", entry.score, name="score"),
    path("t/<table:public_id>/score/progress/", entry.progress, name="progress"),
    path("t/<table:public_id>/score/keep/", entry.keep, name="keep"),
    path("t/<table:public_id>/check/<uuid:key>/", entry.check, name="check"),
    path("t/<table:public_id>/check/<uuid:key>/drop/", entry.drop, name="drop"),
    path("t/<table:public_id>/hands/", tables.history, name="history"),
    path("t/<table:public_id>/log/", log.session_log, name="session_log"),
    path("t/<table:public_id>/hands/<int:number>/", hands.hand, name="hand"),
    path("t/<table:public_id>/hands/<int:number>/correct/", entry.correct, name="correct"),
    path("t/<table:public_id>/hands/<int:number>/correct/progress/", entry.progress, name="correct_progress"),
    path("t/<table:public_id>/hands/<int:number>/hindsight/<int:seat>/", hands.hindsight, name="hindsight"),
    path("t/<table:public_id>/hands/<int:number>/ask/", questions.ask, name="question_ask"),
    path("t/<table:public_id>/hands/<int:number>/answer/<int:pk>/", questions.answer, name="question_answer"),
    path("t/<table:public_id>/hands/<int:number>/photos/", photos.add, name="photo_add"),
    path("t/<table:public_id>/hands/<int:number>/photos/<int:pk>/", photos.hand_photo, name="hand_photo"),
    path("t/<table:public_id>/hands/<int:number>/photos/<int:pk>/remove/", photos.remove, name="photo_remove"),
    path("t/<table:public_id>/hands/<int:number>/undo/", hands.undo, name="undo"),
    path("t/<table:public_id>/hands/<int:number>/restore/", hands.restore, name="restore"),
]

handler400 = "ledger.views.problems.bad_request"
handler404 = "ledger.views.problems.not_found"
handler500 = "ledger.views.problems.server_error"
