import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { preferences } from "../src/lib/preferences.svelte";
import { router } from "../src/lib/route.svelte";
import Doorway from "../src/pages/Doorway.svelte";
import Help from "../src/pages/Help.svelte";
import Home from "../src/pages/Home.svelte";
import Lobby from "../src/pages/Lobby.svelte";
import NewTable from "../src/pages/NewTable.svelte";
import Trouble from "../src/pages/Trouble.svelte";
import { GAMES, refusal, room, serve, tableWith, type Asked } from "./pages-kit";

const SHELF = { "GET /api/games": GAMES, "GET /api/mine": [], "GET /api/tables": [] };
const LAID = { table: "T", invite: "INVITE", seat: "a", token: "SECRET" };

const bodyOf = (asked: Asked[], request: string): unknown => asked.find((one) => one.request === request)?.body;
const button = (name: string | RegExp): HTMLElement => screen.getByRole("button", { name });

let gone: string[] = [];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  preferences.set({ name: "" });
  gone = [];
  vi.spyOn(router, "go").mockImplementation((path) => void gone.push(path));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("home", () => {
  it("can be used before anything has been fetched", async () => {
    serve({});
    render(Home);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("memory and identity");
    await fireEvent.input(screen.getByLabelText("The link you were sent"), { target: { value: "https://x/t/T#I" } });
    await fireEvent.click(button("Go to the table"));
    expect(gone).toEqual(["/t/T#I"]);
  });

  it("says kindly that a link is none", async () => {
    serve({});
    render(Home);
    await fireEvent.input(screen.getByLabelText("The link you were sent"), { target: { value: "hello" } });
    await fireEvent.click(button("Go to the table"));
    expect(screen.getByRole("alert").textContent).toContain("does not look like a link");
    expect(gone).toEqual([]);
  });

  it("lets one part fail without the others, and tries it again", async () => {
    let down = true;
    serve({ ...SHELF, "GET /api/games": () => (down ? new Error() : GAMES) });
    render(Home);
    expect((await screen.findByRole("alert")).textContent).toContain("does not answer");
    expect(await screen.findByText(/No open table/)).toBeTruthy();
    down = false;
    await fireEvent.click(button("Try again"));
    expect(await screen.findByRole("article", { name: "Schizonauts" })).toBeTruthy();
  });

  it("shows first the tables that wait", async () => {
    const mine = { seat: "a", game: "schizonauts", place: "Scene 2", state: "playing", unread: 0 };
    serve({
      ...SHELF,
      "GET /api/mine": [
        { ...mine, table: "W", title: "Schizonauts", waits_for_you: true, waiting_text: "", unread: 1 },
        { ...mine, table: "O", title: "Utopolis", waits_for_you: false, waiting_text: "Waiting for Bo to vote." },
      ],
    });
    render(Home);
    const waiting = await screen.findByRole("region", { name: "A table waits for you" });
    const link = within(waiting).getByRole("link");
    expect(link.getAttribute("href")).toBe("/t/W");
    expect(link.textContent).toContain("1 new line to read");
    const others = screen.getByRole("region", { name: "Your tables" });
    expect(others.textContent).toContain("Waiting for Bo to vote.");
    expect(waiting.compareDocumentPosition(others) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it("lists open tables, and offers no seat where none is free", async () => {
    const open = { game: "utopolis", title: "Utopolis", seats: 3, host: "Ana", created: Date.now() };
    serve({ ...SHELF, "GET /api/tables": [{ ...open, table: "F", free: 0 }] });
    render(Home);
    expect((await screen.findByRole("link", { name: /Look on/ })).getAttribute("href")).toBe("/t/F?look-on");
    expect(screen.queryByRole("link", { name: /Sit down/ })).toBeNull();
  });

  it("begins a game with bots by one press, for somebody it knows", async () => {
    preferences.set({ name: "Ines" });
    const asked = serve({ ...SHELF, "POST /api/tables": LAID, "POST /api/tables/T/start": { table: "T" } });
    render(Home);
    const card = await screen.findByRole("article", { name: "Utopolis" });
    await fireEvent.click(within(card).getByRole("button", { name: "Play now with bots" }));
    await waitFor(() => expect(gone).toEqual(["/t/T"]));
    expect(bodyOf(asked, "POST /api/tables")).toEqual({
      game: "utopolis",
      seats: 3,
      bots: 2,
      name: "Ines",
      options: { players: "two_to_four" },
    });
    expect(bodyOf(asked, "POST /api/tables/T/start")).toEqual({ fill: true });
  });

  it("takes one press of a newcomer too, who has no name yet", async () => {
    const asked = serve({ ...SHELF, "POST /api/tables": LAID, "POST /api/tables/T/start": { table: "T" } });
    render(Home);
    const card = within(await screen.findByRole("article", { name: "Schizonauts" }));
    await fireEvent.click(card.getByRole("button", { name: "Play now with bots" }));
    await waitFor(() => expect(gone).toEqual(["/t/T"]));
    expect(bodyOf(asked, "POST /api/tables")).toMatchObject({ name: "Stranger" });
    expect(preferences.now.name).toBe("");
  });
});

describe("a new table", () => {
  async function open(game: string, answers: Record<string, unknown> = { "POST /api/tables": LAID }): Promise<Asked[]> {
    const asked = serve({ ...SHELF, ...answers });
    render(NewTable, { game });
    await fireEvent.input(await screen.findByLabelText("Your name"), { target: { value: "Ines" } });
    return asked;
  }

  it("needs a name and nothing else, and keeps the invitation but no token", async () => {
    const asked = await open("schizonauts");
    await fireEvent.click(button("Lay the table"));
    await waitFor(() => expect(gone).toEqual(["/t/T"]));
    expect(bodyOf(asked, "POST /api/tables")).toMatchObject({ name: "Ines", seats: 3, bots: 0, options: {} });
    expect(localStorage.getItem("mneme.invite.T")).toBe("INVITE");
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("SECRET");
  });

  it("sends only what was changed, so that an edition sets the rest", async () => {
    const asked = await open("schizonauts");
    await fireEvent.click(screen.getByLabelText("The shorter revised rules"));
    expect(screen.getByLabelText("As the edition has it")).toHaveProperty("checked", true);
    await fireEvent.click(button("Lay the table"));
    await waitFor(() => expect(gone).toHaveLength(1));
    expect(bodyOf(asked, "POST /api/tables")).toMatchObject({ options: { edition: "revised" } });
  });

  it("can say what the edition would not", async () => {
    const asked = await open("schizonauts");
    await fireEvent.click(screen.getByLabelText("The shorter revised rules"));
    await fireEvent.click(screen.getByLabelText("No"));
    await fireEvent.click(button("Lay the table"));
    await waitFor(() => expect(gone).toHaveLength(1));
    expect(bodyOf(asked, "POST /api/tables")).toMatchObject({ options: { edition: "revised", downgrade: false } });
  });

  it("asks for rounds only where the length is one's own", async () => {
    await open("schizonauts");
    expect(screen.queryByLabelText("How many rounds?")).toBeNull();
    await fireEvent.click(screen.getByLabelText("Your own"));
    expect(screen.getByLabelText("How many rounds?")).toBeTruthy();
  });

  it("counts the detectives by the chairs", async () => {
    const asked = await open("utopolis");
    await fireEvent.click(button("One less seat"));
    await fireEvent.click(button("Lay the table"));
    await waitFor(() => expect(gone).toHaveLength(1));
    expect(bodyOf(asked, "POST /api/tables")).toMatchObject({ seats: 2, options: { players: "one" } });
    expect(screen.queryByText("How many?")).toBeNull();
  });

  it("has never more bots than chairs beside yours", async () => {
    const asked = await open("schizonauts");
    await fireEvent.click(button("One more bot"));
    await fireEvent.click(button("One more bot"));
    expect(screen.getByText(/You and the bots/)).toBeTruthy();
    await fireEvent.click(button("One less seat"));
    await fireEvent.click(button("Lay the table"));
    await waitFor(() => expect(gone).toHaveLength(1));
    expect(bodyOf(asked, "POST /api/tables")).toMatchObject({ seats: 2, bots: 1 });
  });

  it("shows why it was not laid", async () => {
    await open("schizonauts", { "POST /api/tables": refusal("limited", "Wait a little.", 429) });
    await fireEvent.click(button("Lay the table"));
    expect((await screen.findByRole("alert")).textContent).toBe("Wait a little.");
    expect(gone).toEqual([]);
  });

  it("offers the games there are for one that is not", async () => {
    serve(SHELF);
    render(NewTable, { game: "chess" });
    expect((await screen.findByRole("link", { name: "Utopolis" })).getAttribute("href")).toBe("/new/utopolis");
  });
});

describe("the doorway", () => {
  const doors = { onseated: vi.fn(), onlookon: vi.fn() };
  beforeEach(() => vi.clearAllMocks());

  function stand(found: unknown, answers: Record<string, unknown> = {}): Asked[] {
    const asked = serve({ ...SHELF, "GET /api/tables/T": found, ...answers });
    render(Doorway, { table: "T", invite: "INVITE", ...doors });
    return asked;
  }

  it("takes a name and a seat", async () => {
    const asked = stand(room({ you: null, lines: ["spiders"] }), {
      "POST /api/tables/T/claim": { table: "T", seat: "c", token: "SECRET" },
    });
    expect(await screen.findByText(/Ines is at the table, with 1 bot. 1 seat is free./)).toBeTruthy();
    expect(screen.getByText(/spiders/)).toBeTruthy();
    expect(screen.getByText("A drug everyone is made to take.")).toBeTruthy();
    await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: "Bo" } });
    await fireEvent.click(button("Sit down"));
    await waitFor(() => expect(doors.onseated).toHaveBeenCalledOnce());
    expect(bodyOf(asked, "POST /api/tables/T/claim")).toEqual({ name: "Bo", invite: "INVITE" });
    expect(preferences.now.name).toBe("Bo");
  });

  it("keeps the name when it is taken", async () => {
    stand(room({ you: null }), { "POST /api/tables/T/claim": refusal("taken", "Choose another name.") });
    await fireEvent.input(await screen.findByLabelText("Your name"), { target: { value: "Ines" } });
    await fireEvent.click(button("Sit down"));
    expect((await screen.findByRole("alert")).textContent).toBe("Choose another name.");
    expect(screen.getByLabelText("Your name")).toHaveProperty("value", "Ines");
    expect(doors.onseated).not.toHaveBeenCalled();
  });

  it("of a full table lets one look on", async () => {
    stand(room({ you: null, seats: [{ seat: "a", name: "Ines", kind: "person" }] }));
    await fireEvent.click(await screen.findByRole("button", { name: "Look on" }));
    expect(doors.onlookon).toHaveBeenCalledOnce();
    expect(screen.queryByLabelText("Your name")).toBeNull();
  });
});

