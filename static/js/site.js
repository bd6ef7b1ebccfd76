// On every page: drafts that were saved are let go, forms are sent with a token that is current, and the phone keeps
// what pages are made of.
import { forgetDraft, forgetSaved } from "./drafts.js";
import { renewToken } from "./token.js";

forgetSaved(document.body.dataset.savedKeys?.split(" ") ?? []);

document.addEventListener("submit", (event) => {
  renewToken(event.target);
  if (event.target.dataset.forget) forgetDraft(event.target.dataset.forget);
});

// A page that the browser kept shows the table as it was; the form of a hand is as good as it was.
addEventListener("pageshow", (event) => {
  if (event.persisted && !document.querySelector("[data-entry]")) location.reload();
});

navigator.serviceWorker?.register("/sw.js").catch(() => {});
