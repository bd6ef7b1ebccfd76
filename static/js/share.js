// Hands the plan to the phone's share sheet or, where there is none, copies it.
const button = document.querySelector("[data-share]");
const text = document.querySelector("#as-text").value;

async function share() {
  if (navigator.share) return navigator.share({ text });
  await navigator.clipboard.writeText(text);
  button.textContent = "Copied";
}

// A sheet that is closed again is no error.
button.addEventListener("click", () => share().catch(() => {}));
button.hidden = !(navigator.share ?? navigator.clipboard);
