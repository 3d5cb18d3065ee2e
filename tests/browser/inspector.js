// What would stand in the way of somebody at this page, measured. `touch`: they use a thumb.
(touch) => {
  const faults = [];
  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) faults.push(`${width} pixels wide in a window of ${innerWidth}`);

  const named = (element) => `<${element.tagName.toLowerCase()}> “${(element.innerText || element.ariaLabel || element.id).trim().slice(0, 40)}”`;
  const small = (element, least) => {
    const { width, height } = element.getBoundingClientRect();
    if (Math.min(width, height) < least - 0.5) {
      faults.push(`${named(element)} is ${Math.round(width)}x${Math.round(height)}, and should be ${least} at least`);
    }
  };
  // A word in a sentence is as large as its line, and a part that scrolls is no target.
  const isTarget = (element) => element.checkVisibility() && getComputedStyle(element).display !== "inline";
  for (const element of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    if (!isTarget(element) || element.matches(".skip")) continue;
    const isButton = element.matches("button, .button, [type=submit]");
    small(element.matches("[type=radio], [type=checkbox]") ? (element.closest("label") ?? element) : element, touch && isButton ? 44 : 24);
  }
  return faults;
};
