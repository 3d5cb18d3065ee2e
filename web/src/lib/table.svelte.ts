/** A table as this screen knows it: the view, the room around it, and what may be said to it. */

import { applied } from "./applied";
import { Connection, PROTOCOL, type Outcome, type Plug, type Status, type Wishes } from "./connection";
import { keepDraft, restoreDraft, takeDraft } from "./drafts";
import { ownMarked } from "./own";
import type { Frame, FromServer, Full, Guide, Line, Page, Room, Seat, ShownPrompt, View, Wire, Wish } from "./types";

const TYPING_SHOWN = 4_000;
const TYPING_TOLD = 2_500;
const UNREADABLE_MOST = 3;
const NOTHING: readonly ShownPrompt[] = [];

/** Why a table cannot be shown; `code` is the protocol's, or `version`. */
export interface Trouble {
  code: string;
  text: string;
}

export class TableStore {
  status = $state<Status>("connecting");
  restarting = $state(false);
  trouble = $state.raw<Trouble | null>(null);
  room = $state.raw<Room | null>(null);
  guide = $state.raw<Guide | null>(null);
  /** Lines of the story that were read when this screen sat down; null until then. */
  seen = $state<number | null>(null);
  unsent = $state(0);
  /** How many answers of this screen were taken. */
  answered = $state(0);
  typing = $state.raw<readonly Seat[]>([]);
  nudgedBy = $state<Seat | null>(null);
  #full = $state.raw<Full | null>(null);
  #ideas = $state.raw<Record<string, readonly string[]>>({});

  readonly name: string;
  /** What onlookers of a private table come in by. */
  readonly invite: string;
  #connection: Connection;
  #refusal = "";
  #unreadable = 0;
  #typists = new Map<Seat, ReturnType<typeof setTimeout>>();
  #toldTyping = 0;
  #written: { shelf: string; draft: Wire } = { shelf: "", draft: undefined };
  #asked = new Set<string>();
  #paging = false;

  constructor(wishes: Wishes, open?: () => Plug) {
    this.name = wishes.table;
    this.invite = wishes.invite ?? "";
    const listener = {
      heard: (message: FromServer) => this.#heard(message),
      changed: (status: Status, code: number, reason: string) => this.#changed(status, code, reason),
      unreadable: () => this.#countUnreadable(),
    };
    this.#connection = open ? new Connection(wishes, listener, open) : new Connection(wishes, listener);
    this.unsent = this.#connection.unanswered;
  }

  // -- what is so

  get view(): View | null {
    return this.#full?.view ?? null;
  }

  /** How many lines of the story come before those that are here. */
  get earlier(): number {
    return this.#full?.earlier ?? 0;
  }

  get you(): Seat | null {
    return this.room?.you ?? null;
  }

