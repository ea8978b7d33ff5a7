// The files beside a document as bombs: items for a mock, exemptions of a gate, known failures of a run. Each is read, or
// refused with a reason, within 10 s of the processor and 512 MB.
import { afterAll, describe, expect, test } from "vitest";
import { orders } from "../../../http/documents.ts";
import { type Asked, Readers, wrongIn } from "../reader/readers.ts";

const MOST_MS = 10_000;
const MOST_MEMORY = 512;

const readers = new Readers();
afterAll(() => readers.end());

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const doubling = (levels: number): string =>
  times(levels, (n) => `a${n + 1}: &a${n + 1} [${times(9, () => `*a${n}`).join(",")}]\n`).join("");

const SEEDS: Readonly<Record<string, () => string | Uint8Array>> = {
  "100,000 brackets": () => "[".repeat(100_000),
  "5,000 levels in one item": () => `[{"quantity":1,"note":${"[".repeat(5_000)}${"]".repeat(5_000)}}]`,
  "100,000 items": () => JSON.stringify(times(100_000, (n) => ({ quantity: n + 1 }))),
  "100,000 items that do not fit": () => JSON.stringify(times(100_000, () => ({ quantity: "x" }))),
  "an item of 20 MB": () => JSON.stringify([{ quantity: 1, note: "x".repeat(20_000_000) }]),
  "a number of 500,000 digits": () => `[{"quantity":${"9".repeat(500_000)}}]`,
  "numbers that no double holds": () => `[{"quantity":1e400},{"quantity":1e-400},{"quantity":9007199254740993.0}]`,
  "names that a plain object knows": () => `{"__proto__":[{"quantity":1}],"constructor":[{"quantity":1}]}`,
  "100,000 names of resources": () => JSON.stringify(Object.fromEntries(times(100_000, (n) => [`r${n}`, []]))),
  "one name, 100,000 times": () => `{${'"orders":[],'.repeat(100_000)}"orders":[]}`,
  "a name of 10 MB": () => JSON.stringify({ ["r".repeat(10_000_000)]: [] }),
  "no UTF-8": () => Uint8Array.from(times(1_000, (n) => n % 256)),
  "70 MB of blanks": () => `[${" ".repeat(70_000_000)}]`,
};

const LISTS: Readonly<Record<string, () => string>> = {
  "aliases of aliases": () => `a0: &a0 [x]\n${doubling(9)}`,
  "merge keys of merge keys": () =>
    `a0: &a0 {k: 1}\n${times(14, (n) => `a${n + 1}: &a${n + 1} {<<: [${times(9, () => `*a${n}`).join(",")}]}\n`).join("")}`,
  "a list within itself": () => "&a [*a]",
  "20,000 levels": () => "- ".repeat(20_000),
  "50,000 entries": () =>
    JSON.stringify(
      times(50_000, (n) => ({
        id: `x-${n}`,
        pointer: `/paths/${n}`,
        reason: "r",
        expires: "2099-01-01",
        check: "status.documented",
      })),
    ),
  "50,000 entries that are none": () => JSON.stringify(times(50_000, () => null)),
  "a pointer of 10 MB": () =>
    JSON.stringify([{ id: "x", pointer: "/a".repeat(5_000_000), reason: "r", expires: "2099-01-01", check: "x" }]),
  "a day without end": () =>
    JSON.stringify([{ id: "x", pointer: "/", reason: "r", expires: "9".repeat(1_000_000), check: "x" }]),
  "tags that would make objects": () => "- !!js/function 'function(){}'\n- !!python/object/apply:os.system [id]\n",
};

const before = JSON.stringify(orders());
const after = before.replace('"maximum":50', '"maximum":40');

async function told(file: string, text: string | Uint8Array, run: Asked): Promise<void> {
  const answer = await readers.ask({
    files: { "before.json": before, "after.json": after, [file]: text },
    runs: [run],
  });
  if (typeof answer === "string") throw new Error(`it ${answer}`);
  expect(wrongIn(answer, MOST_MS)).toEqual([]);
  expect(answer.memory).toBeLessThan(MOST_MEMORY);
  // A refusal says where it comes from.
  const nameless = answer.all.filter(({ code, text: said }) => code === 2 && !said.includes(file));
  expect(nameless).toEqual([]);
}

describe("items for a mock", () => {
  test.each(Object.entries(SEEDS))("%s", async (_, make) => {
    await told("seed.json", make(), { reader: "serve", spec: "FOLDER/after.json", seed: "FOLDER/seed.json" });
  });
});

describe("exemptions of a gate", () => {
  test.each(Object.entries(LISTS))("%s", async (_, make) => {
    const words = ["gate", "FOLDER/before.json", "FOLDER/after.json", "--no-suite", "--exemptions", "FOLDER/list.yaml"];
    await told("list.yaml", make(), { reader: "gate", words });
  });
});

describe("known failures of a run", () => {
  test.each(Object.entries(LISTS))("%s", async (_, make) => {
    const words = [
      "verify",
      "http://127.0.0.1:9",
      "--spec",
      "FOLDER/after.json",
      "--known-failing",
      "FOLDER/list.yaml",
    ];
    await told("list.yaml", make(), { reader: "verify", words });
  });
});
