"""Every address of the site."""

from django.urls import path

from ledger.views import accounts, entry, hands, home, site, tables

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
    path("t/<str:public_id>/", tables.table, name="table"),
    path("t/<str:public_id>/score/", entry.score, name="score"),
    path("t/<str:public_id>/score/progress/", entry.progress, name="progress"),
    path("t/<str:public_id>/score/keep/", entry.keep, name="keep"),
    path("t/<str:public_id>/check/<uuid:key>/", entry.check, name="check"),
    path("t/<str:public_id>/check/<uuid:key>/drop/", entry.drop, name="drop"),
    path("t/<str:public_id>/hands/", tables.history, name="history"),
    path("t/<str:public_id>/hands/<int:number>/", hands.hand, name="hand"),
    path("t/<str:public_id>/hands/<int:number>/correct/", entry.correct, name="correct"),
    path("t/<str:public_id>/hands/<int:number>/correct/progress/", entry.progress, name="correct_progress"),
    path("t/<str:public_id>/hands/<int:number>/undo/", hands.undo, name="undo"),
    path("t/<str:public_id>/hands/<int:number>/restore/", hands.restore, name="restore"),
]
