"""Every address of the site."""

from django.urls import path

from ledger.views import accounts, entry, hands, home, tables

urlpatterns = [
    path("", home.home, name="home"),
    path("start/", home.start, name="start"),
    path("signup/", accounts.signup, name="signup"),
    path("login/", accounts.LogIn.as_view(), name="login"),
    path("logout/", accounts.log_out, name="logout"),
    path("password/", accounts.ChangePassword.as_view(), name="password"),
    path("t/<str:public_id>/", tables.table, name="table"),
    path("t/<str:public_id>/score/", entry.score, name="score"),
    path("t/<str:public_id>/hands/", tables.history, name="history"),
    path("t/<str:public_id>/hands/<int:number>/", hands.hand, name="hand"),
    path("t/<str:public_id>/hands/<int:number>/correct/", entry.correct, name="correct"),
    path("t/<str:public_id>/hands/<int:number>/undo/", hands.undo, name="undo"),
    path("t/<str:public_id>/hands/<int:number>/restore/", hands.restore, name="restore"),
]
