// Hands a text or a link to the phone's share sheet or, where there is none, copies it.
for (const button of document.querySelectorAll("[data-share]")) {
  const { value, href } = document.getElementById(button.dataset.share);
  const share = async () => {
    if (navigator.share) return navigator.share(value ? { text: value } : { url: href });
    await navigator.clipboard.writeText(value ?? href);
    button.textContent = "Copied";
  };
  // Closing the sheet is no error.
  button.onclick = () => share().catch(() => {});
  button.hidden = !(navigator.share ?? navigator.clipboard);
}
