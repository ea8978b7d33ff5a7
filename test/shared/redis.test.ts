// Mocks that share their worlds in Redis: the same contract as with an engine in memory, and what only a real one does.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Change, UNTOUCHED } from "../../src/store/engine.ts";
import { RedisEngine } from "../../src/store/redis/engine.ts";
import { connect } from "../../src/store/redis/link.ts";
import { type SharedMocks, sharedMocks } from "../sharing/mocks.ts";
import { sharedContract } from "../sharing/shared-contract.ts";
import { type Redis, startRedis } from "./redis.ts";

const PET = { name: "Rex", categoryId: 1, status: "available" };
let redis: Redis;
beforeAll(async () => {
  redis = await startRedis("--appendonly", "yes");
});
afterAll(() => redis.close());

async function engines(count: number, mock: string = crypto.randomUUID()): Promise<RedisEngine[]> {
  const links = await Promise.all(Array.from({ length: count }, () => connect({ url: redis.url })));
  return links.map((link) => new RedisEngine(link, mock));
}

sharedContract(engines);

describe("an engine that does not do what it is asked", () => {
  let mocks: SharedMocks;
  afterEach(() => mocks.close());

  test("forgets nothing that was acknowledged when it is killed, and is missed only while it is away", async () => {
    mocks = await sharedMocks(await engines(2));
    const made: unknown[] = [];
    const add = async (n: number): Promise<number> => {
      const { status, value } = await mocks.ask(n % 2, "POST", "/pets", { ...PET, name: `pet ${n}` });
      if (status === 201) made.push(value);
      return status;
    };
    const traffic = Promise.all(Array.from({ length: 200 }, (_, n) => add(n)));
    await redis.kill();
    const statuses = new Set(await traffic);
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(await add(0)).toBe(503);
    await redis.start();
    // It is found again within the longest pause between two attempts.
    await expect.poll(() => add(1), { timeout: 10_000 }).toBe(201);
    await expect.poll(async () => (await mocks.ask(0, "GET", "/pets/1")).status, { timeout: 10_000 }).toBe(200);
    const all = await listed(mocks, 0);
    for (const one of made) expect(all).toContainEqual(one);
    await expect.poll(async () => (await mocks.ask(1, "GET", "/pets/1")).status, { timeout: 10_000 }).toBe(200);
    expect(await listed(mocks, 1)).toEqual(all);
  });

  test("is full: 507, and what is there is still answered", async () => {
    mocks = await sharedMocks(await engines(2));
    await mocks.ask(0, "POST", "/pets", PET);
    const before = await listed(mocks, 0);
    await redis.send("CONFIG", "SET", "maxmemory", "1");
    try {
      expect((await mocks.ask(0, "POST", "/pets", PET)).status).toBe(507);
      expect(await listed(mocks, 1)).toEqual(before);
      expect((await mocks.ask(1, "POST", "/pets", PET)).status).toBe(507);
    } finally {
      await redis.send("CONFIG", "SET", "maxmemory", "0");
    }
    expect((await mocks.ask(1, "POST", "/pets", PET)).status).toBe(201);
    expect(await listed(mocks, 0)).toEqual(await listed(mocks, 1));
  });

  test("takes no changes: 503, and what is there is still answered", async () => {
    mocks = await sharedMocks(await engines(1));
    const before = await listed(mocks, 0);
    await redis.send("CONFIG", "SET", "min-replicas-to-write", "1");
    try {
      expect((await mocks.ask(0, "POST", "/pets", PET)).status).toBe(503);
    } finally {
      await redis.send("CONFIG", "SET", "min-replicas-to-write", "0");
    }
    expect(await listed(mocks, 0)).toEqual(before);
  });

  test("holds something else under a key of the mock: 503, and nothing of it is touched", async () => {
    const mock = crypto.randomUUID();
    mocks = await sharedMocks(await engines(1, mock));
    const key = `animal-store:1:{${mock}}:items`;
    await redis.send("SET", key, "somebody else's");
    expect((await mocks.ask(0, "POST", "/pets", PET)).status).toBe(503);
    expect(await redis.send("GET", key)).toBe("somebody else's");
    await redis.send("DEL", key);
    expect((await mocks.ask(0, "POST", "/pets", PET)).status).toBe(201);
  });

  test("has lost everything: the mock begins again", async () => {
    mocks = await sharedMocks(await engines(2));
    const start = await listed(mocks, 0);
    await mocks.ask(0, "POST", "/pets", PET);
    await redis.send("FLUSHALL");
    expect(await listed(mocks, 1)).toEqual(start);
    expect((await mocks.ask(0, "POST", "/pets", PET)).value).toMatchObject({ id: start.length + 1 });
    expect(await listed(mocks, 1)).toHaveLength(start.length + 1);
  });
});

