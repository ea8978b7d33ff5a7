// `--data`: items survive a restart, and the file is complete whenever the process dies.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { IN_PROOF, drawn } from "../share.ts";
import { cliPath, environment } from "../cli/program.ts";
import { startChild } from "./child.ts";
import { file, folder, get, run, up, useFolder } from "./running.ts";
import { filesChange, refuses, written } from "../waiting.ts";

useFolder();

const HEADERS = { Authorization: "Bearer demo-key", "Content-Type": "application/json" };

async function post(url: string, name: string): Promise<number> {
  const answer = await fetch(`${url}/pets`, {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify({ name, categoryId: 1 }),
  });
  return ((await answer.json()) as { id: number }).id;
}

async function names(url: string): Promise<string[]> {
  const list = (await (await get(`${url}/pets?limit=100`)).json()) as { name: string }[];
  return list.map(({ name }) => name);
}

/** Serves, and stops. */
async function session<T>(work: (url: string) => Promise<T>, data = "items.json"): Promise<T> {
  const running = run({ data });
  const result = await work(await up(running));
  running.stop();
  expect([await running.code, running.err()]).toEqual([0, ""]);
  return result;
}

describe("after a restart", () => {
  test("the items are still there, identifiers continue, and a reset restores the seed", async () => {
    const first = await session(async (url) => {
      const id = await post(url, "Rex 🐕");
      const gone = await post(url, "Gone");
      await fetch(`${url}/pets/${gone}`, { method: "DELETE", headers: HEADERS });
      return { id, gone };
    });
    const second = await session(async (url) => ({ names: await names(url), id: await post(url, "Next") }));
    expect(second.names).toContain("Rex 🐕");
    // The last identifier is never reused, even if its item was removed.
    expect(second.id).toBe(first.gone + 1);
  });

  test("integers that a double cannot represent come back unchanged", async () => {
    const text = '{"name":"Exact","categoryId":9223372036854775807}';
    await session(async (url) => fetch(`${url}/pets`, { method: "POST", headers: HEADERS, body: text }), "exact.json");
    const found = await session(async (url) => (await get(`${url}/pets?limit=100`)).text(), "exact.json");
    expect(found).toContain('"categoryId":9223372036854775807');
  });

  test("a session begins from the seed", async () => {
    await session(async (url) => post(url, "Kept"), "session.json");
    const listed = await session(async (url) => {
      const answer = await fetch(`${url}/pets?limit=100`, { headers: { ...HEADERS, "X-Mock-Session": "one" } });
      return answer.text();
    }, "session.json");
    expect(listed).not.toContain("Kept");
  });
});

test("the changes of another process are not overwritten, and reported once", async () => {
  const first = run({ data: "shared.json" });
  const url = await up(first);
  const second = run({ data: "shared.json" });
  await post(await up(second), "Of the second");
  second.stop();
  expect(await second.code).toBe(0);
  await post(url, "Of the first");
  await first.said.until("it is tried again");
  first.stop();
  expect(await first.code).toBe(2);
  const why = "animal-store serve: --data does not write shared.json: another process has written it";
  expect(first.err()).toBe(`${why}; it is tried again\n${why}; lost: 1 item of pets\n`);
  const text = readFileSync(join(folder(), "shared.json"), "utf8");
  expect([text.includes("Of the second"), text.includes("Of the first")]).toEqual([true, false]);
});

