// What a shared world consists of besides its items: tables of rows, and cells, each a value that changes as a whole.
import type { JsonValue } from "../../json/value.ts";
import type { KeptFile } from "../../store/files.ts";
import type { Rows } from "../../store/rows.ts";
import type { IssuedToken } from "../tokens/tokens.ts";
import type { Kept } from "../kept-answers.ts";
import { Random } from "../../schema/samples/choices.ts";
import type { Active } from "../situations/situations.ts";
import type { World } from "../world.ts";

/** A table, and its rows as JSON. */
interface Table {
  readonly rows: (world: World) => Rows<unknown>;
  readonly write: (value: never) => JsonValue;
  readonly read: (json: never) => unknown;
}

function table<T>(
  rows: (world: World) => Rows<T>,
  write: (value: T) => JsonValue = (value) => value as JsonValue,
  read: (json: JsonValue) => T = (json) => json as T,
): Table {
  return { rows: rows as Table["rows"], write, read };
}

interface WrittenToken {
  readonly expires: number | null;
  readonly user: string | null;
}

interface WrittenAnswer extends Omit<Kept, "answer"> {
  readonly status: number;
  readonly text: string | null;
  readonly headers: readonly string[];
  readonly location: string | null;
}

interface WrittenFile {
  readonly name: string | null;
  readonly type: string | null;
  readonly bytes: string;
}

export const TABLES: ReadonlyMap<string, Table> = new Map(
  Object.entries<Table>({
    tokens: table<IssuedToken>(
      ({ tokens }) => tokens.rows,
      // A token that never expires has no JSON number.
      ({ expires, user = null }) => ({ expires: Number.isFinite(expires) ? expires : null, user }),
      (json) => {
        const { expires, user } = json as unknown as WrittenToken;
        return { expires: expires ?? Infinity, ...(user === null ? {} : { user }) };
      },
    ),
    users: table(({ tokens }) => tokens.users),
    registered: table(({ tokens }) => tokens.registered),
    ended: table(({ tokens }) => tokens.ended),
    sent: table(({ sent }) => sent.rows),
    made: table(
      ({ made }) => made.rows,
      ({ method, path, home, text }) => ({ method, path, text, ...(home === undefined ? {} : { home }) }),
    ),
    repeats: table<Kept>(
      ({ repeats }) => repeats.rows,
      ({ asked, until, answer: { status, text = null, headers = [], location } }) => ({
        asked,
        until,
        status,
        text,
        headers,
        location: location?.() ?? null,
      }),
      (json) => {
        const { asked, until, status, text, headers, location } = json as unknown as WrittenAnswer;
        const where = location === null ? {} : { location: () => location };
        return { asked, until, answer: { kind: "answer", status, text: text ?? undefined, headers, ...where } };
      },
    ),
    files: table<KeptFile>(
      ({ files }) => files.rows,
      ({ name = null, type = null, bytes }) => ({ name, type, bytes: Buffer.from(bytes).toString("base64") }),
      (json) => {
        const { name, type, bytes } = json as unknown as WrittenFile;
        return { name: name ?? undefined, type: type ?? undefined, bytes: Buffer.from(bytes, "base64") } as KeptFile;
      },
    ),
  }),
);

/** A value of a world that is small, and compared as a whole. */
interface Cell {
  readonly read: (world: World) => unknown;
  readonly write: (world: World, value: never) => void;
}

function cell<T>(read: (world: World) => T, write: (world: World, value: T) => void): Cell {
  return { read, write };
}

export const CELLS: ReadonlyMap<string, Cell> = new Map(
  Object.entries<Cell>({
    clock: cell(
      ({ clock }) => clock.state,
      ({ clock }, state) => clock.resume(state),
    ),
    situations: cell(
      ({ situations }) => ({
        lastId: situations.lastId,
        active: situations.active.map(({ id, situation, applied, counted, until, random }) => {
          return { id, situation, applied, counted, until, random: random.state };
        }),
      }),
      ({ situations }, { lastId, active }) => {
        situations.clear();
        for (const { situation, random, ...counts } of active) {
          situations.add(situation);
          Object.assign(situations.active.at(-1) as Active, { ...counts, random: new Random(random) });
        }
        situations.lastId = lastId;
      },
    ),
    counts: cell(
      ({ tokens, files }) => ({ tokens: tokens.count, files: files.count }),
      ({ tokens, files }, counts) => {
        tokens.count = counts.tokens;
        files.count = counts.files;
      },
    ),
  }),
);
