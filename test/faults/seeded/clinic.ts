// A clinic: patients with nested lists and notes below them, and appointments that refer to them.
import { randomUUID } from "node:crypto";
import type { JsonArray, JsonObject, JsonValue } from "../../../src/json/value.ts";
import { pick } from "./bank.ts";
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

const OWN = ["name", "birthDate", "insuranceNumber", "smoker", "children", "email", "address", "allergies", "contacts"];

function start(bug: (number: number) => boolean): Handlers {
  const patients = new Map<string, JsonObject>();
  const notes = new Map<string, JsonObject[]>();
  const appointments = new Map<string, JsonObject>();
  let serial = 0;
  let removed = 0;
  const list = (value: JsonValue | undefined): JsonArray | undefined =>
    Array.isArray(value) ? (value as JsonArray) : undefined;
  const record = (body: JsonObject, { id, createdAt }: JsonObject, old: JsonObject = {}): JsonObject => {
    const own = pick(body, ...OWN);
    const contacts = list(own["contacts"])?.slice(0, bug(1) ? 1 : undefined);
    const allergies = list(own["allergies"]);
    const isKept = ([, value]: [string, JsonValue | undefined]): boolean => !bug(3) || Boolean(value);
    const stored = compact({
      ...own,
      contacts: contacts?.map((one) => ({ id: randomUUID(), ...pick(one as JsonObject, "kind", "value") })),
      allergies: bug(2) ? allergies?.toSorted() : allergies,
    });
    const kept = Object.fromEntries(Object.entries<JsonValue>(stored).filter(isKept));
    return compact({ id, ...(bug(8) ? old : {}), ...kept, createdAt });
  };
  const add = (body: JsonObject): JsonObject => {
    const id = ++serial;
    const item = record(body, {
      id,
      createdAt: new Date(Date.parse("2026-11-20T08:00:00Z") + id * 1000).toISOString(),
    });
    patients.set(textOf(id), item);
    notes.set(textOf(id), []);
    return item;
  };
  for (const [name, birthDate] of [
    ["Mara Okoye", "1980-02-29"],
    ["Jon Berg", "1999-12-31"],
    ["Lea Sand", "2015-07-01"],
  ] as const)
    add({ name, birthDate, address: { street: "Hafen 1", city: "Kiel" } });
  const at = ({ path }: Ask, act: (item: JsonObject, id: string) => Reply): Reply => {
    const id = path["patientId"] ?? "";
    const item = patients.get(id);
    return item === undefined ? missing() : act(item, id);
  };
  const visit = ({ path }: Ask, act: (item: JsonObject, id: string) => Reply): Reply => {
    const id = (path["appointmentId"] ?? "").toLowerCase();
    const item = appointments.get(id);
    return item === undefined ? missing() : act(item, id);
  };
  return {
    listPatients: ({ query }) => {
      const { q, smoker, sort = "id", cursor, pageSize = 25 } = query;
      const text = textOf(q ?? "");
      const holds = (name: string): boolean =>
        bug(5) ? name.includes(text) : name.toLowerCase().includes(text.toLowerCase());
      const [key, way] = [textOf(sort).replace("-", ""), textOf(sort).startsWith("-") ? -1 : 1];
      const tie = bug(12) && sort !== "id" && cursor !== undefined ? -1 : 1;
      const rows = [...patients.values()]
        .filter((one) => smoker === undefined || one["smoker"] === smoker)
        .filter((one) => q === undefined || holds(textOf(one["name"])))
        .toSorted((a, b) => way * order(a[key], b[key]) || tie * order(a["id"], b["id"]));
      const last =
        cursor === undefined
          ? -1
          : rows.findIndex(({ id }) => textOf(id) === Buffer.from(textOf(cursor), "base64url").toString());
      const first = last + (bug(10) && last >= 0 ? 0 : 1);
      const data = rows.slice(first, first + Number(pageSize));
      const hasMore = first + Number(pageSize) < rows.length;
      const nextCursor = hasMore ? Buffer.from(textOf(data.at(-1)?.["id"])).toString("base64url") : null;
      return ok({ data, total: rows.length + (bug(9) ? removed : 0), nextCursor });
    },
    addPatient: ({ body }) => ({ ...ok(add(body)), status: 201 }),
    getPatient: (ask) => at(ask, (item) => ok(item)),
    replacePatient: (ask) =>
      at(ask, (item, id) => {
        const made = record(ask.body, item, item);
        patients.set(id, made);
        return ok(made);
      }),
    removePatient: (ask) =>
      at(ask, (_, id) => {
        patients.delete(id);
        removed++;
        return gone;
      }),
    listNotes: (ask) => at(ask, (_, id) => ok(notes.get(id) ?? [])),
    addNote: (ask) =>
      at(ask, (_, id) => {
        const note = { id: ++serial, urgent: false, ...pick(ask.body, "text", "urgent") };
        notes.get(id)?.push(note);
        return { ...ok(note), status: 201 };
      }),
    listAppointments: ({ query }) => {
      const { patientId, tag, page = 1, pageSize = 25 } = query;
      const rows = [...appointments.values()].filter((one) => {
        const isTagged = tag === undefined || list(one["tags"])?.includes(tag) === true;
        const isOf = patientId === undefined || bug(6) || one["patientId"] === patientId;
        const isEither = bug(11) && tag !== undefined && patientId !== undefined;
        return isEither ? isTagged || isOf : isTagged && isOf;
      });
      const first = (Number(page) - 1) * Number(pageSize);
      return ok({ data: rows.slice(first, first + Number(pageSize)), total: rows.length });
    },
    requestAppointment: ({ body }) => {
      const own = pick(body, "patientId", "doctor", "startsAt", "minutes", "tags");
      const startsAt = bug(4) ? textOf(own["startsAt"]).replace(/\.\d+/, "") : (own["startsAt"] ?? "");
      const item = { id: randomUUID(), minutes: 15, ...own, startsAt, status: "requested" };
      appointments.set(item.id, item);
      return { ...ok(item), status: 201 };
    },
    getAppointment: (ask) => visit(ask, (item) => ok(item)),
    removeAppointment: (ask) =>
      visit(ask, (_, id) => {
        appointments.delete(id);
        return gone;
      }),
    confirmAppointment: (ask) =>
      visit(ask, (item, id) => {
        if (item["status"] === "cancelled") return problem(409, "it was cancelled");
        if (!bug(7)) appointments.set(id, { ...item, status: "confirmed" });
        return gone;
      }),
  };
}

export const CLINIC: Seeded = {
  name: "clinic",
  document: new URL("clinic.yaml", import.meta.url).pathname,
  bugs: [
    "only the first element of a nested list is kept",
    "a list of texts is kept in another order",
    "false and 0 are taken for no value",
    "the milliseconds of a time are lost",
    "the search does not find another case",
    "a filter by a reference is ignored",
    "an action changes nothing",
    "PUT keeps what it says it removes",
    "the total counts items that were removed",
    "each page begins with the last item of the one before",
    "two filters together keep what matches either",
    "items with the same value change their order from page to page",
  ],
  start,
};
