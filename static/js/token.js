// The token that a form needs, as the cookie has it when it is sent: logging in elsewhere changes it.
export function freshToken() {
  const cookie = document.cookie.split("; ").find((pair) => pair.startsWith("csrftoken="));
  return cookie ? cookie.slice("csrftoken=".length) : "";
}

export function renewToken(form) {
  const field = form.elements.csrfmiddlewaretoken;
  const token = freshToken();
  if (field && token) field.value = token;
}
