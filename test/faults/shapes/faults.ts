// For each claim about nesting, envelopes, pages and keys, a fault that breaks only this claim.
import { type Ask, type Reply, type ShapeFault, type Thing, asks, isObject } from "./desk.ts";
import { split } from "../fault.ts";
import type { EnvelopedOptions } from "./enveloped.ts";
import type { KeyedOptions } from "./keyed.ts";
import type { NestedOptions } from "./nested.ts";

const bodyOf = ({ body }: Reply): Thing => (isObject(body) ? body : {});
/** A different response to some requests. */
const where =
  (wanted: string, change: (reply: Reply, ask: Ask) => Reply, status?: number): ((reply: Reply, ask: Ask) => Reply) =>
  (reply, ask) =>
    asks(ask, wanted) && (status === undefined ? reply.status < 300 : reply.status === status)
      ? change(reply, ask)
      : reply;
const saying = (status: number, body?: unknown): Reply => (body === undefined ? { status } : { status, body });
const asked = (ask: Ask, name: string, value: string): Ask => {
  const query = new URLSearchParams(ask.query);
  query.set(name, value);
  return { ...ask, query };
};

/** Remembers tasks even after their project is removed. */
function remembering(): NonNullable<ShapeFault<NestedOptions>["after"]> {
  const known = new Map<string, Thing>();
  return (reply, ask, answer) => {
    const path = ask.steps.join("/");
    if (asks(ask, "POST projects/*/tasks") && reply.status === 201)
      known.set(`${path}/${String(bodyOf(reply)["id"])}`, bodyOf(reply));
    if (asks(ask, "DELETE projects/*/tasks/*")) known.delete(path);
    const kept = asks(ask, "GET projects/*/tasks/*") && reply.status === 404 ? known.get(path) : undefined;
    const isAbove = kept !== undefined && answer({ ...ask, steps: ask.steps.slice(0, 2) }).status === 200;
    return kept === undefined || isAbove ? reply : saying(200, kept);
  };
}

/** Finds tasks below any project. */
function anywhere(): NonNullable<ShapeFault<NestedOptions>["before"]> {
  return (ask, answer) => {
    if (!asks(ask, "GET projects/*/tasks/*") || answer(ask).status !== 404) return ask;
    const [, own = "", , id = ""] = ask.steps;
    if (answer({ ...ask, steps: ["projects", own] }).status !== 200) return ask;
    for (let other = 1; other < 60; other++) {
      const moved = { ...ask, steps: ["projects", String(other), "tasks", id] };
      if (answer(moved).status === 200) return moved;
    }
    return ask;
  };
}

/** A table of faults: "id: what is wrong" beside the check that must find it, and what the store does. */
const named = <S>(
  table: Readonly<Record<`${string}: ${string}`, Omit<ShapeFault<S>, "id" | "what">>>,
): ShapeFault<S>[] => Object.entries(table).map(([name, rest]) => ({ ...split(name), ...rest }));

export const NESTED_FAULTS: readonly ShapeFault<NestedOptions>[] = named({
  "nested.empty-below-nothing: The tasks of a project that does not exist are an empty list.": {
    by: "nested.missing",
    after: where("GET projects/*/tasks", () => saying(200, []), 404),
  },
  "nested.created-below-nothing: A task is created below a project that does not exist.": {
    by: "nested.nothing-added",
    after: where("POST projects/*/tasks", (_, { body }) => saying(201, { id: 987_654, ...(body as Thing) }), 404),
  },
  "nested.found-anywhere: A task is found below every project.": { by: "nested.apart", before: anywhere() },
  "nested.orphans: The tasks of a removed project are still found.": { by: "nested.removed", after: remembering() },
  "nested.closes-nothing: A task that does not exist is closed.": {
    by: "change.action-missing",
    after: where("POST projects/*/tasks/*/close", () => saying(200, { id: 5, title: "some task" }), 404),
  },
  "nested.closes-another: The answer to closing a task is another task.": {
    by: "change.action-item",
    after: where("POST projects/*/tasks/*/close", (reply) =>
      saying(200, { ...bodyOf(reply), id: Number(bodyOf(reply)["id"]) + 1 }),
    ),
  },
  "nested.first-changed: Of many tasks that are changed, only the first is.": {
    by: "change.update-many",
    before: (ask) =>
      asks(ask, "PATCH projects/*/tasks") && Array.isArray(ask.body) ? { ...ask, body: ask.body.slice(0, 1) } : ask,
  },
  "nested.first-removed: Of many tasks that are removed, only the first is.": {
    by: "change.remove-many",
    before: (ask) =>
      asks(ask, "DELETE projects/*/tasks") && ask.query.has("ids")
        ? asked(ask, "ids", (ask.query.get("ids") ?? "").split(",")[0] ?? "")
        : ask,
  },
  "nested.settings-idle: A change of settings is answered and not kept.": {
    by: "change.single-update",
    before: (ask, answer) => {
      if (!asks(ask, "PATCH projects/*/settings")) return ask;
      const old = bodyOf(answer({ ...ask, method: "GET", body: undefined }));
      const reply = answer(ask);
      answer({ ...ask, body: old });
      return reply;
    },
  },
  "nested.link-skips: The link to the next page leads to the one after it.": {
    by: "paging.link-header",
    after: (reply) => {
      const link = reply.headers?.["Link"];
      if (link === undefined) return reply;
      const next = link.replace(/([?&]page=)(\d+)/, (_, name: string, page: string) => `${name}${Number(page) + 1}`);
      return { ...reply, headers: { ...reply.headers, Link: next } };
    },
  },
});

