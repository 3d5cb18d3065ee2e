/** Where in the story somebody wants to be taken; the story takes them there when the lines are here. */

class Reading {
  wanted = $state<number | null>(null);

  goTo(number: number): void {
    this.wanted = number;
  }
}

export const reading = new Reading();
