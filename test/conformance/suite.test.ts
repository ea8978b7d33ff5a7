// `npm run conformance`: the checks as Vitest tests of the API at BASE_URL.
import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { startReference } from "../faults/index.ts";
import { IN_PROOF } from "../share.ts";

interface Ran {
  readonly code: number | null;
  readonly text: string;
}

function conformance(env: Readonly<Record<string, string>>): Promise<Ran> {
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project=conformance",
    "--mode=built",
    "--reporter=verbose",
    // For one file, a separate process costs more than it saves.
    "--pool=threads",
  ];
  const { PATH = "" } = process.env;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { env: { PATH, NO_COLOR: "1", ...env } });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.on("close", (code) => resolve({ code, text }));
  });
}

test.runIf(IN_PROOF)("without BASE_URL, one test fails and says what to set", { timeout: 60_000 }, async () => {
  const { code, text } = await conformance({});
  expect(code).toBe(1);
  expect(text).toContain("BASE_URL=http://127.0.0.1:4010/v1 API_KEY=demo-key npm run conformance");
  expect(text).toMatch(/Tests\s+1 failed \(1\)/);
});

test.runIf(IN_PROOF)(
  "against a store that keeps the contract, every check is a test, and none is skipped",
  { timeout: 60_000 },
  async () => {
    const store = await startReference();
    try {
      const { code, text } = await conformance({ BASE_URL: store.url, API_KEY: store.key, READ_ONLY: "1" });
      expect(code).toBe(0);
      expect(text).toContain("auth.missing (must): a request without a credential must be refused > on GET /pets");
      expect(text).toMatch(/\[inconclusive: .*read-only/);
      expect(text).not.toMatch(/\d+ skipped/);
    } finally {
      await store.close();
    }
  },
);

test.runIf(IN_PROOF)("a broken store fails the test of the check that finds it", { timeout: 60_000 }, async () => {
  const json = { "Content-Type": "application/json" };
  const store = await startReference({ created: (item) => ({ status: 200, headers: json, json: item }) });
  try {
    const { code, text } = await conformance({ BASE_URL: store.url, API_KEY: store.key });
    expect(code).toBe(1);
    expect(text).toMatch(/FAIL .*status\.success .* > on POST \/pets/);
  } finally {
    await store.close();
  }
});

test.runIf(IN_PROOF)("a key that a store repeats is not shown", { timeout: 60_000 }, async () => {
  const store = await startReference({
    created: (item, { headers }) => ({
      status: 200,
      headers: { "Content-Type": `text/${(headers.authorization ?? "").split(" ")[1] ?? "none"}` },
      json: item,
    }),
  });
  try {
    const { code, text } = await conformance({ BASE_URL: store.url, API_KEY: store.key });
    expect([
      code,
      text.toLowerCase().includes(store.key.toLowerCase()),
      text.includes("text/<altered $API_KEY>"),
    ]).toEqual([1, false, true]);
  } finally {
    await store.close();
  }
});

test.runIf(IN_PROOF)("a refused key is one failing test that says so", { timeout: 60_000 }, async () => {
  const store = await startReference();
  try {
    const { code, text } = await conformance({ BASE_URL: store.url, API_KEY: "not-the-key" });
    expect(code).toBe(1);
    expect(text).toContain("The key was refused.");
    expect(text).toMatch(/Tests\s+1 failed \| 1 passed \(2\)/);
  } finally {
    await store.close();
  }
});

test.runIf(IN_PROOF)("an unreachable address is one failing test", { timeout: 60_000 }, async () => {
  const { code, text } = await conformance({ BASE_URL: "http://127.0.0.1:9/v1" });
  expect(code).toBe(1);
  expect(text).toContain("ECONNREFUSED");
  expect(text).toMatch(/Tests\s+1 failed \| 1 passed \(2\)/);
});
