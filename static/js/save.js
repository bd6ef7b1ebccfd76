// Saves a hand: tried again until there is an answer; its key makes it count once.
import { renewToken } from "./token.js";

const form = document.querySelector("[data-save]");
const status = document.querySelector("#save-status");
let timer = 0;

// The answer; null for none, or for an error of the server's own.
async function send() {
  renewToken(form);
  const body = new FormData(form);
  body.set("action", "save");
  try {
    const how = { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout?.(15000) };
    const answer = await fetch(form.getAttribute("action"), how);
    return answer.status < 500 ? answer : null;
  } catch {
    return null;
  }
}

async function attempt(wait) {
  clearTimeout(timer);
  timer = -1;
  status.textContent = "Saving …";
  status.hidden = false;
  const answer = await send();
  if (answer?.type === "opaqueredirect") location.replace(form.dataset.save);
  else if (answer) showPage();
  else {
    status.textContent = `Not saved: no answer. Trying again in ${wait} s. Your cards are kept on this phone.`;
    timer = setTimeout(attempt, 1000 * wait, Math.min(2 * wait, 30));
  }
}

// Any other answer is a page: sending again shows it.
function showPage() {
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "action", value: "save" }));
  form.submit();
}

addEventListener("online", () => timer > 0 && attempt(2));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!timer) attempt(2);
});
