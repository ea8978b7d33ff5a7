// The items of a world: get, put, reset, reseed, snapshot, restore.
import { type JsonArray, type JsonObject, isObject } from "../../../json/value.ts";
import { appendPointer } from "../../../json/pointer.ts";
import { withNotes, withoutNotes } from "../../../mock/items/family.ts";
import { type Refusal, errorCode, quote, refuse } from "../../../mock/errors/refusal.ts";
import { type Seed, SeedError } from "../../../mock/seed/seed.ts";
import type { CollectionNames } from "../../../mock/items/names.ts";
import { parseStoredList } from "../../../mock/items/stored.ts";
import { MOST_SNAPSHOTS } from "../../../mock/world.ts";
import { type Call, type ControlCalls, DONE, type Outcome, told } from "../call.ts";

const NO_ROOM = refuse("store_full", "state", "the items of all worlds have no room left; drop sessions or snapshots");

export const STATE_CALLS: ControlCalls = {
  getState({ value, world }) {
    const only = value("resource") as string | undefined;
    const { all, find } = world.names;
    if (only !== undefined && find(only) === undefined) return unknownResource(only, world.names);
    const items = (only === undefined ? all : [only]).map((name) => {
      const text = world.collection(find(name) ?? -1).store.list({ conditions: [], limit: Infinity });
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

/** Carries out a call with the seeds in its body. */
function withSeeds(call: Call, work: (seeds: ReadonlyMap<number, Seed>) => void): Outcome {
  const { names } = call.world;
  const body = isObject(call.body) ? call.body : {};
  const lists = isObject(body["resources"]) ? body["resources"] : {};
  const stranger = Object.keys(lists).find((name) => names.find(name) === undefined);
  if (stranger !== undefined) return unknownResource(stranger, names);
  try {
    work(seedsOf(body, lists, names));
    return DONE;
  } catch (error) {
    if (!(error instanceof SeedError)) throw error;
    return told(
      misfit(error, (name) => Object.keys(lists).find((one) => names.find(one) === names.find(name))),
      400,
    );
  }
}

/** The error for items that do not fit, with the place of the first one in the body. */
function misfit(
  { message, problems: [first], resource = "" }: SeedError,
  sentAs: (name: string) => string | undefined,
): object {
  const at = `${appendPointer("/resources", sentAs(resource) ?? resource, first?.index ?? 0)}${first?.at ?? ""}`;
  return { code: errorCode("invalid_body"), message: message.replaceAll("\n", "; "), status: 400, at };
}

function seedsOf({ count }: JsonObject, lists: JsonObject, { all, find }: CollectionNames): Map<number, Seed> {
  const seeds = new Map<number, Seed>();
  if (typeof count === "number") for (const at of all.keys()) seeds.set(at, { kind: "count", count });
  for (const [name, list] of Object.entries(lists)) {
    const items = (list as JsonArray).map((item) => (isObject(item) ? withoutNotes(item) : item));
    seeds.set(find(name) ?? -1, { kind: "items", items });
  }
  return seeds;
}

function unknownResource(name: string, { told }: CollectionNames): Refusal {
  return refuse("not_found", "resource", `no resource is called ${quote(name)}; ${told}`);
}

function unknownSnapshot(name: string, known: readonly string[]): Refusal {
  const names = known.length === 0 ? "there is none" : `there are ${known.join(", ")}`;
  return refuse("not_found", "snapshot", `no snapshot is called ${quote(name)}; ${names}`);
}
