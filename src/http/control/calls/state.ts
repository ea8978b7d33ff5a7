// The items of a world: get, put, reset, reseed, snapshot, restore.
import { type JsonArray, type JsonObject, isObject } from "../../../json/value.ts";
import { appendPointer } from "../../../json/pointer.ts";
import { withNotes, withoutNotes } from "../../../mock/items/family.ts";
import { type Refusal, codeOf, quote, refuse } from "../../../mock/errors/refusal.ts";
import { type Seed, SeedError } from "../../../mock/seed/seed.ts";
import { parseStoredList } from "../../../mock/items/view.ts";
import { MOST_SNAPSHOTS } from "../../../mock/world.ts";
import { type Call, type ControlCalls, DONE, type Outcome, told } from "../call.ts";

const NO_ROOM = refuse("store_full", "state", "the items of all worlds have no room left; drop sessions or snapshots");

export const STATE_CALLS: ControlCalls = {
  getState(call) {
    const { value, world } = call;
    const only = value("resource");
    const known = resourcesOf(call);
    if (only !== undefined && !known.has(only as string)) return unknownResource(only as string, known);
    const wanted = [...known].filter(([name]) => only === undefined || name === only);
    const items = wanted.map(([name, at]) => {
      const text = world.collection(at).store.list({ conditions: [], limit: Infinity });
      return [name, parseStoredList(text).map(withNotes)] as const;
    });
    return told({ resources: Object.fromEntries(items) });
  },

  putState(call) {
    return withSeeds(call, (seeds) => call.world.replace(seeds));
  },

  resetState({ world }) {
    world.reset();
    return DONE;
  },

  reseedState(call) {
    return withSeeds(call, (seeds) => call.world.reseed(seeds));
  },

  listSnapshots: ({ world }) => told(world.snapshots),

  keepSnapshot({ world, value }) {
    const outcome = world.snapshot(value("snapshot") as string);
    if (outcome === "kept") return DONE;
    if (outcome === "no room") return NO_ROOM;
    return refuse("conflict", "state", `a world keeps ${MOST_SNAPSHOTS} snapshots; drop one first`);
  },

  restoreSnapshot({ world, value }) {
    const outcome = world.restore(value("snapshot") as string);
    if (outcome === "restored") return DONE;
    return outcome === "no room" ? NO_ROOM : unknownSnapshot(value("snapshot") as string, world.snapshots);
  },

  dropSnapshot({ world, value }) {
    const name = value("snapshot") as string;
    return world.forget(name) ? DONE : unknownSnapshot(name, world.snapshots);
  },
};

/** The resources by name, each with its index. */
function resourcesOf({ steered }: Call): ReadonlyMap<string, number> {
  return new Map(steered().inference.resources.map(({ name }, at) => [name, at]));
}

/** Carries out a call with the seeds in its body. */
function withSeeds(call: Call, work: (seeds: ReadonlyMap<number, Seed>) => void): Outcome {
  const known = resourcesOf(call);
  const body = isObject(call.body) ? call.body : {};
  const lists = isObject(body["resources"]) ? body["resources"] : {};
  const stranger = Object.keys(lists).find((name) => !known.has(name));
  if (stranger !== undefined) return unknownResource(stranger, known);
  try {
    work(seedsOf(body, lists, known));
    return DONE;
  } catch (error) {
    if (!(error instanceof SeedError)) throw error;
    return told(misfit(error), 400);
  }
}

/** The error for items that do not fit, with the place of the first one in the body. */
function misfit({ message, problems: [first], resource = "" }: SeedError): object {
  const at = `${appendPointer("/resources", resource, first?.index ?? 0)}${first?.at ?? ""}`;
  return { code: codeOf("invalid_body"), message: message.replaceAll("\n", "; "), status: 400, at };
}

function seedsOf(body: JsonObject, lists: JsonObject, known: ReadonlyMap<string, number>): Map<number, Seed> {
  const { count } = body;
  const seeds = new Map<number, Seed>();
  for (const [name, at] of known) {
    if (Object.hasOwn(lists, name)) {
      const items = (lists[name] as JsonArray).map((item) => (isObject(item) ? withoutNotes(item) : item));
      seeds.set(at, { kind: "items", items });
    } else if (typeof count === "number") seeds.set(at, { kind: "count", count });
  }
  return seeds;
}

function unknownResource(name: string, known: ReadonlyMap<string, number>): Refusal {
  const names = known.size === 0 ? "the document has none" : `there are ${[...known.keys()].join(", ")}`;
  return refuse("not_found", "resource", `no resource is called ${quote(name)}; ${names}`);
}

function unknownSnapshot(name: string, known: readonly string[]): Refusal {
  const names = known.length === 0 ? "there is none" : `there are ${known.join(", ")}`;
  return refuse("not_found", "snapshot", `no snapshot is called ${quote(name)}; ${names}`);
}
