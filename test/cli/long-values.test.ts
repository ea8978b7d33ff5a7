// Whatever is refused, its message quotes at most 200 characters of it.
import { expect, test } from "vitest";
import { folderWith } from "../contract/documents.ts";
import { call } from "./program.ts";

const LONG = "x".repeat(5_000);
const WORDS = "a word ".repeat(1_000);

const document = (more: object): string =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {}, ...more });
const overlay = (...actions: object[]): string => JSON.stringify({ overlay: "1.0.0", actions });

const REFUSED: Readonly<Record<string, readonly [files: Readonly<Record<string, string>>, ...words: string[]]>> = {
  "a target": [{ "o.json": overlay({ target: `$[${LONG}`, update: {} }) }, "explain", "a.json", "--overlay", "o.json"],
  "a target that is a phrase": [
    { "o.json": overlay({ target: WORDS, update: {} }) },
    "lint",
    "a.json",
    "--overlay",
    "o.json",
  ],
  "a target of nothing": [
    { "o.json": overlay({ target: `$['${WORDS}']`, update: {} }) },
    "lint",
    "a.json",
    "--overlay",
    "o.json",
  ],
  "a field of an overlay": [{ "o.json": JSON.stringify({ [LONG]: 1 }) }, "explain", "a.json", "--overlay", "o.json"],
  "a version": [{ "a.json": document({ openapi: WORDS }) }, "explain", "a.json"],
  "a reference": [{ "a.json": document({ paths: { "/a": { $ref: `#/${LONG}` } } }) }, "explain", "a.json"],
  "a key": [{ "a.json": `{"${WORDS}": 1, "${WORDS}": 2}` }, "explain", "a.json"],
  "a file": [{}, "explain", LONG],
  "a flag": [{}, "explain", "a.json", `--${LONG}`],
  "a command": [{}, LONG],
  "a port": [{}, "serve", "a.json", "--port", WORDS],
  "a URL": [{}, "verify", WORDS],
  "a selection": [{}, "verify", "http://127.0.0.1:9", "--only", WORDS],
  "a situation": [{}, "serve", "a.json", "--situation", `${LONG}=1`],
  "a severity": [{}, "gate", "a.json", "a.json", "--severity", `${LONG}=error`],
  "a host": [{}, "verify", `http://${LONG}`],
  "a known failure": [{ "k.yaml": `- check: ${LONG}` }, "verify", "http://127.0.0.1:9", "--known-failing", "k.yaml"],
  "a field of a known failure": [
    { "k.json": JSON.stringify([{ check: "fetch.same", reason: "r", [WORDS]: 1 }]) },
    "verify",
    "http://127.0.0.1:9",
    "--known-failing",
    "k.json",
  ],
  "a pattern": [{ "a.json": document({ components: { schemas: { A: { pattern: `(${LONG}` } } } }) }, "lint", "a.json"],
  "a default": [
    { "a.json": document({ components: { schemas: { A: { enum: [LONG], default: WORDS } } } }) },
    "lint",
    "a.json",
  ],
  "a role": [
    { "a.json": document({ paths: { "/a": { get: { "x-resource": { role: WORDS }, responses: {} } } } }) },
    "explain",
    "a.json",
  ],
  "a seed": [{}, "serve", "a.json", "--seed", LONG],
};

test.each(Object.entries(REFUSED))("%s is quoted in part", async (_what, [files, ...words]) => {
  const folder = await folderWith({ "a.json": document({}), ...files });
  const { code, stdout, stderr } = await call(words, { cwd: folder });
  expect([0, 1, 2, 3]).toContain(code);
  expect(stdout + stderr).not.toBe("");
  for (const told of `${stdout}\n${stderr}`.split("\n")) expect(told.length).toBeLessThan(1_000);
  // A message may be wrapped.
  expect(`${stdout}${stderr}`.replaceAll(/\s+/g, "")).not.toMatch(/x{256}|(aword){36}/);
});
