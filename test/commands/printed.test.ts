// The complete output of commands for several kinds of documents: roles, requirements and generated items depend on
// many small decisions, and a change to any of them shows here.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CommandIo } from "../../src/commands/io.ts";
import { checksCommand } from "../../src/commands/checks/checks.ts";
import { explainCommand } from "../../src/commands/explain/explain.ts";
import { requirementsCommand } from "../../src/commands/requirements/requirements.ts";

import type { OpenApiDocument } from "../../src/library/contracts.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { writeJson } from "../../src/json/write.ts";
import { createMock } from "../../src/library/create-mock.ts";
import { SHAPES } from "../faults/shapes/index.ts";
import { orders } from "../http/documents.ts";

const DOCUMENTS = [{ name: "orders", document: orders() }, ...SHAPES];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "animal-store-printed-"));
  for (const { name, document } of DOCUMENTS) writeFileSync(join(folder, `${name}.json`), writeJson(document, 2));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function printed(command: (io: CommandIo) => Promise<number>): Promise<string> {
  let out = "";
  const add = (text: string): void => void (out += text);
  expect(await command({ stdout: add, stderr: add, env: {}, cwd: folder, color: false })).toBe(0);
  return out.replaceAll(folder, "FOLDER");
}

interface Listed {
  readonly id: string;
  readonly places: readonly string[];
}

describe.each(DOCUMENTS.map(({ name }) => name))("%s", (name) => {
  const file = (): string => join(folder, `${name}.json`);

  test("explain", async () => {
    expect(await printed((io) => explainCommand.run([file()], {}, io))).toMatchSnapshot();
  });

  test("explain --json", async () => {
    expect(await printed((io) => explainCommand.run([file()], { json: true }, io))).toMatchSnapshot();
  });

  test("checks --json: where in the document each check finds its claims", async () => {
    const list = JSON.parse(await printed((io) => checksCommand.run([file()], { json: true }, io))) as Listed[];
    const lines = list.map(({ id, places }) => `${id}: ${places.map((place) => place.replace(/^.*?:/, "")).join(" ")}`);
    expect(lines.join("\n")).toMatchSnapshot();
  });

  test("requirements", async () => {
    expect(await printed((io) => requirementsCommand.run([file()], {}, io))).toMatchSnapshot();
  });

  test("the items of a mock", async () => {
    const document = DOCUMENTS.find((one) => one.name === name)?.document as unknown as OpenApiDocument;
    await using mock = await createMock({ spec: document, seed: 3, today: "2026-06-01" });
    const { resources } = inferResources(mock.contract);
    expect(resources.map((one) => [one.name, mock.items(one.name)])).toMatchSnapshot();
  });
});

test("checks: each claim with its basis, and how often the document makes it", async () => {
  expect(await printed((io) => checksCommand.run([join(folder, "orders.json")], {}, io))).toMatchSnapshot();
});
