// A bank: accounts with tags of their state, and transfers with a key that makes them repeatable.
import { createHash, randomUUID } from "node:crypto";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import {
  type Ask,
  type Handlers,
  type Reply,
  type Seeded,
  compact,
  gone,
  missing,
  ok,
  order,
  problem,
  textOf,
} from "./host.ts";

function start(bug: (number: number) => boolean): Handlers {
  const accounts = new Map<string, JsonObject>();
  const listedOnly = new Map<string, JsonObject>();
  const transfers = new Map<string, JsonObject>();
  const answers = new Map<string, { readonly body: string; readonly reply: Reply }>();
  let clock = Date.parse("2026-11-20T08:00:00Z");
  const now = (): string => new Date((clock += 61_001)).toISOString();
  const tag = (item: JsonObject): string =>
    `"${createHash("sha1").update(writeJson(item)).digest("hex").slice(0, 12)}"`;
  const open = (body: JsonObject): JsonObject => {
    const rate = bug(6) && typeof body["rate"] === "number" ? Math.round(body["rate"] * 100) / 100 : body["rate"];
    const item = compact({ id: randomUUID(), marketing: false, ...body, rate, status: "open", openedAt: now() });
    accounts.set(textOf(item["id"]), item);
    return item;
  };
  for (const [at, owner] of ["Ines Vogt", "Tom Reis", "Ana Lund", "Per Holm"].entries())
    open({ owner, currency: at % 2 ? "EUR" : "CHF", kind: at < 2 ? "current" : "savings" });
  const page = (rows: readonly JsonObject[], { query }: Ask): Reply => {
    const [offset, limit] = [query["offset"] ?? 0, Number(query["limit"] ?? 20)];
    if (bug(9) && typeof offset === "bigint") throw new RangeError("offset does not fit into a bigint column");
    const first = Number(offset);
    return ok({ items: rows.slice(first, first + limit), total: rows.length });
  };
  const at = (ask: Ask, act: (item: JsonObject, id: string) => Reply): Reply => {
    const id = (ask.path["accountId"] ?? "").toLowerCase();
    const item = accounts.get(id);
    return item === undefined ? missing() : act(item, id);
  };
  const changed = (ask: Ask, make: (item: JsonObject) => JsonObject): Reply =>
    at(ask, (item, id) => {
      const wanted = ask.headers["if-match"];
      if (wanted !== undefined && wanted !== "*" && wanted !== tag(item) && !bug(2))
        return problem(412, "it has changed");
      const made = make(item);
      accounts.set(id, made);
      return ok(made);
    });
  const kept = ({ id = "", status = "", openedAt = "" }: JsonObject): JsonObject => ({ id, status, openedAt });
  return {
    listAccounts: (ask) => {
      const { currency, kind, owner, openedFrom, sort = "openedAt" } = ask.query;
      const tests: ((item: JsonObject) => boolean)[] = [
        ...(currency === undefined ? [] : [(one: JsonObject) => one["currency"] === currency]),
        ...(kind === undefined ? [] : [(one: JsonObject) => one["kind"] === kind]),
      ];
      const rows = [...accounts.values(), ...listedOnly.values()]
        .filter(
          (one) => tests.length === 0 || (bug(8) ? tests.some((test) => test(one)) : tests.every((test) => test(one))),
        )
        .filter((one) => owner === undefined || one["owner"] === owner)
        .filter(
          (one) =>
            openedFrom === undefined || bug(7) || Date.parse(textOf(one["openedAt"])) >= Date.parse(textOf(openedFrom)),
        );
      const [key, way] = [textOf(sort).replace("-", ""), textOf(sort).startsWith("-") ? -1 : 1];
      return page(
        rows.toSorted((a, b) => way * order(a[key], b[key])),
        ask,
      );
    },
    openAccount: ({ body }) => ({ ...ok(open(body)), status: 201 }),
    getAccount: (ask) =>
      at(ask, (item) => {
        const isKnown = ask.headers["if-none-match"]?.split(/\s*,\s*/).includes(tag(item)) === true;
        return isKnown && !bug(3) ? { status: 304, headers: { ETag: tag(item) } } : ok(item, { ETag: tag(item) });
      }),
    replaceAccount: (ask) => changed(ask, (item) => ({ ...kept(item), marketing: false, ...ask.body })),
    updateAccount: (ask) =>
      changed(ask, (item) =>
        bug(1)
          ? { ...item, note: null, marketing: false, ...ask.body }
          : { ...item, ...(bug(11) ? withValues(ask.body) : ask.body) },
      ),
    closeAccount: (ask) =>
      at(ask, (item, id) => {
        accounts.delete(id);
        if (bug(10)) listedOnly.set(id, item);
        return gone;
      }),
    freezeAccount: (ask) =>
      at(ask, (item, id) => {
        const frozen = { ...item, status: "frozen" };
        if (!bug(5)) accounts.set(id, frozen);
        return ok(frozen);
      }),
    listTransfers: (ask) => {
      const { from } = ask.query;
      return page(
        [...transfers.values()].filter((one) => from === undefined || one["from"] === from),
        ask,
      );
    },
    transfer: ({ body, headers }) => {
      const key = headers["idempotency-key"];
      const known = key === undefined || bug(4) ? undefined : answers.get(key);
      const sent = writeJson(body);
      if (known !== undefined)
        return known.body === sent ? known.reply : problem(409, "the key was used for another body");
      const item: JsonObject = { id: randomUUID(), ...pick(body, "from", "to", "amount", "text"), bookedAt: now() };
      transfers.set(textOf(item["id"]), item);
      const reply: Reply = { ...ok(item), status: 201 };
      if (key !== undefined) answers.set(key, { body: sent, reply });
      return reply;
    },
    getTransfer: ({ path }) => {
      const item = transfers.get((path["transferId"] ?? "").toLowerCase());
      return item === undefined ? missing() : ok(item);
    },
  };
}

const withValues = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries<JsonValue>(body).filter(([, value]) => value !== "" && value !== null));

/** Only these properties, as far as they are there. */
export function pick(value: JsonObject, ...names: readonly string[]): JsonObject {
  return compact(Object.fromEntries(names.map((name): [string, JsonValue | undefined] => [name, value[name]])));
}

export const BANK: Seeded = {
  name: "bank",
  document: new URL("bank.yaml", import.meta.url).pathname,
  bugs: [
    "PATCH resets what was not sent",
    "If-Match with an old tag is ignored",
    "If-None-Match never gives 304",
    "Idempotency-Key is ignored",
    "an action answers that it was done, and is not",
    "the third decimal of a number is rounded away",
    "a filter by time is ignored",
    "two filters together keep what matches either",
    "an offset of 2^63 gives 500",
    "a removed item stays in the list",
    "PATCH takes an empty text and null for no value",
  ],
  start,
};
