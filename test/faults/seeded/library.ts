// A library in the form of JSON:API: attributes within data, relationships, times with offsets, and tags of their state.
import { createHash, randomUUID } from "node:crypto";
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { type Ask, type Handlers, type Reply, type Seeded, compact, gone, order, textOf } from "./host.ts";

const JSON_API = { "Content-Type": "application/vnd.api+json" };

const data = (body: JsonObject | JsonObject[], more: JsonObject = {}, headers: Reply["headers"] = {}): Reply => ({
  status: 200,
  body: { data: body, ...more },
  headers: { ...JSON_API, ...headers },
});
const refused = (status: number, title: string, headers: Reply["headers"] = {}): Reply => ({
  status,
  body: { errors: [{ status: String(status), title }] },
  headers: { ...JSON_API, ...headers },
});
const absent = (): Reply => refused(404, "not found");

/** The members of an object in an object; none if there is no such object. */
const inside = (value: JsonValue | undefined, ...names: readonly string[]): JsonObject => {
  let found = value;
  for (const name of names) found = isObject(found) ? found[name] : undefined;
  return isObject(found) ? found : {};
};

interface Kept {
  readonly type: string;
  readonly id: string;
  readonly attributes: JsonObject;
  readonly relationships?: JsonObject;
}

function start(bug: (number: number) => boolean): Handlers {
  const titles = new Map<string, Kept>();
  const loans = new Map<string, Kept>();
  const versions = new Map<string, number>();
  let lost = 0;
  const kept = (sent: JsonObject): JsonObject => {
    const { "acquired-at": at, "due-at": due, price } = sent;
    const time = bug(10) && typeof due === "string" ? due.replace(/(?:[+-]\d\d:\d\d|z)$/i, "Z") : due;
    return compact({
      ...sent,
      "acquired-at": at,
      "due-at": time,
      price: bug(11) && typeof price === "number" ? Math.trunc(price) : price,
    });
  };
  const keep = (store: Map<string, Kept>, type: string, attributes: JsonObject, relationships?: JsonObject): Kept => {
    const item = { type, id: randomUUID(), attributes, ...(relationships && { relationships }) };
    store.set(item.id, item);
    return item;
  };
  for (const [at, [name, genre]] of [
    ["Old Winter", "novel"],
    ["Old Atlas", "travel"],
    ["Old Verses", "poetry"],
  ].entries())
    keep(titles, "titles", {
      name: name ?? "",
      genre: genre ?? "",
      language: "de",
      pages: 90 + at * 700,
      state: "available",
      "acquired-at": `2020-05-0${at + 1}T0${9 - at}:00:00+02:00`,
    });
  const tag = ({ id, attributes }: Kept): string =>
    `"${createHash("sha1")
      .update(bug(7) ? id : writeJson(attributes))
      .digest("hex")
      .slice(0, 14)}"`;
  const page = (ask: Ask, path: string, rows: readonly Kept[]): Reply => {
    const [number, size] = [Number(ask.query["page[number]"] ?? 1), Number(ask.query["page[size]"] ?? 10)];
    const shown = rows.slice((number - 1) * size, number * size);
    const isLast = number * size >= rows.length;
    const asked: Record<string, JsonValue | undefined> = { ...ask.query, "page[number]": number + 1 };
    const more = Object.entries(asked)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`)
      .join("&");
    const next = isLast && !(bug(13) && shown.length === size) ? null : `/v1${path}?${more}`;
    const total = rows.length + (bug(9) ? lost : 0);
    return data(shown as unknown as JsonObject[], { meta: { total }, links: { next } });
  };
  const valueOf = (item: Kept, key: string): JsonValue => {
    const value = item.attributes[key] ?? "";
    if (key.endsWith("-at")) return bug(3) ? value : Date.parse(textOf(value));
    if (key === "pages") return bug(4) ? textOf(value) : value === "" ? -1 : value;
    return value;
  };
  const sortedBy = (ask: Ask, usual: string, rows: readonly Kept[]): readonly Kept[] => {
    const asked = textOf(ask.query["sort"] ?? usual);
    const [key, way] = [asked.replace(/^-/, ""), asked.startsWith("-") ? -1 : 1];
    return rows.toSorted((a, b) => way * order(valueOf(a, key), valueOf(b, key)));
  };
  const at = (store: Map<string, Kept>, id: string | undefined, act: (item: Kept) => Reply): Reply => {
    const item = store.get((id ?? "").toLowerCase());
    return item === undefined ? absent() : act(item);
  };
  const shown = (item: Kept, status = 200): Reply => ({
    ...data(item as unknown as JsonObject, {}, item.type === "titles" ? { ETag: tag(item) } : {}),
    status,
  });
  const changed = (store: Map<string, Kept>, item: Kept, attributes: JsonObject, isKept = true): Reply => {
    const made = { ...item, attributes };
    if (isKept) store.set(item.id, made);
    versions.set(item.id, (versions.get(item.id) ?? 0) + 1);
    return shown(made);
  };
  return {
    listTitles: (ask) => {
      const { "filter[genre]": genre, "filter[language]": language, "filter[name]": name } = ask.query;
      const has = (text: string): boolean =>
        bug(15) ? text.includes(textOf(name)) : text.toLowerCase().includes(textOf(name).toLowerCase());
      const rows = [...titles.values()]
        .filter(({ attributes: one }) => genre === undefined || one["genre"] === genre)
        .filter(
          ({ attributes: one }) =>
            language === undefined || (bug(5) && genre !== undefined) || one["language"] === language,
        )
        .filter(({ attributes: one }) => name === undefined || has(textOf(one["name"])));
      return page(ask, "/titles", sortedBy(ask, "name", rows));
    },
    addTitle: ({ body }) =>
      shown(keep(titles, "titles", { ...kept(inside(body, "data", "attributes")), state: "available" }), 201),
    getTitle: (ask) =>
      at(titles, ask.path["titleId"], (item) =>
        ask.headers["if-none-match"] === tag(item) ? { status: 304, headers: { ETag: tag(item) } } : shown(item),
      ),
    changeTitle: (ask) =>
      at(titles, ask.path["titleId"], (item) => {
        const wanted = ask.headers["if-match"];
        if (wanted !== undefined && wanted !== "*" && wanted !== tag(item) && !bug(12))
          return refused(412, "it has changed");
        if (textOf(inside(ask.body, "data")["id"]).toLowerCase() !== item.id)
          return refused(422, "data.id must be the identifier in the path");
        const sent = kept(inside(ask.body, "data", "attributes"));
        const { name = "", genre = "", state = "", "acquired-at": since = "" } = item.attributes;
        const old = bug(1) ? { name, genre, state, "acquired-at": since } : item.attributes;
        return changed(titles, item, { ...old, ...sent }, !bug(2));
      }),
    dropTitle: (ask) =>
      at(titles, ask.path["titleId"], ({ id }) => {
        titles.delete(id);
        lost++;
        for (const [key, loan] of loans)
          if (inside(loan.relationships, "title", "data")["id"] === id && !bug(14)) loans.delete(key);
        return gone;
      }),
    withdrawTitle: (ask) =>
      at(titles, ask.path["titleId"], (item) =>
        changed(titles, item, { ...item.attributes, state: bug(6) ? "available" : "withdrawn" }),
      ),
    listLoans: (ask) => {
      const { "filter[state]": state, "filter[borrower]": borrower } = ask.query;
      const rows = [...loans.values()]
        .filter(({ attributes: one }) => state === undefined || one["state"] === state)
        .filter(({ attributes: one }) => borrower === undefined || one["borrower"] === borrower || bug(8));
      return page(ask, "/loans", sortedBy(ask, "due-at", rows));
    },
    lend: ({ body }) => {
      const sent = inside(body, "data");
      const id = textOf(inside(sent["relationships"], "title", "data")["id"]).toLowerCase();
      return at(titles, id, (title) =>
        shown(
          keep(
            loans,
            "loans",
            {
              ...kept(inside(sent, "attributes")),
              state: "open",
              "title-name": title.attributes["name"] ?? "",
            },
            inside(sent, "relationships"),
          ),
          201,
        ),
      );
    },
    getLoan: (ask) => at(loans, ask.path["loanId"], (item) => shown(item)),
    dropLoan: (ask) =>
      at(loans, ask.path["loanId"], ({ id }) => {
        loans.delete(id);
        lost++;
        return gone;
      }),
    returnLoan: (ask) =>
      at(loans, ask.path["loanId"], (item) =>
        changed(loans, item, { ...item.attributes, state: "returned" }, !bug(16)),
      ),
  };
}

export const LIBRARY: Seeded = {
  name: "library",
  document: new URL("library.yaml", import.meta.url).pathname,
  bugs: [
    "a change loses the attributes that were not sent",
    "a change is answered and not kept",
    "times are sorted as texts",
    "numbers are sorted as texts",
    "the second of two filters is ignored",
    "an action leaves the state",
    "the ETag stays when the title changes",
    "a filter by text is ignored",
    "the total counts what was removed",
    "the offset of a time is replaced by Z",
    "prices lose their cents",
    "If-Match with an old tag is ignored",
    "the last full page names a next one",
    "the loans of a withdrawn title stay",
    "a search minds the case",
    "an action answers and does nothing",
  ],
  start,
  refuse: refused,
};
