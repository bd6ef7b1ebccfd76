// What is wrong with the layout of the page as it stands, as sentences. `width` is the screen's: a phone would zoom out
// of a page that is too wide, and then innerWidth is the page's.
({ width, target, primary }) => {
  const found = new Map();

  const nameOf = (element) => {
    const words = element.textContent.trim().replace(/\s+/g, " ").slice(0, 30);
    return `<${element.localName} class="${element.className}"> ${element.id || words}`.trim();
  };

  const note = (what, ...elements) => found.set(what, [...(found.get(what) ?? []), ...elements.map(nameOf)]);

  const isVisible = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;

  // What scrolls sideways inside the page may be as wide as it likes.
  const scrollsInside = (element) => {
    const parent = element.parentElement;
    return parent !== null && (/auto|scroll|hidden/.test(getComputedStyle(parent).overflowX) || scrollsInside(parent));
  };

  // What a finger presses: of a checkbox or a radio button, the words beside it too.
  const pressed = (element) => (/checkbox|radio/.test(element.type) && element.closest("label")) || element;

  // What a finger would hit in the middle of an element, unless it is the element.
  const cover = (element) => {
    const box = element.getClientRects()[0];
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return element.contains(hit) ? null : hit ? nameOf(hit) : "the edge of the screen";
  };

  const page = document.scrollingElement;
  if (page.scrollWidth > Math.min(width, innerWidth)) {
    const isWide = (element) => element.getBoundingClientRect().right > width + 0.5 && !scrollsInside(element);
    const wide = [...document.body.querySelectorAll("*")].filter((element) => isVisible(element) && isWide(element));
    note(`make the page ${page.scrollWidth} px wide`, ...wide);
  }

  const main = [...document.querySelectorAll(".primary")].filter(isVisible);
  if (main.length !== (primary ? 1 : 0)) note(`are ${main.length} primary actions`, ...main);
  for (const element of main) {
    const box = element.getBoundingClientRect();
    if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) {
      note("is not wholly on the screen", element);
    }
    if (cover(element)) note(`is behind ${cover(element)}`, element);
  }

  // Slots show a board; cards are entered with the keys below it, which are large enough.
  // No finger presses what is hidden from eyes.
  for (const element of document.querySelectorAll("button:not(.slot, .hidden-text), .button, .primary, .quiet, input, select, summary")) {
    const height = pressed(element).getBoundingClientRect().height;
    if (isVisible(element) && height < target - 0.5) note(`only ${height.toFixed(1)} px high`, element);
  }

  for (const element of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    if (!isVisible(element) || element.disabled || element.tabIndex < 0) continue;
    // Brings it into view, as the keyboard does.
    element.focus();
    if (cover(pressed(element))) note("hidden behind something when it has the focus", element);
  }
  document.activeElement.blur();
  scrollTo(0, 0);
  return [...found].map(([what, names]) => `${names.join(", ")}: ${what}`);
};