describe("what cannot be saved at the stop is told with what is missing, and exit code 2", () => {
  test("the folder has gone", async () => {
    mkdirSync(join(folder(), "gone"));
    const running = run({ data: "gone/items.json", seed: "1" });
    const url = await up(running);
    rmSync(join(folder(), "gone"), { recursive: true });
    await post(url, "Lost");
    running.stop();
    expect(await running.code).toBe(2);
    expect(running.err()).toContain("--data cannot write gone/items.json: ENOENT; lost: 2 items of pets");
  });

  test("a folder has taken its place; nothing half written is left beside it", async () => {
    const running = run({ data: "taken.json", seed: "1" });
    const url = await up(running);
    rmSync(join(folder(), "taken.json"));
    mkdirSync(join(folder(), "taken.json"));
    await post(url, "Lost");
    running.stop();
    expect(await running.code).toBe(2);
    expect(running.err()).toContain("lost: 2 items of pets");
    expect(existsSync(join(folder(), "taken.json.new"))).toBe(false);
  });

  test("a removed item that the file still has, and the requests of an archive", async () => {
    const ok = { description: "ok" };
    const schema = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
    const list = { ...ok, content: { "application/json": { schema: { type: "array", items: schema } } } };
    const item = { ...ok, content: { "application/json": { schema } } };
    const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
    const paths = {
      "/pets": { get: { responses: { 200: list } } },
      "/pets/{id}": { parameters, get: { responses: { 200: item } }, delete: { responses: { 204: ok } } },
    };
    const spec = file("pets.json", JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths }));
    const running = run({ spec, data: "kept.json", seed: "1", har: "no/folder/requests.har" });
    const url = await up(running);
    writeFileSync(join(folder(), "kept.json"), readFileSync(join(folder(), "kept.json")));
    await fetch(`${url}/pets/1`, { method: "DELETE", headers: HEADERS });
    running.stop();
    expect(await running.code).toBe(2);
    expect(running.err()).toContain("lost: 1 removal in pets");
    expect(running.err()).toContain("--har cannot write no/folder/requests.har: ENOENT; lost: the last requests");
  });

  test.each([
    ["a closed terminal", "SIGHUP", 0],
    ["Ctrl-\\", "SIGQUIT", 0],
    ["two signals", "SIGTERM", 130],
  ] as const)("nothing is lost with %s", async (name, signal, code) => {
    const path = join(folder(), `${signal}.json`);
    const running = await startChild(["--data", path]);
    await post(running.url, "Saved");
    // A request that never ends keeps the first signal from ending the process.
    const request = `POST /v1/pets HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer demo-key\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`;
    const open = code === 0 ? undefined : connect(running.port, "127.0.0.1").on("error", () => undefined);
    if (open !== undefined) {
      open.write(request);
      // The answer to "Expect" tells that the request has begun.
      await once(open, "data");
      running.child.kill(signal);
      await refuses(running.port);
    }
    running.child.kill(signal);
    expect([name, await running.ended]).toEqual([name, code]);
    open?.destroy();
    expect(readFileSync(path, "utf8")).toContain("Saved");
  });

  test("nothing is lost with an error of our own, which is one line", async () => {
    const path = join(folder(), "uncaught.json");
    const bug = join(folder(), file("bug.cjs", 'process.on("SIGUSR2", () => { throw new Error("a bug"); });'));
    const running = await startChild(["--data", path], { nodeFlags: ["--require", bug] });
    await post(running.url, "Saved");
    running.child.kill("SIGUSR2");
    expect(await running.ended).toBe(70);
    expect(running.said().split("\n").at(-2)).toBe(
      "animal-store: internal error: a bug (ANIMAL_STORE_DEBUG=1 shows where)",
    );
    expect(readFileSync(path, "utf8")).toContain("Saved");
  });
});

describe("a file that cannot be used", () => {
  test.each([
    ["half", '{"form": "animal-store/data/1", "resources": {"pe', "--data cannot use half: it "],
    ["other", '{"hello": 1}', "it is not a file that --data wrote"],
    ["list", '{"form": "animal-store/data/1", "resources": {"pets": {}}}', "it has no list of items for pets"],
  ])("is refused in words, and stays as it is: %s", async (name, text, message) => {
    const running = run({ data: file(name, text) });
    expect(await running.code).toBe(2);
    expect(running.err()).toContain(message);
    expect(running.err()).toContain("Nothing was changed: fix it, or move it away");
    expect(readFileSync(join(folder(), name), "utf8")).toBe(text);
  });

  test("is refused at the start if it could not be written", async () => {
    const running = run({ data: "no/such/folder/items.json" });
    expect(await running.code).toBe(2);
    expect(running.err()).toContain("--data cannot write no/such/folder/items.json: ENOENT");
  });

  test.runIf(process.getuid?.() !== 0)("is reported once if it cannot be written later", async () => {
    mkdirSync(join(folder(), "locked"));
    const running = run({ data: "locked/items.json" });
    const url = await up(running);
    chmodSync(join(folder(), "locked"), 0o500);
    await post(url, "Unwritten");
    await running.said.until("cannot write");
    chmodSync(join(folder(), "locked"), 0o700);
    running.stop();
    expect(await running.code).toBe(0);
    expect(readFileSync(join(folder(), "locked/items.json"), "utf8")).toContain("Unwritten");
  });
});

