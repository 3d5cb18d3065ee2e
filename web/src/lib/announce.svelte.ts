/** Sentences for people who listen to the page: a polite channel for turns and results, an urgent one for pauses. */

const BATCH = 300;
const MOST = 6; // sentences at once; more than that is a flood

class Announcer {
  polite = $state("");
  urgent = $state("");
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(sentence: string): void {
    const text = sentence.trim();
    if (!text || this.#waiting.at(-1) === text) return;
    this.#waiting.push(text);
    this.#timer ??= setTimeout(() => this.#speak(), BATCH);
  }

  interrupt(sentence: string): void {
    this.urgent = this.urgent === sentence ? sentence + " " : sentence;
  }

  #speak(): void {
    this.#timer = undefined;
    const said = this.#waiting.slice(-MOST).join(" ");
    this.#waiting = [];
    this.polite = this.polite === said ? said + " " : said; // the same sentence twice has to change to be heard
  }
}

export const announcer = new Announcer();