const meta = (change: (meta: Thing) => Thing): NonNullable<ShapeFault<EnvelopedOptions>["after"]> =>
  where("GET notes", (reply) =>
    saying(200, { ...bodyOf(reply), meta: change((bodyOf(reply)["meta"] ?? {}) as Thing) }),
  );

/** Moves a cursor, which counts the items before it. */
function moved(cursor: unknown, by: number): unknown {
  if (typeof cursor !== "string") return cursor;
  const [, place = "0"] = /^after:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  return Buffer.from(`after:${Math.max(0, Number(place) + by)}`).toString("base64url");
}

export const ENVELOPED_FAULTS: readonly ShapeFault<EnvelopedOptions>[] = named({
  "enveloped.one-skipped: The next page passes over an item.": {
    by: "paging.every-item",
    after: meta((own) => ({ ...own, next_cursor: moved(own["next_cursor"], 1) })),
  },
  "enveloped.one-twice: The next page begins with the last item of the one before.": {
    by: "paging.no-item-twice",
    after: meta((own) => ({ ...own, next_cursor: moved(own["next_cursor"], -1) })),
  },
  "enveloped.round-and-round: After the last page comes the first one again.": {
    by: "paging.ends",
    store: { looksAhead: false },
    after: where("GET tags", (reply) => {
      const { next_page_token: token = Buffer.from("after:0").toString("base64url"), ...others } = bodyOf(reply);
      return saying(200, { ...others, next_page_token: token });
    }),
  },
  "enveloped.always-more: There are always more items, says every page.": {
    by: "paging.has-more",
    after: meta((own) => ({ ...own, has_more: true })),
  },
  "enveloped.total-of-page: A page that does not show everything counts one more.": {
    by: "paging.total",
    after: where("GET notes", (reply) => {
      const { data, meta: own, ...others } = bodyOf(reply);
      const { total } = own as { readonly total: number };
      const more = (data as unknown[]).length < total ? 1 : 0;
      return saying(200, { ...others, data, meta: { ...(own as Thing), total: total + more } });
    }),
  },
  "enveloped.bare-replacement: A replacement is answered with the bare note.": {
    by: "schema.envelope",
    after: where("PUT notes/*", (reply) => saying(200, bodyOf(reply)["data"])),
  },
  "enveloped.bare-accepted: A note without its envelope is taken.": {
    by: "create.refuses-bare",
    before: (ask) =>
      asks(ask, "POST notes") && isObject(ask.body) && !("data" in ask.body) && "text" in ask.body
        ? { ...ask, body: { data: { ...ask.body, text: "taken" } } }
        : ask,
  },
  "enveloped.last-lost: Of many tags that are created, the last is not kept.": {
    by: "create.many",
    before: (ask, answer) => {
      const tags = isObject(ask.body) ? ask.body["tags"] : undefined;
      if (!asks(ask, "POST tags") || !Array.isArray(tags) || tags.length < 2) return ask;
      return answer({ ...ask, body: { tags: tags.slice(0, -1) } });
    },
  },
  "enveloped.before-is-first: The page before a star always begins at the first one.": {
    by: "paging.backwards",
    before: (ask) => {
      if (!asks(ask, "GET stars") || !ask.query.has("ending_before")) return ask;
      const query = new URLSearchParams(ask.query);
      query.delete("ending_before");
      query.set("limit", "1");
      return { ...ask, query };
    },
  },
  "enveloped.me-idle: A replacement of the profile is answered and not kept.": {
    by: "change.single-replace",
    before: (ask, answer) => {
      if (!asks(ask, "PUT me")) return ask;
      const old = bodyOf(answer({ ...ask, method: "GET", body: undefined }));
      const reply = answer(ask);
      if (reply.status === 200) answer({ ...ask, body: old });
      return reply;
    },
  },
});

