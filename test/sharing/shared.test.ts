// Several mocks that are one, with an engine in memory; test/shared/ does the same with Redis.
import { expect, test } from "vitest";
import type { EngineError } from "../../src/store/engine.ts";
import { EngineRoom, MemoryEngine } from "./memory-engine.ts";
import { sharedMocks } from "./mocks.ts";
import { sharedContract } from "./shared-contract.ts";

sharedContract(async (count) => {
  const room = new EngineRoom();
  return Promise.resolve(Array.from({ length: count }, () => new MemoryEngine(room)));
});

const PET = { name: "Rex", categoryId: 1, status: "available" };

test("an engine that is away, full or read-only is told in the contract's own error, and forgotten when it is back", async () => {
  const room = new EngineRoom();
  const mocks = await sharedMocks([new MemoryEngine(room), new MemoryEngine(room)]);
  try {
    const { value: before } = await mocks.ask(0, "GET", "/pets?limit=100");
    for (const [fault, status] of [
      ["unreachable", 503],
      ["full", 507],
      ["read-only", 503],
      ["foreign", 503],
    ] as const satisfies readonly (readonly [EngineError["kind"], number])[]) {
      room.fault = fault;
      const refused = await mocks.ask(0, "POST", "/pets", PET);
      expect(refused.status).toBe(status);
      expect(refused.headers.get("Retry-After")).toBe(status === 503 ? "1" : null);
      expect(Object.keys(refused.value)).toEqual(["code", "message", "status"]);
      expect((await mocks.steer(0, "POST", "/state/reset")).status).toBe(status);
      room.fault = undefined;
      expect((await mocks.ask(0, "GET", "/pets?limit=100")).value).toEqual(before);
      expect((await mocks.ask(1, "GET", "/pets?limit=100")).value).toEqual(before);
    }
  } finally {
    await mocks.close();
  }
});

test("no key of a client and no secret that it sends is kept where others could read it", async () => {
  const room = new EngineRoom();
  const mocks = await sharedMocks([new MemoryEngine(room)]);
  try {
    await mocks.ask(
      0,
      "POST",
      "/pets?token=abc-in-query",
      { ...PET, password: "hunter-two" },
      { Cookie: "sid=in-cookie" },
    );
    await mocks.ask(0, "GET", "/pets", undefined, { Authorization: "Bearer mistyped-key" });
    const kept = JSON.stringify([...room.worlds.values()].map(({ records, changes }) => [records, changes]));
    for (const secret of ["demo-key", "mistyped-key", "hunter-two", "in-cookie", "abc-in-query"])
      expect(kept).not.toContain(secret);
    expect(room.worlds.get(undefined)?.records).toHaveLength(2);
  } finally {
    await mocks.close();
  }
});

test("a list takes one call of the engine, and two if others have changed something", async () => {
  const room = new EngineRoom();
  const mocks = await sharedMocks([new MemoryEngine(room), new MemoryEngine(room)]);
  const callsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = room.calls;
    await work();
    return room.calls - before;
  };
  try {
    const list = (): Promise<unknown> => mocks.ask(0, "GET", "/pets?limit=20&status=sold");
    await list();
    expect(await callsOf(list)).toBe(1);
    expect(await callsOf(() => mocks.ask(1, "POST", "/pets", PET))).toBeLessThanOrEqual(2);
    expect(await callsOf(list)).toBe(2);
  } finally {
    await mocks.close();
  }
});
