// Phone manners: the screen stays on, fast taps do not zoom, a tap is felt.
export const tick = () => navigator.vibrate?.(10);

// A phone may refuse, when its battery is low.
function keepAwake() {
  if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
}

let last = 0;
function guardFromZoom(event) {
  const button = event.timeStamp - last < 300 && event.cancelable && event.target.closest("button");
  last = event.timeStamp;
  if (!button) return;
  event.preventDefault();
  button.click();
}

export function phoneManners() {
  document.addEventListener("visibilitychange", keepAwake);
  document.addEventListener("touchend", guardFromZoom, { passive: false });
  keepAwake();
}
