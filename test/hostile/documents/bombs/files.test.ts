// The files that accompany a document as bombs: seeds, exemptions, known failures. Each is read, or refused with a
// reason, within 10 s of processor time and 512 MB.
import { afterAll, describe, expect, test } from "vitest";
import { orders } from "../../../http/documents.ts";
import { type Asked, Readers, wrongIn } from "../reader/readers.ts";
import { LISTS, OVERLAYS, SEEDS, SITUATIONS } from "./files.ts";

const MOST_MS = 10_000;
const MOST_MEMORY = 512;

const readers = new Readers();
afterAll(() => readers.end());

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
  // A refusal names its origin.
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
    const words = ["gate", "FOLDER/before.json", "FOLDER/after.json", "--exemptions", "FOLDER/list.yaml"];
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

describe("overlays", () => {
  test.each(Object.entries(OVERLAYS))("%s", async (_, make) => {
    const words = ["lint", "FOLDER/after.json", "--overlay", "FOLDER/list.yaml"];
    await told("list.yaml", make(), { reader: "lint", words });
  });
});

describe("situations of a mock", () => {
  test.each(Object.entries(SITUATIONS))("%s", async (_, make) => {
    await told("list.yaml", make(), { reader: "serve", spec: "FOLDER/after.json", situations: "FOLDER/list.yaml" });
  });
});
