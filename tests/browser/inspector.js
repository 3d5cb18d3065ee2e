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
  // The guidelines leave out words in the middle of a sentence: those are as large as their line.
  const isWord = (element) => [...element.parentElement.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  for (const element of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    if (!element.checkVisibility() || element.matches(".skip") || isWord(element)) continue;
    const target = element.matches("[type=radio], [type=checkbox]") ? (element.closest("label") ?? element) : element;
    small(target, touch && element.matches("button, .button") ? 44 : 24);
  }
  return faults;
};
