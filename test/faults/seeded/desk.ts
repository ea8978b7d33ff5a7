// A help desk: projects that count their tickets, and tickets on numbered pages, with searches, tags and conditions.
import { createHash, randomUUID } from "node:crypto";
import type { JsonArray, JsonObject, JsonValue } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
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

const OWN = ["subject", "project_id", "assignee", "estimate", "due_at", "contact", "tags", "urgent"];

function start(bug: (number: number) => boolean): Handlers {
  const projects = new Map<number, JsonObject>();
  const tickets = new Map<string, JsonObject>();
  const owners = new Map<string, string>();
  const comments = new Map<string, JsonObject[]>();
  const keyed = new Map<string, readonly [body: string, reply: Reply]>();
  const removed = new Map<number, number>();
  let clock = Date.parse("2026-11-20T08:00:00Z");
  const now = (): string => new Date((clock += 1003)).toISOString();
  const kept = (body: JsonObject): JsonObject => {
    const own = pick(body, ...OWN);
    const { due_at: due, estimate, tags } = own;
    return compact({
      ...own,
      due_at: bug(6) && typeof due === "string" ? due.replace(/(?:[+-]\d\d:\d\d|z)$/i, "Z") : due,
      estimate: bug(7) && typeof estimate === "number" ? Math.round(estimate * 10) / 10 : estimate,
      tags: bug(12) && Array.isArray(tags) ? [...new Set(tags as JsonArray)].toSorted(order) : tags,
    });
  };
  const project = (name: JsonValue): JsonObject => {
    const id = projects.size + 1 + (removed.get(0) ?? 0);
    const made = { id, name };
    projects.set(id, made);
    return made;
  };
  const counted = (one: JsonObject): JsonObject => {
    const id = Number(one["id"]);
    const count = [...tickets.values()].filter((ticket) => Number(ticket["project_id"]) === id).length;
    return { ...one, ticket_count: count + (bug(2) ? (removed.get(id) ?? 0) : 0) };
  };
  const open = (body: JsonObject, owner: string): JsonObject => {
    const ticket = { id: randomUUID(), state: "open", ...kept(body), created_at: now() };
    tickets.set(ticket.id, ticket);
    owners.set(ticket.id, owner);
    comments.set(ticket.id, []);
    return ticket;
  };
  for (const name of ["Old project", "Another"]) project(name);
  for (const [subject, estimate] of [
    ["Printer", 10],
    ["Screen", 9],
    ["Keyboard", 2.5],
  ] as const)
    open({ subject: `Old ${subject}`, project_id: 1, estimate, assignee: "kim" }, "first");
  const mine = (id: string, user: string): boolean => bug(19) || owners.get(id) === user;
  const at = ({ path, user }: Ask, act: (item: JsonObject, id: string) => Reply): Reply => {
    const id = (path["id"] ?? "").toLowerCase();
    const item = tickets.get(id);
    return item === undefined || !mine(id, user) ? missing() : act(item, id);
  };
  const hasProject = (body: JsonObject): boolean => projects.has(Number(body["project_id"]));
  const merged = (into: JsonValue | undefined, patch: JsonValue, depth = 0): JsonValue | undefined => {
    if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch === null ? undefined : patch;
    if (bug(1) && depth > 0) return patch;
    const base = typeof into === "object" && into !== null && !Array.isArray(into) ? (into as JsonObject) : {};
    const changes = Object.entries<JsonValue>(patch as JsonObject).filter(([, value]) => !(bug(17) && value === null));
    return compact({
      ...base,
      ...Object.fromEntries(changes.map(([name, value]) => [name, merged(base[name], value, depth + 1)])),
    });
  };
  const tagOf = (ticket: JsonObject): string =>
    `"${createHash("sha256")
      .update(bug(9) ? textOf(ticket["id"]) : writeJson(ticket))
      .digest("hex")
      .slice(0, 12)}"`;
  return {
    listProjects: () => ok([...projects.values()].map(counted)),
    addProject: ({ body }) => ({ status: 201, body: counted(project(body["name"] ?? null)) }),
    getProject: ({ path }) => {
      const one = projects.get(Number(path["projectId"]));
      return one === undefined ? missing() : ok(counted(one));
    },
    dropProject: ({ path }) => {
      const id = Number(path["projectId"]);
      if (!projects.delete(id)) return missing();
      removed.set(0, (removed.get(0) ?? 0) + 1);
      for (const [key, ticket] of tickets) if (Number(ticket["project_id"]) === id && !bug(15)) tickets.delete(key);
      return gone;
    },
    listTickets: ({ query, user }) => {
      const { q, state, assignee, project_id: within, sort = "created_at", page = 1, per_page: size = 20 } = query;
      const sought = textOf(q);
      const has = (subject: string): boolean =>
        bug(11) ? subject.includes(sought) : subject.toLowerCase().includes(sought.toLowerCase());
      const key = textOf(sort).replace("-", "");
      const value = (one: JsonObject): JsonValue =>
        bug(4) ? textOf(one[key] ?? "") : (one[key] ?? (key === "estimate" ? -1 : ""));
      const rows = [...tickets.values()]
        .filter((one) => mine(textOf(one["id"]), user))
        .filter((one) => q === undefined || has(textOf(one["subject"])))
        .filter((one) => state === undefined || one["state"] === state)
        .filter((one) => assignee === undefined || (bug(3) && state !== undefined) || one["assignee"] === assignee)
        .filter((one) => within === undefined || one["project_id"] === within)
        .toSorted((a, b) => (textOf(sort).startsWith("-") ? -1 : 1) * order(value(a), value(b)));
      const first = (Number(page) - 1) * Number(size);
      const pages = Math.max(1, Math.ceil(rows.length / Number(size)));
      const end = bug(5) && Number(page) === pages && pages > 1 ? rows.length - 1 : first + Number(size);
      return ok({ tickets: rows.slice(first, end), total: bug(18) ? tickets.size : rows.length, pages });
    },
    openTicket: ({ body, headers, user }) => {
      const key = headers["idempotency-key"];
      const known = key === undefined || bug(8) ? undefined : keyed.get(key);
      if (known !== undefined)
        return known[0] === writeJson(body) ? known[1] : problem(409, "the key was used for another body");
      if (!hasProject(body)) return problem(422, "there is no such project");
      const reply = { status: 201, body: open(body, user) };
      if (key !== undefined) keyed.set(key, [writeJson(body), reply]);
      return reply;
    },
    getTicket: (ask) =>
      at(ask, (item) => {
        const etag = tagOf(item);
        return ask.headers["if-none-match"] === etag
          ? { status: 304, headers: { ETag: etag } }
          : ok(item, { ETag: etag });
      }),
    rewriteTicket: (ask) =>
      at(ask, (item, id) => {
        if (!hasProject(ask.body)) return problem(422, "there is no such project");
        const ticket = { ...(bug(13) ? item : pick(item, "id", "state", "created_at")), ...kept(ask.body) };
        tickets.set(id, ticket);
        return ok(ticket);
      }),
    changeTicket: (ask) =>
      at(ask, (item, id) => {
        const ticket = merged(item, kept(ask.body)) as JsonObject;
        tickets.set(id, ticket);
        return ok(ticket);
      }),
    dropTicket: (ask) =>
      at(ask, (item, id) => {
        const within = Number(item["project_id"]);
        removed.set(within, (removed.get(within) ?? 0) + 1);
        if (!bug(10)) tickets.delete(id);
        return gone;
      }),
    closeTicket: (ask) =>
      at(ask, (item, id) => {
        const ticket = { ...item, state: "closed" };
        if (!bug(14)) tickets.set(id, ticket);
        return ok(ticket);
      }),
    listComments: (ask) => at(ask, (_, id) => ok(comments.get(id) ?? [])),
    addComment: (ask) =>
      at(ask, (_, id) => {
        const comment = { id: randomUUID(), text: ask.body["text"] ?? null, at: now() };
        if (!(bug(16) && (comments.get(id)?.length ?? 0) > 0)) comments.get(id)?.push(comment);
        return { status: 201, body: comment };
      }),
  };
}

export const DESK: Seeded = {
  name: "desk",
  document: new URL("desk.yaml", import.meta.url).pathname,
  bugs: [
    "PATCH of a part loses the rest of it",
    "the count of a project stays when a ticket is removed",
    "the second of two filters is ignored",
    "numbers are sorted as texts",
    "the last page lacks its last item",
    "the offset of a time is replaced by Z",
    "decimals are rounded to one digit",
    "an idempotency key is ignored",
    "the ETag stays when the ticket changes",
    "204 and the ticket is kept",
    "a search minds the case",
    "tags are sorted and made unique",
    "PUT keeps what was not sent",
    "an action answers and does nothing",
    "the tickets of a removed project stay",
    "the second comment is lost",
    "PATCH ignores null",
    "the total ignores the filters",
    "everybody sees the tickets of everybody",
  ],
  start,
};