test("a cluster keeps each world on one of its nodes", async () => {
  const cluster = await startRedis("--cluster-enabled", "yes");
  try {
    await cluster.send("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
    await expect.poll(() => cluster.send("CLUSTER", "INFO"), { timeout: 20_000 }).toMatch(/cluster_state:ok/);
    const links = await Promise.all([connect({ url: cluster.url }), connect({ url: cluster.url })]);
    const mocks = await sharedMocks(links.map((link) => new RedisEngine(link, "mock")));
    try {
      for (const session of ["one", "two", "three"]) {
        const { value } = await mocks.ask(0, "POST", "/pets", PET, { "X-Mock-Session": session });
        const { id } = value as { readonly id: number };
        expect((await mocks.ask(1, "GET", `/pets/${id}`, undefined, { "X-Mock-Session": session })).status).toBe(200);
      }
      expect((await mocks.steer(1, "GET", "/sessions")).value).toHaveLength(3);
    } finally {
      await mocks.close();
    }
  } finally {
    await cluster.close();
  }
});

test("every key of a session ends by itself", async () => {
  const mock = crypto.randomUUID();
  const mocks = await sharedMocks(await engines(1, mock));
  try {
    await mocks.ask(0, "POST", "/pets", PET, { "X-Mock-Session": "alice" });
    const keys = (await redis.send("KEYS", `animal-store:1:{${mock}/alice}:*`)) as string[];
    expect(keys.length).toBeGreaterThanOrEqual(5);
    for (const key of keys) {
      const life = Number(await redis.send("PTTL", key));
      expect([key, life > 3_000_000 && life <= 3_600_000]).toEqual([key, true]);
    }
  } finally {
    await mocks.close();
  }
});

test("a process that missed more than the log keeps loads the world anew", async () => {
  const [one, two] = (await engines(2)) as [RedisEngine, RedisEngine];
  try {
    const step = (from: string, name: string): ReturnType<RedisEngine["step"]> =>
      one.step(undefined, { from, changes: [["put", 0, name, `{"n":${name}}`, 1]], blobs: new Map(), records: [] });
    let version = UNTOUCHED;
    for (let n = 1; n <= 1_500; n++) {
      const outcome = await step(version, String(n));
      if (outcome.kind !== "done") throw new Error(outcome.kind);
      version = outcome.version;
    }
    const seen = await two.step(undefined, { from: UNTOUCHED, changes: [], blobs: new Map(), records: [] });
    expect(seen).toEqual({ kind: "reload" });
    const changes: Change[] = [];
    const last = await two.load(undefined, async (some) => {
      changes.push(...some);
      return Promise.resolve();
    });
    expect(last).toBe(version);
    expect(changes.map(([, , key]) => key)).toEqual(Array.from({ length: 1_500 }, (_, n) => String(n + 1)));
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
});

test("a world that others change while it is read is what it is for all", async () => {
  const [one, two] = (await engines(2)) as [RedisEngine, RedisEngine];
  try {
    let version = UNTOUCHED;
    const step = async (...changes: Change[]): Promise<void> => {
      const outcome = await one.step(undefined, { from: version, changes, blobs: new Map(), records: [] });
      if (outcome.kind !== "done") throw new Error(outcome.kind);
      version = outcome.version;
    };
    const put = (id: number, text: string, isNew: 0 | 1 = 1): Change => ["put", 0, String(id), text, isNew];
    await step(...Array.from({ length: 5_000 }, (_, n) => put(n + 1, "{}")), ["del", 1, "'start"]);
    const read = async (meanwhile: (part: number) => Promise<void>): Promise<readonly [string, string][]> => {
      const items = new Map<string, string>();
      let parts = 0;
      await two.load(undefined, async (changes) => {
        for (const [kind, at, key, text] of changes as Extract<Change, { length: 5 }>[])
          if (kind === "put") items.set(`${at} ${key}`, text);
          else items.delete(`${at} ${key}`);
        await meanwhile(parts++);
      });
      return [...items];
    };
    const during = await read(async (part) => {
      // What comes after the last part is what a request asks for next.
      if (part > 7) return;
      const id = 10 + part * 700;
      await step(["del", 0, String(id)], put(id + 1, '{"changed":1}', 0), put(6_000 + part, "{}"));
      // It comes back behind those that came meanwhile.
      await step(put(id, '{"again":1}'));
      for (let n = 0; n < 300; n++) await step(put(4_999, `{"n":${n}}`, 0));
    });
    const after = await read(() => Promise.resolve());
    expect(during).toHaveLength(5_008);
    expect(during).toEqual(after);
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
});

async function listed(mocks: SharedMocks, which: number): Promise<readonly unknown[]> {
  const { status, value } = await mocks.ask(which, "GET", "/pets?limit=100");
  expect(status).toBe(200);
  return value;
}
