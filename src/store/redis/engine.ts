// Keeps shared worlds in Redis: items in a hash, their order in a sorted set, everything else in a hash, and the changes
// and the journal in streams. All keys of a world have the same hash tag, so a cluster keeps them together.
import { createHash } from "node:crypto";
import {
  type Engine,
  EngineError,
  type NamedRecord,
  type Outcome,
  type SessionAge,
  type Step,
  UNTOUCHED,
} from "../engine.ts";
import type { Link } from "./link.ts";
import { changesIn, entries, texts } from "./replies.ts";
import { HEAD, ITEMS, PARTS, SESSIONS, STEP, USE } from "./scripts.ts";
import { type WorldSource, readWorld } from "./world-reader.ts";

/** The prefix of all keys, with the version of what they hold. */
const PREFIX = "animal-store:1";
/** How long others wait at most for the process whose turn it is. */
const TURN = 250;
/** The idle time after which a session is gone, and after which it makes room; the most there may be. */
const IDLE = 3_600_000;
const IDLE_ENOUGH = 60_000;
const MOST_SESSIONS = 1_000;

type Part = keyof typeof PARTS;
const ALL_PARTS = Object.keys(PARTS) as readonly Part[];

const DIGESTS = new Map(
  [STEP, HEAD, ITEMS, USE, SESSIONS].map((text) => [text, createHash("sha1").update(text).digest("hex")]),
);

export class RedisEngine implements Engine {
  readonly #link: Link;
  readonly #mock: string;
  readonly #me = crypto.randomUUID();

  /** @param mock the name of the mock: processes with the same one share its worlds */
  constructor(link: Link, mock: string) {
    this.#link = link;
    this.#mock = mock;
  }

  async step(world: string | undefined, step: Step): Promise<Outcome> {
    const { from, blobs, records, isPast, wantsTurn } = step;
    const next = step.changes.length > 0 ? successor(from) : isPast === true ? "*" : "";
    const reply = await this.#run(STEP, this.#keys(world), [
      ...[
        from,
        next,
        step.changes.length === 0 ? "" : JSON.stringify(step.changes),
        this.#me,
        wantsTurn === true ? String(TURN) : "0",
      ],
      ...[world === undefined ? "0" : String(IDLE), String(records.length), ...records, ...[...blobs].flat()],
    ]);
    const [kind, version = "", ...missed] = texts(reply);
    if (kind === "foreign") throw new EngineError("foreign", `${version} is not of this mock`);
    if (kind === "missed") {
      const changes = missed.slice(1).flatMap(changesIn);
      return { kind, version, hasTurn: missed[0] === "1", changes };
    }
    if (kind === "done") return { kind, version: next === "*" ? from : version };
    return { kind: kind === "wait" ? "wait" : "reload" };
  }

  load(world: string | undefined, take: Parameters<Engine["load"]>[1]): Promise<string> {
    const keysOf = (...parts: Part[]): string[] => parts.map((part) => this.#key(world, part));
    const source: WorldSource = {
      send: (part, command, ...args) => this.#send(world, part, command, ...args),
      head: () => this.#run(HEAD, keysOf("head", "state"), []),
      items: (...args) => this.#run(ITEMS, keysOf("order", "items"), args),
    };
    return readWorld(source, take);
  }

  async blob(world: string | undefined, name: string): Promise<string | undefined> {
    return ((await this.#send(world, "blobs", "HGET", name)) as string | null) ?? undefined;
  }

  async record(world: string | undefined, records: readonly string[]): Promise<void> {
    const step = { from: UNTOUCHED, changes: [], blobs: new Map(), records, isPast: true };
    await this.step(world, step);
  }

  async records(world: string | undefined, after: string | undefined): Promise<readonly NamedRecord[]> {
    const found = entries(await this.#send(world, "journal", "XRANGE", after ?? "-", "+"));
    return found.map(([name, text]) => ({ name, text }));
  }

  async forgetRecords(world: string | undefined): Promise<void> {
    await this.#send(world, "journal", "DEL");
  }

  async use(session: string): Promise<boolean> {
    const args = [session, MOST_SESSIONS, IDLE, IDLE_ENOUGH].map(String);
    const [isIn, gone] = (await this.#run(USE, [this.#sessionsKey], args)) as [number, string];
    if (gone !== "") await this.#forget(gone);
    if (isIn === 1) await Promise.all(ALL_PARTS.map((part) => this.#send(session, part, "PEXPIRE", String(IDLE))));
    return isIn === 1;
  }

  async sessions(): Promise<readonly SessionAge[]> {
    const flat = texts(await this.#run(SESSIONS, [this.#sessionsKey], [String(IDLE)]));
    return flat.flatMap((name, at) => (at % 2 === 0 ? [{ name, idle: Number(flat[at + 1]) }] : []));
  }

  async drop(session: string): Promise<boolean> {
    const dropped = await this.#link.send(this.#sessionsKey, ["ZREM", this.#sessionsKey, session]);
    await this.#forget(session);
    return dropped === 1;
  }

  /** A secret that only the processes of this mock know; the first of them makes it. @throws EngineError */
  async secret(): Promise<string> {
    const key = `${PREFIX}:{${this.#mock}}:secret`;
    await this.#link.send(key, ["SET", key, crypto.randomUUID(), "NX"]);
    return String(await this.#link.send(key, ["GET", key]));
  }

  close(): Promise<void> {
    return this.#link.close();
  }

  async #forget(session: string): Promise<void> {
    const keys = this.#keys(session);
    await this.#link.send(keys[0] ?? "", ["UNLINK", ...keys]);
  }

  get #sessionsKey(): string {
    return `${PREFIX}:{${this.#mock}}:sessions`;
  }

  #key(world: string | undefined, part: Part): string {
    return `${PREFIX}:{${this.#mock}${world === undefined ? "" : `/${world}`}}:${part}`;
  }

  #keys(world: string | undefined): string[] {
    return ALL_PARTS.map((part) => this.#key(world, part));
  }

  #send(world: string | undefined, part: Part, command: string, ...args: string[]): Promise<unknown> {
    const key = this.#key(world, part);
    return this.#link.send(key, [command, key, ...args]);
  }

  /** Runs a script that Redis may know already. */
  async #run(script: string, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args];
    const [key = ""] = keys;
    try {
      return await this.#link.send(key, ["EVALSHA", DIGESTS.get(script) ?? "", ...rest]);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      return this.#link.send(key, ["EVAL", script, ...rest]);
    }
  }
}

/** A version that no other process makes of the same one. */
function successor(version: string): string {
  const [count = "0"] = version.split("-");
  const [own = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `${Number(count) + 1}-${own + 1}`;
}
