// Saves a hand from its check page: counted once however often it is sent, tried again until the server has answered.
import { renewToken } from "./token.js";

const FIRST_WAIT = 2;
const LONGEST_WAIT = 30;
const ANSWER_WITHIN = 15000;
const form = document.querySelector("[data-save]");
const status = document.querySelector("#save-status");
const button = document.querySelector("[data-save-button]");
let saving = false;
let timer = 0;

function say(text) {
  status.textContent = text;
  status.hidden = !text;
}

// The answer, or null when there was none or the server was not itself.
async function send() {
  renewToken(form);
  const body = new FormData(form);
  body.set("action", "save");
  try {
    const response = await fetch(form.action, { method: "POST", body, signal: AbortSignal.timeout(ANSWER_WITHIN) });
    return response.status < 500 ? response : null;
  } catch {
    return null;
  }
}

async function attempt(wait) {
  clearTimeout(timer);
  say("Saving …");
  const response = await send();
  if (response?.redirected) return location.replace(response.url);
  // Whatever else the server says, it says on a page: sent once more, the key sees to it that it counts once.
  if (response) return leave();
  say(`Not saved: no answer. Trying again in ${wait} s. Your cards are kept on this phone.`);
  timer = setTimeout(() => attempt(Math.min(2 * wait, LONGEST_WAIT)), 1000 * wait);
}

function leave() {
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "action", value: "save" });
  form.append(field);
  form.submit();
}

addEventListener("online", () => saving && attempt(FIRST_WAIT));
form.addEventListener("submit", (event) => {
  if (event.submitter !== button) return;
  event.preventDefault();
  if (saving) return;
  saving = true;
  attempt(FIRST_WAIT);
});
