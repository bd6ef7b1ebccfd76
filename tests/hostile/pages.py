"""The forms of a page, as a browser has them: what it would send, and what one could choose instead."""

from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

Attributes = dict[str, str | None]


@dataclass(frozen=True)
class Upload:
    """A file as a browser sends it."""

    name: str
    content: bytes
    kind: str = "application/octet-stream"


Value = str | Upload


@dataclass
class Control:
    """One field: the values that a browser would send, all that it offers, and its kind."""

    kind: str
    values: list[Value] = field(default_factory=list)
    offered: list[str] = field(default_factory=list)


@dataclass
class Form:
    """``action`` is where it is sent, empty for the page that it is on."""

    action: str
    method: str
    is_multipart: bool
    id: str = ""
    controls: dict[str, Control] = field(default_factory=dict)

    def filled(self, **values: Value) -> "Form":
        """The form with these fields filled in."""
        controls = dict(self.controls)
        for name, value in values.items():
            old = controls.get(name, Control("text"))
            controls[name] = Control(old.kind, [value], old.offered)
        return replace(self, controls=controls)

    @property
    def pairs(self) -> list[tuple[str, Value]]:
        """What a browser would send."""
        return [(name, value) for name, control in self.controls.items() for value in control.values]


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._select: Control | None = None
        self._area: Control | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if tag == "form":
            multipart = has.get("enctype") == "multipart/form-data"
            self.forms.append(
                Form(has.get("action") or "", (has.get("method") or "get").lower(), multipart, has.get("id") or "")
            )
        elif self.forms:
            self._add(tag, has)

    def _add(self, tag: str, has: Attributes) -> None:
        name = has.get("name")
        if tag == "option" and self._select:
            self._option(has)
        elif name and tag in ("input", "button", "select", "textarea"):
            control = self._form_of(has).controls.setdefault(name, Control(has.get("type") or tag))
            value = has.get("value") or ""
            if tag == "select":
                self._select = control
            elif tag == "textarea":
                control.values.append("")
                self._area = control
            elif tag == "button":
                control.kind = "button"
                control.offered.append(value)
            elif control.kind in ("checkbox", "radio"):
                self._box(control, has)
            elif control.kind != "file":
                control.values.append(value)

    def _form_of(self, has: Attributes) -> Form:
        """The form that a field names, or else the one that it stands in."""
        return next((form for form in self.forms if form.id and form.id == has.get("form")), self.forms[-1])

    def _option(self, has: Attributes) -> None:
        if self._select is not None:
            self._select.offered.append(has.get("value") or "")
            if "selected" in has:
                self._select.values.append(has.get("value") or "")

    def _box(self, control: Control, has: Attributes) -> None:
        control.offered.append(has.get("value") or "on")
        if "checked" in has:
            control.values.append(has.get("value") or "on")

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area.values[-1] = f"{self._area.values[-1]}{data}"

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select is not None:
            self._select.values = self._select.values or [*self._select.offered[:1]]
            self._select = None
        elif tag == "textarea":
            self._area = None


def forms_of(page: str) -> list[Form]:
    """Every form of a page, in order."""
    parser = _Forms()
    parser.feed(page)
    return parser.forms
