// On every page: saved drafts go, tokens are current.
import { forgetSaved } from "./drafts.js";
import { renewToken } from "./token.js";

forgetSaved(document.body.dataset.savedKeys?.split(" ") ?? []);

document.addEventListener("submit", (event) => renewToken(event.target));

// A page the browser kept is out of date.
addEventListener("pageshow", (event) => {
  if (event.persisted && !document.querySelector("[data-entry]")) location.reload();
});

navigator.serviceWorker?.register("/sw.js").catch(() => {});
