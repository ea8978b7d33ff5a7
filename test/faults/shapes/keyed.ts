// People with names of their own choice, and boxes with two keys: clients choose the identifiers, and a replacement
// creates a missing item. Lists have a link to the next page.
import type { JsonObject } from "../../../src/json/value.ts";
import { isText, notAllowed, withBody } from "./answers.ts";
import { type Ask, type Reply, type Thing, asks, error, formFault, isObject, sized } from "./desk.ts";
import { documentOf, gives, inPath, inQuery, key, listOf, object, ref, sends, size, text } from "./documents.ts";

const handle = inPath("handle", key);
const ORDERS = ["handle", "-handle", "town", "-town"];
const boxFields: JsonObject = { content: text, sealed: { type: "boolean" } };

export const KEYED_DOCUMENT = documentOf(
  "People",
  {
    "/people": {
      get: {
        operationId: "listPeople",
        parameters: [
          inQuery("offset", { type: "integer", minimum: 0 }),
          inQuery("limit", size(40, 10)),
          inQuery("sort", { ...text, enum: ORDERS }),
        ],
        responses: gives("200", object({ people: listOf(ref("Person")), next: text, previous: text }, "people"), "400"),
      },
      post: {
        operationId: "createPerson",
        requestBody: sends(ref("Person")),
        responses: gives("201", ref("Person"), "400", "409", "415"),
      },
      put: {
        operationId: "replacePeople",
        requestBody: sends(listOf(ref("Person"))),
        responses: gives("200", listOf(ref("Person")), "400", "415"),
      },
    },
    "/people/{handle}": {
      parameters: [handle],
      get: { operationId: "getPerson", responses: gives("200", ref("Person"), "404") },
      delete: { operationId: "removePerson", responses: gives("204", undefined, "404") },
    },
    "/rooms/{room}/boxes": {
      parameters: [inPath("room", key)],
      get: { operationId: "listBoxes", responses: gives("200", listOf(ref("Box"))) },
    },
    "/rooms/{room}/boxes/{label}": {
      parameters: [inPath("room", key), inPath("label", key)],
      get: { operationId: "getBox", responses: gives("200", ref("Box"), "404") },
      put: {
        operationId: "putBox",
        requestBody: sends(object(boxFields, "content")),
        responses: { ...gives("200", ref("Box"), "400", "415"), ...gives("201", ref("Box")) },
      },
      delete: { operationId: "removeBox", responses: gives("204", undefined, "404") },
    },
  },
  {
    Person: object({ handle: key, town: text }, "handle", "town"),
    Box: object({ label: key, ...boxFields }, "label", "content"),
  },
);

/** Choices that the document leaves to the store. */
export interface KeyedOptions {
  readonly byName: boolean;
  /** Strings are sorted case-insensitively. */
  readonly foldsCase: boolean;
  /** The status for a name that already exists. */
  readonly taken: 409 | 400;
  readonly next: "absolute" | "relative" | "none";
  /** An offset beyond the end is refused. */
  readonly strictOffset: boolean;
}

const USUAL: KeyedOptions = { byName: false, foldsCase: false, taken: 409, next: "relative", strictOffset: false };