describe("the lobby", () => {
  const answers = { ...SHELF, "POST /api/tables/T/start": { table: "T" }, "POST /api/tables/T/bots": { table: "T" } };

  it("lets the host put bots on chairs and begin", async () => {
    const asked = serve(answers);
    const { table } = tableWith(room());
    render(Lobby, { table });
    await fireEvent.click(button(/Put a bot here/));
    await waitFor(() => expect(bodyOf(asked, "POST /api/tables/T/bots")).toEqual({ seat: "c", bot: true }));
    await fireEvent.click(button("Start with bots in the empty chairs"));
    await waitFor(() => expect(bodyOf(asked, "POST /api/tables/T/start")).toEqual({ fill: true }));
    table.stop();
  });

  it("takes chairs away only while the game still fits them", async () => {
    const asked = serve({ ...answers, "POST /api/tables/T/close-seat": { table: "T" } });
    const chairs = { game: "utopolis", title: "Utopolis", options: { players: "two_to_four" } };
    const three = tableWith(room(chairs)).table;
    render(Lobby, { table: three });
    await screen.findByText("Crime and death."); // by now the game is known, and how few chairs it needs
    expect(screen.queryByRole("button", { name: /Take the chair away/ })).toBeNull();
    three.stop();
    cleanup();

    const four = tableWith(room({ ...chairs, seats: [...room().seats, { seat: "d", name: "Bo", kind: "person" }] })).table;
    render(Lobby, { table: four });
    await fireEvent.click(await screen.findByRole("button", { name: /Take the chair away/ }));
    await waitFor(() => expect(bodyOf(asked, "POST /api/tables/T/close-seat")).toEqual({ seat: "c" }));
    four.stop();
  });

  it("shows the invitation to whoever made it, and makes a new one after a second thought", async () => {
    localStorage.setItem("mneme.invite.T", "OLD");
    const asked = serve({ ...answers, "POST /api/tables/T/invite": { table: "T", invite: "NEW" } });
    const { table } = tableWith(room());
    render(Lobby, { table });
    expect((screen.getByLabelText("The invitation") as HTMLInputElement).value).toMatch(/\/t\/T#OLD$/);
    await fireEvent.click(button("Make a new link"));
    expect(asked.some(({ request }) => request.endsWith("/invite"))).toBe(false);
    await fireEvent.click(button("Yes, make a new link"));
    await waitFor(() => expect((screen.getByLabelText("The invitation") as HTMLInputElement).value).toMatch(/#NEW$/));
    table.stop();
  });

  it("tells everybody else for whom they wait, and gives them no controls", async () => {
    serve(answers);
    const seats = room().seats.map((seat) => (seat.seat === "c" ? { ...seat, name: "Bo", kind: "person" as const } : seat));
    const { table } = tableWith(room({ you: "c", seats, options: { edition: "revised" } }));
    render(Lobby, { table });
    expect(screen.getByText(/Waiting for Ines to start the game./)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Start|Put a bot|Make a new link/ })).toBeNull();
    expect(await screen.findByText("The shorter revised rules")).toBeTruthy();
    table.stop();
  });

  it("lets one get up", async () => {
    const asked = serve({ ...answers, "POST /api/tables/T/leave": { table: "T" } });
    const { table } = tableWith(room());
    render(Lobby, { table });
    await fireEvent.click(button("Get up from this table"));
    await waitFor(() => expect(gone).toEqual(["/"]));
    expect(asked.some(({ request }) => request === "POST /api/tables/T/leave")).toBe(true);
    expect(table.trouble).toBeNull();
  });

  it("changes one setting and keeps the others", async () => {
    const asked = serve({ ...answers, "POST /api/tables/T/settings": { table: "T" } });
    const { table } = tableWith(room({ settings: { absence: 600 } }));
    render(Lobby, { table });
    await fireEvent.click(screen.getByLabelText(/Open to anybody/));
    await waitFor(() =>
      expect(bodyOf(asked, "POST /api/tables/T/settings")).toEqual({ public: true, spectators: true, pace: 2, absence: 600 }),
    );
    table.stop();
  });
});

describe("help", () => {
  it("shows the guide, and finds a word in it", async () => {
    const guide = {
      tagline: "Two people.",
      mood: "",
      players: "",
      time: "",
      credit: "By Fred Hicks.",
      kind_word: "",
      chapters: [{ title: "The dice", text: "You roll.\n\nThen you read." }],
      glossary: [{ term: "bleed", text: "A memory goes over." }],
      acts: [{ label: "Trade up", when: "Before the roll.", rule: "SZ-1" }],
      coach: {},
      pieces: {},
    };
    serve({ ...SHELF, "GET /api/games/schizonauts/guide": guide });
    render(Help, { game: "schizonauts" });
    expect(await screen.findByRole("heading", { level: 1, name: "Schizonauts" })).toBeTruthy();
    expect(screen.getByText("Then you read.").tagName).toBe("P");
    await fireEvent.input(screen.getByLabelText("Look something up"), { target: { value: "bleed" } });
    expect(screen.getByText("A memory goes over.")).toBeTruthy();
    expect(screen.queryByText("You roll.")).toBeNull();
    await fireEvent.input(screen.getByLabelText("Look something up"), { target: { value: "unicorn" } });
    expect(screen.getByRole("status").textContent).toContain("unicorn");
  });
});

describe("trouble", () => {
  it.each(["no_table", "version", "fault", "lost"])("%s says what happened, and has a way home", (code) => {
    render(Trouble, { trouble: { code, text: "" } });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go home" }).getAttribute("href")).toBe("/");
  });

  it("lets the server speak first", () => {
    render(Trouble, { trouble: { code: "not_seated", text: "Nobody looks on at this table." } });
    expect(screen.getByText("Nobody looks on at this table.")).toBeTruthy();
  });
});

describe("preferences", () => {
  it("take effect at once", async () => {
    serve({});
    render(Trouble, { trouble: { code: "lost", text: "" } });
    await fireEvent.click(button("Preferences"));
    await fireEvent.click(await screen.findByLabelText("Dark"));
    expect(document.documentElement.dataset["scheme"]).toBe("dark");
    await fireEvent.click(screen.getByLabelText(/Single letters are keys/));
    expect(preferences.now.keys).toBe(false);
    preferences.set({ scheme: "system", keys: true });
  });

  it("do not claim notices that the browser refuses", async () => {
    vi.stubGlobal("Notification", { requestPermission: () => Promise.resolve("denied") });
    render(Trouble, { trouble: { code: "lost", text: "" } });
    await fireEvent.click(button("Preferences"));
    await fireEvent.click(await screen.findByLabelText(/Notices of the browser/));
    expect((await screen.findByRole("alert")).textContent).toContain("does not let the page");
    expect(screen.getByLabelText(/Notices of the browser/)).toHaveProperty("checked", false);
    expect(preferences.now.notify).toBe(false);
  });
});
