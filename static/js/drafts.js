// What is typed of a hand, kept on this phone at each tap and on the server at each finished board.
const PREFIX = "ofcscore draft ";

export function loadDraft(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

// False when this phone keeps nothing (private mode, full).
export function storeDraft(name, draft) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Where nothing is kept there is nothing to forget.
  }
}

// Lets go of every draft whose key the server says was saved.
export function forgetSaved(keys) {
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(PREFIX)) continue;
      const key = JSON.parse(localStorage.getItem(name))?.fields?.key;
      if (keys.includes(key)) localStorage.removeItem(name);
    }
  } catch {
    // As above.
  }
}

export function fieldsOf(form) {
  const fields = Object.fromEntries(new FormData(form));
  delete fields.csrfmiddlewaretoken;
  return fields;
}

export function fillForm(form, fields) {
  for (const element of form.elements) {
    if (!element.name || element.name === "csrfmiddlewaretoken") continue;
    if (element.type === "checkbox") element.checked = element.name in fields;
    else if (element.name in fields && element.type !== "submit") element.value = fields[element.name];
  }
}

// A key that nobody guesses, also where there is no HTTPS and so no crypto.randomUUID.
export function newKey() {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}