/** The store, which answers requests. */
export function keyedStore(options: Partial<KeyedOptions> = {}): (ask: Ask) => Reply {
  const own = { ...USUAL, ...options };
  const people = new Map<string, Thing>([["zoe", { handle: "zoe", town: "Łódź" }]]);
  const boxes = new Map<string, Thing>([["attic/hats", { label: "hats", content: "hats" }]]);
  return (ask) => {
    const [top, first = "", middle, label = ""] = ask.steps;
    const wrong = formFault(ask);
    if (wrong !== undefined) return wrong;
    if (top === "people" && ask.steps.length === 1) return onPeople(ask);
    if (top === "people" && ask.steps.length === 2) return onPerson(ask, first);
    if (top !== "rooms" || middle !== "boxes") return error(404, "no such place");
    if (asks(ask, "GET rooms/*/boxes")) {
      const inRoom = [...boxes].filter(([name]) => name.startsWith(`${first}/`));
      return { status: 200, body: inRoom.map(([, box]) => box) };
    }
    if (ask.steps.length === 3) return notAllowed("GET, HEAD");
    return ask.steps.length === 4 ? onBox(ask, `${first}/${label}`, label) : error(404, "no such place");
  };

  function onPeople(ask: Ask): Reply {
    if (ask.method === "GET") return listPeople(ask);
    if (ask.method === "POST")
      return withBody(ask, personFault, (body) => {
        const name = String(body["handle"]);
        if (people.has(name)) return error(own.taken, "that name is taken");
        people.set(name, person(body));
        return { status: 201, body: person(body) };
      });
    if (ask.method !== "PUT") return notAllowed("GET, HEAD, POST, PUT");
    const all = Array.isArray(ask.body) ? (ask.body as unknown[]) : [undefined];
    if (!all.every((one) => isObject(one) && personFault(one) === "")) return error(400, "a list of people is wanted");
    for (const one of all as Thing[]) people.set(String(one["handle"]), person(one));
    return { status: 200, body: (all as Thing[]).map(person) };
  }

  function listPeople(ask: Ask): Reply {
    const many = sized(ask, "limit", { usual: 10, most: 40 });
    const start = sized(ask, "offset", { least: 0, usual: 0, most: 999_999_999 });
    if (typeof many !== "number") return many;
    if (typeof start !== "number") return start;
    if (own.strictOffset && start > people.size) return error(400, "offset is beyond the end");
    const all = [...people.values()];
    const order = ask.query.get("sort") ?? (own.byName ? "handle" : "");
    if (ask.query.getAll("sort").length > 1 || (ask.query.has("sort") && !ORDERS.includes(order)))
      return error(400, "sort is none of ours");
    const ordered = order === "" ? all : sortedBy(all, order);
    const shown = ordered.slice(start, start + many);
    if (own.next === "none") return { status: 200, body: { people: shown } };
    const to = (offset: number): string =>
      `${own.next === "absolute" ? ask.base : ""}/people?limit=${many}&offset=${offset}`;
    const next = start + many >= all.length ? {} : { next: to(start + many) };
    const previous = start === 0 ? {} : { previous: to(Math.max(0, start - many)) };
    return { status: 200, body: { people: shown, ...next, ...previous } };
  }

  function sortedBy(all: readonly Thing[], order: string): Thing[] {
    const name = order.replace("-", "");
    const told = (one: Thing): string => (own.foldsCase ? String(one[name]).toLowerCase() : String(one[name]));
    const rising = all.toSorted((a, b) => (told(a) < told(b) ? -1 : told(a) > told(b) ? 1 : 0));
    return order.startsWith("-") ? rising.toReversed() : rising;
  }

  function onPerson(ask: Ask, name: string): Reply {
    const found = people.get(name);
    if (found === undefined) return error(404, "nobody of that name");
    if (ask.method === "GET") return { status: 200, body: found };
    if (ask.method !== "DELETE") return notAllowed("GET, HEAD, DELETE");
    people.delete(name);
    return { status: 204 };
  }

  function onBox(ask: Ask, name: string, label: string): Reply {
    const found = boxes.get(name);
    if (ask.method === "PUT")
      return withBody(ask, boxFault, ({ content, sealed }) => {
        const box = { label, content, ...(sealed === undefined ? {} : { sealed }) };
        boxes.set(name, box);
        return { status: found === undefined ? 201 : 200, body: box };
      });
    if (found === undefined) return error(404, "no such box");
    if (ask.method === "GET") return { status: 200, body: found };
    if (ask.method !== "DELETE") return notAllowed("GET, HEAD, PUT, DELETE");
    boxes.delete(name);
    return { status: 204 };
  }
}

const person = ({ handle: name, town }: Thing): Thing => ({ handle: name, town });
const personFault = ({ handle: name, town }: Thing): string =>
  isText(name) && name !== "" && Array.from(String(name)).length <= 60 && isText(town)
    ? ""
    : "a person has a name and a town";
const boxFault = ({ content, sealed }: Thing): string =>
  isText(content) && (sealed === undefined || typeof sealed === "boolean") ? "" : "a box has a content";
