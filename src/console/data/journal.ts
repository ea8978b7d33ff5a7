// The requests of the world, live: the last entries, and each new one as it is answered. Only what the list shows of an
// entry is kept, and only the last ten thousand entries, so that the page can stay open all day.
import { type Json, get, list, parse, text } from "./json.ts";
import { follow, plane } from "./plane.ts";

/** One line of the list. */
export interface Entry {
  readonly id: number;
  readonly at: string;
  readonly method: string;
  readonly url: string;
  /** "GET /items", or "" for a path that is not in the document. */
  readonly operation: string;
  readonly status: number | undefined;
  readonly ms: number;
  readonly why: string;
  /** True for a request of `verify`, not of the application. */
  readonly isRun: boolean;
}

/** The maximum number of entries. */
export const MOST_KEPT = 10_000;
/** The most that the control plane returns at once. */
const PAGE = 1_000;

/** True for a request of an operation past its sunset. */
export function isGone(found: Json): boolean {
  return text(get(found, "refusal"), "where") === "sunset";
}

/** "sent order.created, attempt 2: repeated, the receiver answered 503" */
export function toldDelivery(delivery: Json): string {
  const attempt = Number(get(delivery, "attempt"));
  const tried = attempt > 1 ? `, attempt ${attempt}` : "";
  const why = text(delivery, "why");
  return `sent by the mock: ${text(delivery, "name")}${tried}: ${text(delivery, "outcome")}${why === "" ? "" : `, ${why}`}`;
}

/** Reads an entry from the control plane. */
export function entryOf(found: Json): Entry {
  const path = text(found, "path");
  const status = get(found, "status");
  const delivery = get(found, "delivery");
  return {
    id: Number(get(found, "id")),
    at: text(found, "at"),
    method: text(found, "method"),
    url: text(found, "url"),
    operation: path === "" ? "" : `${text(found, "method")} ${path}`,
    status: typeof status === "number" ? status : undefined,
    ms: Number(get(found, "ms") ?? 0),
    isRun: list(get(found, "request"), "headers").some((pair) => {
      const [name = "", value = ""] = pair as readonly string[];
      return name.toLowerCase() === "user-agent" && value.startsWith("animal-store-verify");
    }),
    why:
      delivery !== undefined
        ? toldDelivery(delivery)
        : isGone(found)
          ? "gone: its last day has passed"
          : text(get(found, "refusal"), "why") || text(found, "situation"),
  };
}

/** The journal of the selected world. */
export class Journal {
  /** The newest is last. */
  entries: Entry[] = [];
  /** True while new entries arrive. */
  live = false;
  readonly #changed: () => void;

  /** @param changed called when the entries change, or the stream starts or ends */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Reads the existing entries, and follows new ones until the signal aborts; a broken stream is reopened. */
  async begin(signal: AbortSignal): Promise<void> {
    const found = await plane(`requests?deliveries=true&limit=${PAGE}`, { signal });
    this.entries = Array.isArray(found) ? found.map(entryOf) : [];
    this.#changed();
    void this.#follow(signal);
  }

  /** Clears all entries. */
  async clear(): Promise<void> {
    await plane("requests", { method: "DELETE" });
    this.entries = [];
    this.#changed();
  }

  async #follow(left: AbortSignal): Promise<void> {
    for (let wait = 500; !left.aborted; wait = Math.min(wait * 2, 10_000)) {
      // If one of the two fails, the other ends too, so that there is never a second stream.
      const attempt = new AbortController();
      const signal = AbortSignal.any([left, attempt.signal]);
      try {
        const stream = follow("requests/events?deliveries=true", { signal }, (data) => {
          wait = 500;
          this.#take(entryOf(parse(data)));
        });
        this.live = true;
        this.#changed();
        // Requests answered between the list and the stream.
        await Promise.all([stream, this.#catchUp(signal)]);
      } catch {
        // Retried below.
      }
      attempt.abort();
      this.live = false;
      this.#changed();
      if (!left.aborted) await new Promise((done) => setTimeout(done, wait));
    }
  }

  async #catchUp(signal: AbortSignal): Promise<void> {
    const last = this.entries.at(-1)?.id ?? 0;
    const found = await plane(`requests?deliveries=true&limit=${PAGE}&after=${last}`, { signal });
    if (Array.isArray(found)) for (const one of found) this.#take(entryOf(one));
  }

  #take(entry: Entry): void {
    const last = this.entries.at(-1)?.id ?? 0;
    if (entry.id > last) this.entries.push(entry);
    else {
      // Out of order: insert it in its place, unless it is already there.
      let at = this.entries.length;
      while (at > 0 && (this.entries[at - 1] as Entry).id > entry.id) at--;
      if (this.entries[at - 1]?.id === entry.id) return;
      this.entries.splice(at, 0, entry);
    }
    if (this.entries.length > MOST_KEPT + PAGE) this.entries = this.entries.slice(-MOST_KEPT);
    this.#changed();
  }
}
