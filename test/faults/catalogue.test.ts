// Checks the catalogue without the suite: the reference and the variants conform, and each fault differs from the
// reference in a way that a client can see.
import { beforeAll, describe, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.ts";
import type { Contract, Operation, Response } from "../../src/contract/model.ts";
import { BATTERY } from "./battery.ts";
import type { Overrides } from "./behaviour.ts";
import { type Seen, type Step, perform } from "./client.ts";
import { FAULTS, FAULT_CLASSES, type Fault, type FaultClass, VARIANTS, startReference } from "./index.ts";
import { IN_PROOF, shareOf } from "../share.ts";
import { REFERENCE, seedOf } from "./reference.ts";
import { readJsonBytes } from "../../src/json/read.ts";

type Seed = NonNullable<Overrides["seed"]>;

const many: Seed = () => seedOf(130);
const transcripts = new Map<string, Promise<Seen[]>>();
const seeds: Seed[] = [REFERENCE.seed, many];

async function play(overrides: Overrides, steps: readonly Step[], until?: (seen: Seen, index: number) => boolean) {
  const store = await startReference(overrides);
  const seen: Seen[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      const one = await perform(store, step);
      if (one.body.includes("broken_fault")) throw new Error(`the fault itself is broken: ${one.body.toString()}`);
      seen.push(one);
      if (until?.(one, index)) break;
    }
  } finally {
    await store.close();
  }
  return seen;
}

/** The responses of the reference to the script of a class, from given items. */
function expected(name: FaultClass, seed: Seed): Promise<Seen[]> {
  if (!seeds.includes(seed)) seeds.push(seed);
  const place = `${name} ${seeds.indexOf(seed)}`;
  const known = transcripts.get(place) ?? play({ seed }, BATTERY[name]);
  transcripts.set(place, known);
  return known;
}

const text = ({ status, rawHeaders, body, broken = "" }: Seen): string =>
  [status, ...rawHeaders, body.toString("latin1"), broken].join("\n");

/** The first step of the script whose response differs in the fault. */
async function differsOn(fault: Fault, start: Seed): Promise<Step | undefined> {
  const seed = fault.overrides.seed ?? start;
  const right = await expected(fault.class, seed);
  const differs = (seen: Seen, index: number): boolean =>
    text(seen) !== text(right[index] as Seen) || seen.ms > (fault.needs?.maxMs ?? Infinity);
  const seen = await play({ ...fault.overrides, seed }, BATTERY[fault.class], differs);
  const last = seen.length - 1;
  return differs(seen[last] as Seen, last) ? BATTERY[fault.class][last] : undefined;
}

let contract: Contract;
beforeAll(async () => {
  contract = await loadContract("spec/animal-store.yaml");
});

function operationOf({ method, path }: Step): Operation | undefined {
  const onItem = /^\/v1\/pets\/[^/]+$/.test(path);
  const template = onItem ? "/pets/{petId}" : "/pets";
  if (!onItem && !/^\/v1\/pets(\?|$)/.test(path)) return undefined;
  return contract.operations.find((one) => one.method === method && one.path === template);
}

/** What is wrong with a response by the document or, outside its paths and methods, by the shape of errors. */
function wrongs(step: Step, seen: Seen): string[] {
  if (seen.broken !== undefined) return [seen.broken];
  if (seen.status >= 500) return ["a conforming store does not answer so"];
  if (seen.status === 304 || seen.status === 204 || step.method === "HEAD") return [];
  const operation = operationOf(step) ?? contract.operations[0];
  if (operation === undefined) return ["the document has no operation"];
  const response = responseTo(operation, operationOf(step) ? String(seen.status) : "default");
  const read = readJsonBytes(seen.body);
  if ("fault" in read) return [read.fault.message];
  const schema = response.content.find(({ name }) => name === "application/json")?.schema;
  const body = (schema?.validate(read.value) ?? []).map(({ at, message }) => `${at} ${message}`);
  const missing = response.headers.filter(({ name, required }) => required && !(name.toLowerCase() in seen.headers));
  return [...body, ...missing.map(({ name }) => `${name} is missing`)];
}

function responseTo(operation: Operation, status: string): Response {
  const exact = operation.responses.find((one) => one.status === status);
  return (exact ?? operation.responses.find((one) => one.status === "default")) as Response;
}

describe("the catalogue", () => {
  test("has enough faults and variants, each with a unique id", () => {
    const ids = [...FAULTS, ...VARIANTS].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(FAULTS.length).toBeGreaterThanOrEqual(170);
    expect(VARIANTS.length).toBeGreaterThanOrEqual(25);
  });

  test("is sorted by class, and each id begins with its class", () => {
    const places = FAULTS.map((fault) => FAULT_CLASSES.indexOf(fault.class));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(FAULTS.filter((fault) => !fault.id.startsWith(`${fault.class}.`))).toEqual([]);
  });

  test("describes each in one sentence", () => {
    const bad = [...FAULTS, ...VARIANTS].filter(({ what }) => !/^[A-Z].*[^.]\.$/.test(what));
    expect(bad.map(({ id }) => id)).toEqual([]);
  });
});

describe("the reference", () => {
  test.each(FAULT_CLASSES)("responds to the requests for %s as the document says", async (name) => {
    const seen = await expected(name, REFERENCE.seed);
    const bad = seen.flatMap((one, index) => {
      const step = BATTERY[name][index] as Step;
      return wrongs(step, one).map((why) => `${step.method} ${step.path} → ${one.status}: ${why}`);
    });
    expect(bad).toEqual([]);
  });

  test("leaves nothing behind when it is closed", async () => {
    const store = await startReference();
    await perform(store, { method: "GET", path: "/v1/pets" });
    await store.close();
    expect((await perform(store, { method: "GET", path: "/v1/pets" })).broken).toMatch(/ECONNREFUSED|hang up/);
  });
});

describe.each(FAULT_CLASSES)("each fault of %s can be observed", (name) => {
  const faults = FAULTS.filter((fault) => fault.class === name);
  test.each(shareOf(faults, 45).map((fault) => [fault.id, fault] as const))("%s", async (_id, fault) => {
    const step = (await differsOn(fault, REFERENCE.seed)) ?? (await differsOn(fault, many));
    expect(step).toBeDefined();
  });
});

describe("each variant conforms to the document", () => {
  test.each(
    shareOf(
      VARIANTS.filter(({ id }) => IN_PROOF || id !== "slow"),
      30,
    ).map((variant) => [variant.id, variant] as const),
  )("%s", async (_id, variant) => {
    const steps = [...BATTERY.lists, ...BATTERY.errors, ...BATTERY.lifecycle];
    const seen = await play(variant.overrides, steps);
    const bad = seen.flatMap((one, index) => {
      const step = steps[index] as Step;
      return wrongs(step, one).map((why) => `${step.method} ${step.path} → ${one.status}: ${why}`);
    });
    expect(bad).toEqual([]);
  });
});
