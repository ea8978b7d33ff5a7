// What holds of mocks that share their worlds, whatever engine keeps them.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Engine } from "../../src/store/engine.ts";
import { SHOP } from "./shop.ts";
import { type SharedMocks, type Told, sharedMocks } from "./mocks.ts";

const PET = { name: "Rex", categoryId: 1, status: "available" };
const AS = { "X-Mock-Session": "alice" };
interface Pet {
  readonly id: number;
  readonly name: string;
}

/** @param enginesFor makes engines of one new mock */
export function sharedContract(enginesFor: (count: number) => Promise<readonly Engine[]>): void {
  let mocks: SharedMocks;
  const pets = async (which: number, headers?: Record<string, string>): Promise<readonly Pet[]> =>
    (await mocks.ask(which, "GET", "/pets?limit=100", undefined, headers)).value;
  const together = (count: number, work: (n: number) => Promise<Told>): Promise<Told[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => work(n)));

  describe("the animal store", () => {
    beforeEach(async () => {
      mocks = await sharedMocks(await enginesFor(4));
    });
    afterEach(() => mocks.close());

    test("what one is told, all know", async () => {
      const { value } = await mocks.ask(0, "POST", "/pets", PET);
      const { id } = value as Pet;
      for (const which of [1, 2, 3])
        expect((await mocks.ask(which, "GET", `/pets/${id}`)).value).toEqual({ ...PET, id });
      expect(await pets(0)).toEqual(await pets(1));
    });

    test("no identifier is given twice, and each creation is there once", async () => {
      const before = (await pets(0)).length;
      const made = await together(60, (n) => mocks.ask(n % 4, "POST", "/pets", { ...PET, name: `pet ${n}` }));
      const ids = made.map(({ value }) => (value as Pet).id);
      expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
      expect(ids.toSorted((a, b) => a - b)).toEqual(ids.map((_, n) => before + 1 + n));
      for (const which of [0, 1, 2, 3]) {
        const all = await pets(which);
        expect(all.map(({ id }) => id)).toEqual(all.map((_, n) => n + 1));
        for (const { value } of made) expect(all).toContainEqual(value);
      }
    });

    test("a reset during traffic leaves no half world", async () => {
      const start = await pets(0);
      const before = await together(8, (n) => mocks.ask(n % 4, "POST", "/pets", PET));
      const during = await together(40, (n) =>
        n === 20
          ? mocks.steer(1, "POST", "/state/reset")
          : mocks.ask(n % 4, "POST", "/pets", { ...PET, name: `pet ${n}` }),
      );
      expect([...before, ...during].map(({ status }) => status).filter((one) => one !== 201 && one !== 204)).toEqual(
        [],
      );
      const after = await pets(2);
      expect(after.slice(0, start.length)).toEqual(start);
      expect(after.map(({ id }) => id)).toEqual(after.map((_, n) => n + 1));
      for (const which of [0, 1, 3]) expect(await pets(which)).toEqual(after);
    });

    test("clock, situations and stubs are the same for all", async () => {
      await mocks.steer(0, "PUT", "/clock", { now: "2031-01-01T00:00:00Z", frozen: true });
      expect((await mocks.ask(1, "GET", "/pets/1")).status).toBe(404);
      await mocks.steer(1, "DELETE", "/clock");
      expect((await mocks.ask(0, "GET", "/pets/1")).status).toBe(200);
      await mocks.steer(2, "POST", "/situations", { on: "listPets", status: 503, times: 2 });
      const answers = await together(8, (n) => mocks.ask(n % 4, "GET", "/pets"));
      expect(answers.map(({ status }) => status).filter((status) => status === 503)).toHaveLength(2);
      await mocks.steer(3, "POST", "/situations", { on: "listPets", rateLimit: { requests: 3, seconds: 1000 } });
      const limited = await together(8, (n) => mocks.ask(n % 4, "GET", "/pets"));
      expect(limited.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(3);
    });

    test("snapshots, other items and other starts are the same for all", async () => {
      const start = await pets(0);
      await mocks.ask(0, "POST", "/pets", PET);
      await mocks.steer(1, "PUT", "/state/snapshots/one");
      const kept = await pets(1);
      await mocks.steer(2, "POST", "/state/reset");
      expect(await pets(3)).toEqual(start);
      expect((await mocks.steer(3, "GET", "/state/snapshots")).value).toEqual(["one"]);
      expect((await mocks.steer(3, "POST", "/state/snapshots/one/restore")).status).toBe(204);
      expect(await pets(0)).toEqual(kept);
      const own = [{ id: 7, name: "Own", categoryId: 2, status: "sold" }];
      await mocks.steer(0, "POST", "/state/reseed", { resources: { pets: own } });
      expect(await pets(1)).toEqual(own);
      expect((await mocks.ask(2, "POST", "/pets", PET)).value).toMatchObject({ id: 8 });
      await mocks.steer(3, "POST", "/state/reset");
      expect(await pets(0)).toEqual(own);
      await mocks.steer(1, "PUT", "/state", { resources: { pets: [] } });
      expect(await pets(2)).toEqual([]);
    });

    test("a session is one for all, and gone for all", async () => {
      const start = await pets(0);
      await mocks.ask(0, "POST", "/pets", PET, AS);
      expect(await pets(1, AS)).toHaveLength(start.length + 1);
      expect(await pets(1)).toEqual(start);
      expect((await mocks.steer(2, "GET", "/sessions")).value).toMatchObject([{ name: "alice" }]);
      expect((await mocks.steer(3, "DELETE", "/sessions/alice")).status).toBe(204);
      expect(await pets(0, AS)).toEqual(start);
    });

    test("the journal has the requests of all", async () => {
      await together(8, (n) => mocks.ask(n % 4, "GET", `/pets?limit=${n + 1}`));
      await mocks.ask(1, "POST", "/pets", { name: 1 });
      const { value } = await mocks.steer(3, "GET", "/requests");
      const entries = value as readonly { readonly id: number; readonly url: string; readonly refusal?: object }[];
      expect(entries).toHaveLength(9);
      expect(entries.at(-1)?.refusal).toMatchObject({ kind: "invalid_body" });
      const [first] = entries;
      expect((await mocks.steer(2, "GET", `/requests/${first?.id}`)).value).toMatchObject({ url: first?.url });
      const awaited = mocks.steer(0, "GET", "/requests/wait?count=10&seconds=20");
      await mocks.ask(2, "GET", "/pets");
      expect((await awaited).value).toMatchObject({ met: true });
      await mocks.steer(1, "DELETE", "/requests");
      expect((await mocks.steer(0, "GET", "/requests/count")).value).toEqual({ count: 0 });
    });

    test("a new process has all that was before", async () => {
      await mocks.ask(0, "POST", "/pets", PET);
      const known = await pets(0);
      expect(await pets(1)).toEqual(known);
      expect((await mocks.ask(2, "POST", "/pets", PET)).value).toMatchObject({
        id: Math.max(...known.map(({ id }) => id)) + 1,
      });
    });
  });

  describe("a shop", () => {
    beforeEach(async () => {
      mocks = await sharedMocks(await enginesFor(3), SHOP);
    });
    afterEach(() => mocks.close());

    test("what is changed, removed or put back stays in order, and a new process has it so", async () => {
      const made = await together(20, (n) => mocks.ask(n % 2, "POST", "/orders", { sku: `a${n}` }));
      expect(made.every(({ status }) => status === 201)).toBe(true);
      const list = async (which: number): Promise<readonly { readonly id: number; readonly sku: string }[]> =>
        (await mocks.ask(which, "GET", "/orders")).value;
      const [first] = await list(0);
      const answers = await together(40, (n) => {
        const path = `/orders/${(first?.id ?? 1) + (n >> 1)}`;
        if (n % 4 === 0) return mocks.ask(n % 2, "DELETE", path);
        if (n % 4 === 3) return mocks.ask(n % 2, "PUT", path, { sku: `changed ${n}` });
        return mocks.ask((n >> 1) % 2, "POST", "/orders", { sku: `b${n}` });
      });
      expect(answers.filter(({ status }) => status >= 300 && status !== 404)).toEqual([]);
      const all = await list(0);
      const ids = all.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
      expect(all.some(({ sku }) => sku.startsWith("changed"))).toBe(true);
      expect(await list(1)).toEqual(all);
      // One that has seen nothing of it so far.
      expect(await list(2)).toEqual(all);
    });

    test("what one has issued, the other accepts", async () => {
      const { value } = await mocks.ask(0, "POST", "/login", { email: "a@example.com" });
      const own = { Authorization: `Bearer ${(value as { token: string }).token}` };
      expect((await mocks.ask(1, "POST", "/orders", { sku: "a" }, own)).status).toBe(201);
      expect((await mocks.ask(1, "POST", "/orders", { sku: "a" }, { Authorization: "Bearer none" })).status).toBe(401);
    });

    test("a request with a key is carried out once, whoever gets it again", async () => {
      const key = { "Idempotency-Key": "one" };
      const answers = await together(8, (n) => mocks.ask(n % 2, "POST", "/orders", { sku: "a" }, key));
      expect(new Set(answers.map(({ value }) => JSON.stringify(value))).size).toBe(1);
    });

    test("a name that clients choose is taken once", async () => {
      const answers = await together(8, (n) => mocks.ask(n % 2, "PUT", "/codes/spring", { text: `text ${n}` }));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200, 200, 200, 200, 200, 200, 200, 201,
      ]);
    });
  });
}
