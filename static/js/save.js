// Saves a hand from its check page: tried again until the server has answered, counted once however often it is sent.
import { renewToken } from "./token.js";

const LONGEST_WAIT = 30;
const form = document.querySelector("[data-save]");
const status = document.querySelector("#save-status");
let timer = 0;

function say(text) {
  status.textContent = text;
  status.hidden = false;
}

// The answer; null when there was none, or the server was not itself.
async function send() {
  renewToken(form);
  const body = new FormData(form);
  body.set("action", "save");
  try {
    const address = form.getAttribute("action");
    const answer = await fetch(address, { method: "POST", body, signal: AbortSignal.timeout(15000) });
    return answer.status < 500 ? answer : null;
  } catch {
    return null;
  }
}

async function attempt(wait) {
  clearTimeout(timer);
  timer = -1;
  say("Saving …");
  const answer = await send();
  if (answer?.redirected) location.replace(answer.url);
  else if (answer) showPage();
  else {
    say(`Not saved: no answer. Trying again in ${wait} s. Your cards are kept on this phone.`);
    timer = setTimeout(attempt, 1000 * wait, Math.min(2 * wait, LONGEST_WAIT));
  }
}

// What else the server has to say stands on a page: sent once more, in the ordinary way, it still counts once.
function showPage() {
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "action", value: "save" }));
  form.submit();
}

addEventListener("online", () => timer > 0 && attempt(2));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!timer) attempt(2);
});