  // In steps, so that a frame which asks nothing new leaves the questions the very same ones.
  #stands: readonly ShownPrompt[] = $derived(this.view?.prompts ?? NOTHING);
  #ownName = $derived(this.nameOf(this.you ?? ""));
  readonly prompts: readonly ShownPrompt[] = $derived(ownMarked(this.#stands, this.you, this.#ownName));

  /** What the table waits for from you. */
  get asked(): readonly ShownPrompt[] {
    return this.prompts.filter((shown) => shown.must && shown.given === undefined);
  }

  get lines(): readonly Line[] {
    return this.view?.lines ?? [];
  }

  get isHost(): boolean {
    return this.you !== null && this.room?.host === this.you;
  }

  nameOf(seat: Seat): string {
    return this.view?.names[seat] || this.room?.seats.find((one) => one.seat === seat)?.name || "an empty chair";
  }

  // -- coming and going

  start(): void {
    this.#connection.start();
    addEventListener("online", this.#online);
    addEventListener("offline", this.#offline);
  }

  stop(): void {
    removeEventListener("online", this.#online);
    removeEventListener("offline", this.#offline);
    for (const timer of this.#typists.values()) clearTimeout(timer);
    this.#connection.stop();
  }

  #online = (): void => {
    if (this.status !== "open") this.#connection.again();
  };

  #offline = (): void => {
    this.#connection.again();
  };

  // -- saying something

  async command(wish: Wish): Promise<Outcome> {
    const outcome = this.#connection.command(wish);
    this.unsent = this.#connection.unanswered;
    const settled = await outcome;
    this.unsent = this.#connection.unanswered;
    return settled;
  }

  /** Where a half-written answer to this question is kept. */
  shelfOf(shown: ShownPrompt): string {
    return `${this.name}.${shown.prompt.name}`;
  }

  /** The draft goes with the answer: the same may be asked again, about somebody else, before we hear that it was taken. */
  async answer(shown: ShownPrompt, value: Wire): Promise<Outcome> {
    const shelf = this.shelfOf(shown);
    const draft = takeDraft(shelf);
    const outcome = await this.command({ type: "answer", prompt: shown.prompt.name, prompt_id: shown.id, value });
    if (outcome.done) {
      this.answered += 1;
      this.#written = { shelf, draft };
    } else if (draft !== undefined && restoreDraft(shelf) === undefined) {
      keepDraft(shelf, draft);
    }
    return outcome;
  }

  /** What was written comes back with the question. */
  async takeBack(): Promise<Outcome> {
    const { shelf, draft } = this.#written;
    if (shelf) keepDraft(shelf, draft);
    const outcome = await this.command({ type: "take_back" });
    if (shelf && !outcome.done) keepDraft(shelf, undefined);
    return outcome;
  }

  hand(up: boolean): void {
    this.#connection.tell({ type: "hand", up });
  }

  tellTyping(): void {
    const now = Date.now();
    if (now - this.#toldTyping < TYPING_TOLD) return;
    this.#toldTyping = now;
    this.#connection.tell({ type: "typing" });
  }

  tellSeen(lines: number): void {
    this.#connection.tell({ type: "seen", lines });
  }

  fetchEarlier(): void {
    if (this.#paging || this.earlier === 0) return;
    this.#paging = true;
    this.#connection.tell({ type: "earlier", before: this.earlier });
  }

  /** The suggestions behind a name; they are asked for once, and arrive a moment later. */
  ideas(name: string): readonly string[] {
    return this.#ideas[name] ?? [];
  }

  askIdeas(name: string): void {
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    this.#connection.tell({ type: "ideas", name });
  }

  // -- hearing something

  #heard(message: FromServer): void {
    switch (message.type) {
      case "seated":
        if (message.protocol !== PROTOCOL) this.#giveUp("version", "");
        this.seen ??= message.seen;
        break;
      case "room":
        if (!Array.isArray(message.seats)) throw new Error("a room without seats");
        this.room = message;
        break;
      case "view":
        if (!Array.isArray(message.view.lines)) throw new Error("a view without its story");
        this.#full = message;
        this.#connection.n = message.n;
        this.#paging = false;
        break;
      case "frame":
        this.#frame(message);
        break;
      case "page":
        this.#page(message);
        break;
      case "refused":
        if (!message.id) this.#refusal = message.text;
        break;
      case "typing":
        this.#someoneTypes(message.seat);
        break;
      case "nudged":
        this.nudgedBy = message.by;
        break;
      case "ideas":
        this.#ideas = { ...this.#ideas, [message.name]: message.ideas };
        break;
      default: // what a newer server says beside this is not for us
        break;
    }
  }

  #frame(frame: Frame): void {
    const full = this.#full;
    if (full === null || frame.n <= full.n) return;
    if (frame.n !== full.n + 1) {
      this.#connection.again();
      return;
    }
    this.#full = applied(full, frame);
    this.#connection.n = frame.n;
    for (const line of frame.lines ?? []) if (line.by) this.#stopsTyping(line.by);
  }

  #page(page: Page): void {
    this.#paging = false;
    const full = this.#full;
    if (full === null || page.before !== full.earlier) return;
    const view = { ...full.view, lines: [...page.lines, ...full.view.lines] };
    this.#full = { ...full, earlier: page.first, view };
  }

  #someoneTypes(seat: Seat): void {
    clearTimeout(this.#typists.get(seat));
    this.#typists.set(seat, setTimeout(() => this.#stopsTyping(seat), TYPING_SHOWN));
    this.typing = [...this.#typists.keys()];
  }

  #stopsTyping(seat: Seat): void {
    clearTimeout(this.#typists.get(seat));
    if (this.#typists.delete(seat)) this.typing = [...this.#typists.keys()];
  }

  #changed(status: Status, code: number, reason: string): void {
    this.status = status;
    if (status === "open") {
      this.#asked.clear();
      this.restarting = false;
    }
    if (code === 1012) this.restarting = true; // until it is back, however often we knock
    if (status === "closed" && code !== 1000) this.#giveUp(reason || "no_table", this.#refusal);
  }

  /** Once is an accident; again and again means that we do not understand each other. */
  #countUnreadable(): void {
    this.#unreadable += 1;
    if (this.#unreadable >= UNREADABLE_MOST) {
      this.#connection.stop();
      this.#giveUp("version", "");
    } else {
      this.#connection.again();
    }
  }

  #giveUp(code: string, text: string): void {
    this.trouble ??= { code, text };
  }
}
