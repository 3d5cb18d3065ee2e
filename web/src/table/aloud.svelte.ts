/** Reading aloud with the browser's own voice; silent unless somebody presses. (ux S2) */

class Aloud {
  /** The line that is being read. */
  number = $state<number | null>(null);

  get isPossible(): boolean {
    return typeof speechSynthesis !== "undefined" && typeof SpeechSynthesisUtterance !== "undefined";
  }

  read(number: number, text: string): void {
    speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(text);
    words.onend = words.onerror = () => {
      if (this.number === number) this.number = null;
    };
    this.number = number;
    speechSynthesis.speak(words);
  }

  stop(): void {
    this.number = null;
    if (this.isPossible) speechSynthesis.cancel();
  }
}

export const aloud = new Aloud();
