// What is typed of a hand, kept on this phone at each tap and on the server at each finished board.
import { renewToken } from "./token.js";

const PREFIX = "ofcscore draft ";

// A phone may refuse to keep anything: in a private window, or when it is full.
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

// Lets go of every draft that the server says is saved.
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

// Keeps the form on the server too, where it has a place there; whether it is kept.
export async function keepOnServer(form) {
  renewToken(form);
  try {
    return (await fetch(form.dataset.keepUrl, { method: "POST", body: new FormData(form) })).status === 204;
  } catch {
    return false;
  }
}

// A key that nobody guesses, also without HTTPS, where there is no crypto.randomUUID.
export function newKey() {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => (byte + 256).toString(16).slice(1)).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}
