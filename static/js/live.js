// Watching: htmx asks every 2 s; this holds it back while nobody looks or nobody answers.
const stale = document.querySelector("#stale");
let seen = new Date();
let wait = 0;
let next = 0;

function askNow() {
  next = 0;
  const now = document.querySelector("#now");
  // A table that was closed asks no more; it may be open again.
  if (!now.hasAttribute("hx-get")) location.reload();
  now.dispatchEvent(new Event("look"));
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden || Date.now() < next) event.preventDefault();
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  // The link was switched off.
  if (detail.xhr.status === 404) location.reload();
  if (detail.successful) {
    seen = new Date();
    wait = next = 0;
    stale.textContent = "";
    return;
  }
  wait = Math.min(2 * wait + 1, 30);
  next = Date.now() + 1000 * wait;
  const time = seen.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  stale.textContent = `Last seen at ${time}; trying again.`;
});

document.addEventListener("htmx:afterSwap", () => {
  document.querySelector("#said").textContent = document.querySelector("#now").dataset.said;
});

addEventListener("online", askNow);
document.addEventListener("visibilitychange", () => document.hidden || askNow());
