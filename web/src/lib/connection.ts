/**
 * One socket that comes back: it sits down, keeps commands until they are answered, and says honestly whether it is
 * open. It knows nothing of games or of the screen.
 */

import type { Command, FromServer, Said, Wish } from "./types";

export const PROTOCOL = 1;

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
const AGAIN = 1_500;
const QUIET = 20_000; // after so long without a word we ask
const DEAF = 8_000; // and so long we wait for the answer

/** Codes after which coming back would be of no use. */
const FINAL = new Set([4000, 4003, 4004]);

export type Status = "connecting" | "open" | "lost" | "closed";
export type Outcome = { done: true } | { done: false; code: string; text: string; rule: string };

export interface Wishes {
  table: string;
  invite?: string;
  lookOn?: boolean;
}

/** The part of a WebSocket we use, so that tests can bring their own. */
export interface Plug {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

export interface Listener {
  heard(message: FromServer): void;
  changed(status: Status, code: number, reason: string): void;
  unreadable(): void;
}

interface Pending {
  command: Command;
  settle: (outcome: Outcome) => void;
}

export class Connection {
  status: Status = "connecting";
  /** The last frame that was applied; the listener keeps it up to date. */
  n: number | null = null;

  #plug: Plug | null = null;
  #seated = false;
  #wait = FIRST_WAIT;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #pending = new Map<string, Pending>();

  constructor(
    private readonly wishes: Wishes,
    private readonly listener: Listener,
    private readonly open: () => Plug = openLive,
    private readonly kept: Storage | null = sessionStore(),
  ) {
    for (const command of this.#restored()) this.#pending.set(command.id, { command, settle: () => undefined });
  }

  /** How many commands have not been answered yet. */
  get unanswered(): number {
    return this.#pending.size;
  }

  start(): void {
    clearTimeout(this.#retry);
    this.#drop();
    this.#seated = false;
    const plug = this.open();
    this.#plug = plug;
    plug.onopen = () => {
      this.#say({
        type: "sit",
        table: this.wishes.table,
        ...(this.wishes.invite ? { invite: this.wishes.invite } : {}),
        ...(this.wishes.lookOn ? { look_on: true } : {}),
        ...(this.n === null ? {} : { n: this.n }),
      });
      this.#listenFor(DEAF);
    };
    plug.onmessage = ({ data }) => this.#read(data);
    plug.onclose = ({ code, reason }) => {
      if (this.#plug === plug) this.#closed(code, reason);
    };
  }

  stop(): void {
    clearTimeout(this.#retry);
    this.#drop();
    this.#become("closed", 1000, "");
  }

  /** Come back now: the network is here again, or a frame was missed. */
  again(): void {
    if (this.status === "closed") return;
    this.#become("lost", 0, "");
    this.start();
  }

  /** Send a command and keep it until it is answered, however often the socket breaks meanwhile. */
  command(wish: Wish): Promise<Outcome> {
    const command = { ...wish, id: newId() } as Command;
    return new Promise((settle) => {
      this.#pending.set(command.id, { command, settle });
      this.#keep();
      if (this.#seated) this.#say(command);
    });
  }

  /** Say something that is of no use later. */
  tell(said: Said): void {
    if (this.#seated) this.#say(said);
  }

  #say(said: Said): void {
    this.#plug?.send(JSON.stringify(said));
  }

  #read(data: unknown): void {
    let message: FromServer;
    try {
      message = JSON.parse(String(data)) as FromServer;
      if (typeof message !== "object" || message === null || typeof message.type !== "string") throw new Error();
    } catch {
      this.listener.unreadable();
      return;
    }
    this.#listenFor(QUIET);
    if (message.type === "seated") this.#sitDown();
    if (message.type === "done") this.#settle(message.id, { done: true });
    if (message.type === "refused") this.#refused(message);
    try {
      this.listener.heard(message);
    } catch {
      this.listener.unreadable(); // it has the right name and not the parts that belong to it
    }
  }

  #sitDown(): void {
    this.#seated = true;
    this.#wait = FIRST_WAIT;
    this.#become("open", 0, "");
    this.#repeat("");
  }

  #refused(refused: { id: string; code: string; text: string; rule?: string }): void {
    const { code, text, rule = "" } = refused;
    if (code === "store" || code === "limited") {
      setTimeout(() => this.#repeat(refused.id), AGAIN);
      return;
    }
    this.#settle(refused.id, { done: false, code, text, rule });
  }

  /** It was not taken, and may be now. A refusal without an id is about any of them; repeating does no harm. */
  #repeat(id: string): void {
    if (!this.#seated) return;
    for (const { command } of this.#pending.values()) if (!id || command.id === id) this.#say(command);
  }

  #settle(id: string, outcome: Outcome): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    this.#keep();
    pending.settle(outcome);
  }

  #closed(code: number, reason: string): void {
    this.#drop();
    this.#seated = false;
    if (FINAL.has(code)) {
      this.#become("closed", code, reason);
      return;
    }
    this.#become("lost", code, reason);
    const wait = this.#wait * (0.5 + Math.random() / 2);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    this.#retry = setTimeout(() => this.start(), wait);
  }

  #drop(): void {
    clearTimeout(this.#watch);
    const plug = this.#plug;
    this.#plug = null;
    if (plug) {
      plug.onopen = plug.onmessage = plug.onclose = null;
      plug.close();
    }
  }

  /** A socket can be dead without closing. Whoever claims to be connected has to have heard something lately. */
  #listenFor(milliseconds: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      if (milliseconds === DEAF) {
        this.#closed(1006, "silent");
      } else {
        this.#say({ type: "ping" });
        this.#listenFor(DEAF);
      }
    }, milliseconds);
  }

  #become(status: Status, code: number, reason: string): void {
    this.status = status;
    this.listener.changed(status, code, reason);
  }

  // -- what was not answered yet outlives a reload

  get #shelf(): string {
    return `mneme.unanswered.${this.wishes.table}`;
  }

  #keep(): void {
    const commands = [...this.#pending.values()].map(({ command }) => command);
    try {
      if (commands.length) this.kept?.setItem(this.#shelf, JSON.stringify(commands));
      else this.kept?.removeItem(this.#shelf);
    } catch {
      // A full or forbidden storage only means that a reload forgets what was never acknowledged.
    }
  }

  #restored(): Command[] {
    try {
      const found: unknown = JSON.parse(this.kept?.getItem(this.#shelf) ?? "[]");
      return Array.isArray(found) ? (found as Command[]) : [];
    } catch {
      return [];
    }
  }
}

function openLive(): Plug {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/live`) as unknown as Plug;
}

function sessionStore(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** `crypto.randomUUID` is missing on plain-http pages of other hosts. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
