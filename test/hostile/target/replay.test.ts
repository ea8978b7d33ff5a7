// `gate --replay` against servers with abusive responses, or ones that repeat the key: it ends with the verdict of the
// comparison and describes the response in one line.
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cliPath, run } from "../../cli/program.ts";
import { shareOf } from "../../share.ts";
import { answers } from "./answers.ts";
import { ENCODINGS, tracesOf } from "./encodings.ts";
import { type Evil, startEvil } from "./evil.ts";

const ANSWERS = await answers();
const KEY = "aB3/xY+9=zQ~w.7-_k";
const spec = readFileSync(join(cliPath(), "../../../spec/animal-store.yaml"), "utf8");
const FILES = { "old.yaml": spec, "new.yaml": spec.replace("maximum: 100", "maximum: 50") };

let cwd: string;
let evil: Evil | undefined;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "animal-store-"));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(cwd, name), text);
});
afterEach(() => evil?.close());
afterAll(() => rm(cwd, { recursive: true, force: true }));

// In parallel, because some wait as long as the gate does.
test.concurrent.each(Object.keys(ANSWERS))("%s", async (name) => {
  const server = await startEvil(ANSWERS[name]);
  try {
    const words = ["gate", "old.yaml", "new.yaml", "--replay", server.url];
    const options = { cwd, env: { ANIMAL_STORE_KEY: KEY }, timeoutMs: 60_000 };
    const { code, stdout, stderr, memory } = await run(words, options);
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toContain("maximum changed from 100 to 50");
    expect(stdout).not.toMatch(/^\s+at .*:\d+:\d+/m);
    expect(memory).toBeLessThan(512);
  } finally {
    await server.close();
  }
});

test("a key is never shown, however the server encodes it", async () => {
  const texts = shareOf(Object.values(ENCODINGS), 1).map((write) => write(KEY));
  for (const text of texts) {
    evil = await startEvil((_, response) => {
      response
        .writeHead(400, `Bad ${text.replaceAll(/[^\x21-\x7e]/g, "")}`, { "Content-Type": "text/plain" })
        .end(text);
    });
    const words = ["gate", "old.yaml", "new.yaml", "--replay", evil.url, "--report", "json=-"];
    const { stdout, stderr } = await run(words, { cwd, env: { ANIMAL_STORE_KEY: KEY } });
    expect(tracesOf(KEY, stdout + stderr)).toEqual([]);
    await evil.close();
  }
});
