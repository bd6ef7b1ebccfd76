// On every page: saved drafts go, forms have a token that is current, the phone keeps what pages are made of.
import { forgetDraft, forgetSaved } from "./drafts.js";
import { renewToken } from "./token.js";

forgetSaved(document.body.dataset.savedKeys?.split(" ") ?? []);

document.addEventListener("submit", (event) => {
  renewToken(event.target);
  if (event.target.dataset.forget) forgetDraft(event.target.dataset.forget);
});

// A page that the browser kept shows the table as it was.
addEventListener("pageshow", (event) => {
  if (event.persisted && !document.querySelector("[data-entry]")) location.reload();
});

navigator.serviceWorker?.register("/sw.js").catch(() => {});
