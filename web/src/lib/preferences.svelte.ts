/** What a person likes, kept in this browser alone. */

export interface Preferences {
  name: string;
  scheme: "system" | "light" | "dark";
  motion: "system" | "less";
  font: "house" | "plain" | "legible";
  size: "normal" | "large";
  sound: boolean;
  notify: boolean;
  coach: boolean;
  announce: "turns" | "everything";
  keys: boolean; // single letters act as keys
  sendWith: "enter" | "ctrl-enter";
  coverWhenAway: boolean; // cover one's own hand when the page loses focus
}

const SHELF = "mneme.preferences";
const FIRST: Preferences = {
  name: "",
  scheme: "system",
  motion: "system",
  font: "house",
  size: "normal",
  sound: false,
  notify: false,
  coach: true,
  announce: "turns",
  keys: true,
  sendWith: "enter",
  coverWhenAway: false,
};

function restored(): Preferences {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(SHELF) ?? "{}") as Partial<Preferences>) };
  } catch {
    return FIRST;
  }
}

class Liked {
  #now = $state.raw<Preferences>(restored());

  get now(): Preferences {
    return this.#now;
  }

  set(change: Partial<Preferences>): void {
    this.#now = { ...this.#now, ...change };
    this.show();
    try {
      localStorage.setItem(SHELF, JSON.stringify(this.#now));
    } catch {
      // Without storage a preference lasts as long as the page.
    }
  }

  /** Put the preferences on the page, where the style sheets read them. */
  show(): void {
    const { scheme, motion, font, size } = this.#now;
    Object.assign(document.documentElement.dataset, { scheme, motion, font, size });
  }

  get lessMotion(): boolean {
    return this.#now.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
}

export const preferences = new Liked();
