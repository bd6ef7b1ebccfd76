// Phone manners while cards are entered: the screen stays on, fast taps do not zoom, a tap is felt.
let lock = null;

async function keepAwake() {
  if (document.visibilityState !== "visible" || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    // The phone refuses when its battery is low; entering cards goes on all the same.
  }
}

export function phoneManners() {
  document.addEventListener("visibilitychange", keepAwake);
  keepAwake();
  let last = 0;
  document.addEventListener(
    "touchend",
    (event) => {
      const quick = event.timeStamp - last < 300;
      last = event.timeStamp;
      const button = event.target.closest("button");
      if (!quick || !button || !event.cancelable) return;
      event.preventDefault();
      button.click();
    },
    { passive: false },
  );
}

export const tick = () => navigator.vibrate?.(10);