/** Changes the first or a later replacement of each box. */
function onBoxes(
  isFirst: boolean,
  act: (ask: Ask, answer: (ask: Ask) => Reply) => Ask | Reply,
): NonNullable<ShapeFault<KeyedOptions>["before"]> {
  return (ask, answer) => {
    if (!asks(ask, "PUT rooms/*/boxes/*")) return ask;
    const isThere = answer({ ...ask, method: "GET", body: undefined }).status === 200;
    return isThere === isFirst ? ask : act(ask, answer);
  };
}

export const KEYED_FAULTS: readonly ShapeFault<KeyedOptions>[] = named({
  "keyed.box-made-empty: A box that is added has nothing in it.": {
    by: "change.upsert",
    before: onBoxes(true, (ask) =>
      isObject(ask.body) && typeof ask.body["content"] === "string" ? { ...ask, body: { content: "" } } : ask,
    ),
  },
  "keyed.box-stays: A box that is there is not replaced.": {
    by: "change.upsert-again",
    before: onBoxes(false, (ask, answer) => answer({ ...ask, method: "GET", body: undefined })),
  },
  "keyed.always-created: A replacement is always answered 201.": {
    by: "change.upsert-status",
    after: where("PUT rooms/*/boxes/*", (reply) => ({ ...reply, status: 201 })),
  },
  "keyed.name-lowered: A person is kept under another name than the body has.": {
    by: "create.keeps-key",
    before: (ask) =>
      asks(ask, "POST people") &&
      isObject(ask.body) &&
      typeof ask.body["handle"] === "string" &&
      ask.body["handle"].length > 0 &&
      ask.body["handle"].length < 50
        ? { ...ask, body: { ...ask.body, handle: `${ask.body["handle"]}.1` } }
        : ask,
  },
  "keyed.name-given-again: A name that is taken is given to the next person, too.": {
    by: "create.taken-key",
    after: where("POST people", (_, { body }) => saying(201, body), 409),
  },
  "keyed.first-replaced: Of many people that are replaced, only the first is.": {
    by: "change.replace-many",
    before: (ask, answer) => {
      if (!asks(ask, "PUT people") || !Array.isArray(ask.body) || answer({ ...ask, body: [] }).status !== 200)
        return ask;
      const reply = answer({ ...ask, body: ask.body.slice(0, 1) });
      return reply.status === 200 ? saying(200, ask.body) : reply;
    },
  },
  "keyed.one-room: The label of a box is looked up whatever the room.": {
    by: "nested.same-key",
    before: (ask) => (ask.steps[0] === "rooms" ? { ...ask, steps: ["rooms", "all", ...ask.steps.slice(2)] } : ask),
  },
  "keyed.always-rising: Whoever wants a falling order gets a rising one.": {
    by: "lists.sorted",
    before: (ask) => {
      const order = ask.query.get("sort") ?? "";
      return asks(ask, "GET people") && order.startsWith("-") ? asked(ask, "sort", order.slice(1)) : ask;
    },
  },
  "keyed.previous-is-this: The link to the page before leads to the same page.": {
    by: "paging.backwards",
    after: where("GET people", (reply, { query }) => {
      const { previous, ...others } = bodyOf(reply);
      const same = `/people?limit=${query.get("limit") ?? 10}&offset=${query.get("offset") ?? 0}`;
      return saying(200, previous === undefined ? others : { ...others, previous: same });
    }),
  },
  "keyed.next-is-this: The link to the next page leads to the same page.": {
    by: "paging.next",
    after: where("GET people", (reply, { query }) => {
      const { next, ...others } = bodyOf(reply);
      const same = `/people?limit=${query.get("limit") ?? 10}&offset=${query.get("offset") ?? 0}`;
      return saying(200, next === undefined ? others : { ...others, next: same });
    }),
  },
});