test("invalid items are set aside with a message, and come back with a document that allows them", async () => {
  const document = (max: number): string =>
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Notes", version: "1" },
      paths: {
        "/notes": {
          get: {
            responses: {
              "200": {
                description: "all",
                content: {
                  "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Note" } } },
                },
              },
            },
          },
          post: {
            requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } } },
            responses: {
              "201": {
                description: "made",
                content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } },
              },
            },
          },
        },
        "/notes/{id}": {
          get: {
            parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
            responses: {
              "200": {
                description: "one",
                content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          Note: {
            type: "object",
            properties: { id: { type: "integer", readOnly: true }, text: { type: "string", maxLength: max } },
            required: ["id", "text"],
          },
        },
      },
    });
  const serve = async (max: number, texts: readonly string[]): Promise<{ listed: string; said: string }> => {
    const running = run({ spec: file("notes.json", document(max)), data: "notes-data.json", seed: "0" });
    const url = await up(running);
    for (const text of texts) {
      // oxlint-disable-next-line no-await-in-loop
      await fetch(`${url}/notes`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ text }),
      });
    }
    const listed = await (await fetch(`${url}/notes`)).text();
    running.stop();
    await running.code;
    return { listed, said: running.err() };
  };
  await serve(10, ["short", "very long"]);
  const narrow = await serve(5, ["new"]);
  expect(narrow.listed).toContain("short");
  expect(narrow.listed).not.toContain("very long");
  expect(narrow.said).toContain(
    '1 item set aside, as the document does not allow them: they come back when it does; notes-data.json has them under "aside"',
  );
  expect(narrow.said).toContain("set aside from notes: the item");
  const wide = await serve(10, []);
  expect(wide.said).toBe("");
  expect(JSON.parse(wide.listed)).toEqual([
    { id: 1, text: "short" },
    { id: 2, text: "very long" },
    { id: 3, text: "new" },
  ]);
});

describe("a kill -9", () => {
  test.runIf(IN_PROOF)("loses nothing that was written before", async () => {
    const path = join(folder(), "killed.json");
    const running = await startChild(["--data", path]);
    await post(running.url, "Survivor");
    await written(path, () => existsSync(path) && readFileSync(path, "utf8").includes("Survivor"));
    running.child.kill("SIGKILL");
    await running.ended;
    expect(await session(async (url) => names(url), path)).toContain("Survivor");
  });

  test.runIf(IN_PROOF)(
    "serve that is killed two hundred times reads at each start what the kill before left",
    async () => {
      const chains = Array.from({ length: drawn({ each: 1, proof: 4 }) }, async (_, chain) => {
        const path = join(folder(), `chain-${chain}.json`);
        const posted = new Set<string>();
        for (let round = 0; round < drawn({ each: 2, proof: 50 }); round++) {
          // An incomplete file would be refused here.
          // oxlint-disable-next-line no-await-in-loop
          const running = await startChild(["--data", path, "--seed", "0"]);
          // oxlint-disable-next-line no-await-in-loop
          expect((await names(running.url)).filter((name) => !posted.has(name))).toEqual([]);
          const name = `${chain}-${round}`;
          posted.add(name);
          // At each of the moments of writing: before it, while the file beside it grows, and after.
          const moment = filesChange(path, (round + chain) % 5);
          // oxlint-disable-next-line no-await-in-loop
          await post(running.url, name);
          // oxlint-disable-next-line no-await-in-loop
          await moment;
          running.child.kill("SIGKILL");
          // oxlint-disable-next-line no-await-in-loop
          await running.ended;
        }
      });
      await Promise.all(chains);
    },
  );

  test("at any moment leaves the old file or the new one, never half of one", async () => {
    const path = join(folder(), "torn.json");
    const module = join(cliPath(), "..", "commands", "serve", "kept", "saved-file.js");
    // Keeps writing files of various sizes, each of which repeats one letter and starts with its length.
    const script = `const { replaceFile } = require(${JSON.stringify(module)});
      (async () => { for (let n = 0; ; n++) { const size = 1 + (n * 7919) % 300000;
        await replaceFile(${JSON.stringify(path)}, size + ":" + String.fromCharCode(97 + n % 26).repeat(size)); } })();`;
    for (let kill = 0; kill < drawn({ each: 2, proof: 200 }); kill++) {
      const child = spawn(process.execPath, ["-e", script], { env: environment(), stdio: "ignore" });
      const ended = once(child, "exit");
      // It has written the file once, and is anywhere in writing it again.
      // oxlint-disable-next-line no-await-in-loop
      await filesChange(path, 6 + (kill % 13));
      child.kill("SIGKILL");
      // oxlint-disable-next-line no-await-in-loop
      await ended;
      const text = readFileSync(path, "utf8");
      const [size = ""] = text.split(":", 1);
      expect(new Set(text.slice(size.length + 1)).size).toBe(1);
      expect(text.length).toBe(size.length + 1 + Number(size));
    }
    rmSync(path);
    writeFileSync(path, "");
  });
});
