// What is typed, kept on this phone and on the server.
const PREFIX = "ofcscore draft ";

// A phone may refuse, in a private window, say.
function tried(action) {
  try {
    return action();
  } catch {
    return null;
  }
}

const load = (key) => tried(() => JSON.parse(localStorage.getItem(key)));
export const loadDraft = (name) => load(PREFIX + name);
export const forgetDraft = (name) => tried(() => localStorage.removeItem(PREFIX + name));
export const storeDraft = (name, draft) =>
  tried(() => localStorage.setItem(PREFIX + name, JSON.stringify(draft)) === undefined);

export function forgetSaved(keys) {
  const names = tried(() => Object.keys(localStorage)) ?? [];
  for (const name of names) {
    if (name.startsWith(PREFIX) && keys.includes(load(name)?.fields.key)) localStorage.removeItem(name);
  }
}

export function fieldsOf(form) {
  const { csrfmiddlewaretoken, ...fields } = Object.fromEntries(new FormData(form));
  return fields;
}

export function fillForm(form, fields) {
  for (const element of form.elements) {
    if (element.type === "checkbox") element.checked = element.name in fields;
    else if (element.name in fields && element.type !== "submit") element.value = fields[element.name];
  }
}

// Whether the server keeps it too.
export async function keepOnServer(form) {
  try {
    return (await fetch(form.dataset.keepUrl, { method: "POST", body: new FormData(form) })).status === 204;
  } catch {
    return false;
  }
}

// A random UUID, also without HTTPS.
export function newKey() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const hex = bytes.map((byte) => (byte + 256).toString(16).slice(1)).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}
