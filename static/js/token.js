// The token that a form needs, as the cookie has it when it is sent: logging in elsewhere changes it.
export const freshToken = () => /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? "";

export function renewToken(form) {
  const field = form.elements.csrfmiddlewaretoken;
  if (field) field.value = freshToken() || field.value;
}
