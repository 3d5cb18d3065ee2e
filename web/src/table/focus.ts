/**
 * What was pressed in a region is often gone or disabled a moment later, and the focus with it. Whoever works by
 * keyboard goes on from the same thing if it comes back, otherwise from the region's heading.
 */
export function keepFocus(region: HTMLElement): () => void {
  let last: HTMLElement | null = null;

  function remember({ target }: Event): void {
    last = target instanceof HTMLElement && region.contains(target) ? target : null;
  }

  /** A pointer that takes the focus away means it. */
  function forget(): void {
    last = null;
  }

  function restore(): void {
    if (last === null || document.activeElement !== document.body) return;
    const heading = region.querySelector<HTMLElement>("h2[tabindex]");
    const next = last.isConnected && !last.matches(":disabled") ? last : (heading ?? region);
    next.focus({ preventScroll: true });
  }

  const observer = new MutationObserver(restore);
  observer.observe(region, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  document.addEventListener("pointerdown", forget);
  document.addEventListener("focusin", remember);
  return () => {
    observer.disconnect();
    document.removeEventListener("pointerdown", forget);
    document.removeEventListener("focusin", remember);
  };
}

/**
 * Whoever has just answered at the end of a long form stands below the beginning of the next question, and is brought
 * back to it. Somebody who is busy elsewhere on the page is left in peace.
 */
export function bringBack(heading: HTMLElement): void {
  const region = heading.closest("section") ?? document.body;
  const at = document.activeElement;
  if (at !== document.body && !region.contains(at)) return;
  if (heading.getBoundingClientRect().top < 0) heading.scrollIntoView({ block: "start" });
}
