/** Telling somebody whose eyes are elsewhere that it is their turn: title, notice, and a soft sound, each by wish. */

import { preferences } from "../lib/preferences.svelte";
import type { TableStore } from "../lib/table.svelte";

const MARK = "● Your turn";

/** To be called while a component is set up; it watches as long as that component lives. */
export function watchTurns(tableOf: () => TableStore): void {
  const asked = $derived(tableOf().asked);
  const turn = $derived(asked.map((shown) => shown.id).join());

  let told = "";
  $effect(() => {
    if (turn && turn !== told && !isInFront()) notify(tableOf());
    told = turn;
  });

  $effect(() => {
    const title = `${tableOf().room?.title ?? "Mneme"} · Mneme`;
    const wanted = turn ? `${MARK} · ${title}` : title;
    queueMicrotask(() => (document.title = wanted)); // after the page's own title, which the same change sets
  });
}

/** Another tab hides the page; another window may leave it in sight, and then it only loses the focus. */
const isInFront = (): boolean => !document.hidden && document.hasFocus();

/** The notice leaves the question out: it may hold what only this seat knows, and others may see the screen. */
function notify(table: TableStore): void {
  if (preferences.now.sound) chime();
  if (!preferences.now.notify || !("Notification" in window) || Notification.permission !== "granted") return;
  const body = `${table.room?.title ?? "Your table"} waits for you.`;
  const notice = new Notification("It is your turn", { body, tag: table.name });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/** Two quiet notes, made here, so that no sound has to be loaded. */
function chime(): void {
  const context = new AudioContext();
  for (const [delay, pitch] of [
    [0, 523.25],
    [0.18, 659.25],
  ] as const) {
    const note = context.createOscillator();
    const loudness = context.createGain();
    const from = context.currentTime + delay;
    note.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, from);
    loudness.gain.linearRampToValueAtTime(0.08, from + 0.03);
    loudness.gain.exponentialRampToValueAtTime(0.0001, from + 0.7);
    note.connect(loudness).connect(context.destination);
    note.start(from);
    note.stop(from + 0.75);
  }
  setTimeout(() => void context.close(), 1_500);
}
