/** Where in the house we are. Addresses are plain paths; what is secret stays after the `#`, and not for long. */

export type Route =
  | { page: "home" }
  | { page: "new"; game: string }
  | { page: "help"; game: string }
  | { page: "table"; table: string; lookOn: boolean }
  | { page: "lost" };

function read(path: string, query: string): Route {
  const [head = "", second = "", ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (rest.length) return { page: "lost" };
  if (!head) return { page: "home" };
  if (head === "new") return { page: "new", game: second };
  if (head === "help" && second) return { page: "help", game: second };
  if (head === "t" && second) {
    return { page: "table", table: second, lookOn: new URLSearchParams(query).has("look-on") };
  }
  return { page: "lost" };
}

class Router {
  route = $state.raw<Route>(read(location.pathname, location.search));

  constructor() {
    addEventListener("popstate", () => this.#look());
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.#look();
    scrollTo(0, 0);
  }

  /** Follow a link inside the house without loading the page again. */
  follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  };

  #look(): void {
    this.route = read(location.pathname, location.search);
  }
}

export const router = new Router();

/** The secret part of a link: an invitation, or the token of a seat. */
export function readSecret(): { invite: string; token: string } {
  const secret = location.hash.slice(1);
  return secret.startsWith("seat=") ? { invite: "", token: secret.slice(5) } : { invite: secret, token: "" };
}

/** Take it off the address once it has done its work: nobody shall read it over a shoulder or from the history. */
export function hideSecret(): void {
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}
