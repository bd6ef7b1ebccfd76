// Gives a form the cookie's token: logging in elsewhere changes it.
export function renewToken(form) {
  const token = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1];
  if (token && form.elements.csrfmiddlewaretoken) form.elements.csrfmiddlewaretoken.value = token;
}
