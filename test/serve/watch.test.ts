// `--watch`: the document and the seed are reloaded when they change, without losing anything.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Run, file, folder, run, up, useFolder } from "./running.ts";
import { IN_PROOF } from "../share.ts";

useFolder();

interface Wishes {
  readonly max?: number;
  readonly path?: string;
  readonly part?: boolean;
}

const NOTE = { type: "object", required: ["id", "text"] };

/** A document of notes. @param part puts the schema in a separate file */
function notes({ max = 20, path = "notes", part = false }: Wishes = {}): string {
  const own = {
    ...NOTE,
    properties: { id: { type: "integer", readOnly: true }, text: { type: "string", maxLength: max } },
  };
  const schema = { $ref: "#/components/schemas/Note" };
  const content = { "application/json": { schema } };
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const list = { description: "all", content: { "application/json": { schema: { type: "array", items: schema } } } };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Notes", version: String(max) },
    paths: {
      [`/${path}`]: {
        get: { responses: { "200": list } },
        post: { requestBody: { content }, responses: { "201": { description: "made", content } } },
      },
      [`/${path}/{id}`]: { parameters: [id], get: { responses: { "200": { description: "one", content } } } },
    },
    components: { schemas: { Note: part ? { $ref: "part.json" } : own } },
  });
}

async function post(url: string, text: string): Promise<number> {
  const headers = { "Content-Type": "application/json" };
  return (await fetch(`${url}/notes`, { method: "POST", headers, body: JSON.stringify({ text }) })).status;
}

async function texts(url: string): Promise<string[]> {
  return ((await (await fetch(url)).json()) as { text: string }[]).map(({ text }) => text);
}

async function heard(running: Run, what: string | RegExp, times = 1): Promise<void> {
  await running.said.until(() => running.err().split(what).length > times);
}

test("a changed document is served at once, with the existing items", async () => {
  const running = run({ spec: file("a.json", notes()), seed: "0", watch: true });
  const url = await up(running);
  expect(await post(url, "kept")).toBe(201);
  file("a.json", notes({ max: 3 }));
  await heard(running, "read again: Notes 3, 3 operations");
  expect(await post(url, "long")).toBe(400);
  expect(running.err()).toContain("1 item set aside, as the document does not allow them");
  expect(await texts(`${url}/notes`)).toEqual([]);
  file("a.json", notes({ max: 30 }));
  await heard(running, "read again: Notes 30");
  expect(await texts(`${url}/notes`)).toEqual(["kept"]);
  running.stop();
  expect(await running.code).toBe(0);
});

test("a broken document is reported with its place, and the previous one stays in use", async () => {
  const running = run({ spec: file("b.json", notes()), seed: "0", watch: true });
  const url = await up(running);
  await post(url, "kept");
  file("b.json", '{ "openapi": "3.1.0", ');
  await heard(running, "still serving the previous document and seed");
  expect(running.err()).toMatch(/b\.json:1:\d+/);
  expect(await texts(`${url}/notes`)).toEqual(["kept"]);
  file("b.json", notes({ max: 21 }));
  await heard(running, "read again: Notes 21");
  expect(await texts(`${url}/notes`)).toEqual(["kept"]);
  running.stop();
  await running.code;
});

test.runIf(IN_PROOF)("a referenced file is watched as well", async () => {
  const part = (max: number): string =>
    JSON.stringify({
      ...NOTE,
      properties: { id: { type: "integer", readOnly: true }, text: { type: "string", maxLength: max } },
    });
  file("part.json", part(20));
  const running = run({ spec: file("c.json", notes({ part: true })), seed: "0", watch: true });
  const url = await up(running);
  expect(await post(url, "long")).toBe(201);
  file("part.json", part(3));
  await heard(running, "read again");
  expect(await post(url, "long")).toBe(400);
  running.stop();
  await running.code;
});

test.runIf(IN_PROOF)("a changed seed replaces the items; a broken one is reported with its line", async () => {
  const running = run({ spec: file("d.json", notes()), seed: file("seed.json", '[{"text":"one"}]'), watch: true });
  const url = await up(running);
  await post(url, "more");
  file("seed.json", '[{"text":"two"},\n{"text":"three"}]');
  await heard(running, "with the items of the new seed");
  expect(await texts(`${url}/notes`)).toEqual(["two", "three"]);
  file("seed.json", '[{"text":"two"},\n{"text":4}]');
  await heard(running, "still serving the previous document and seed");
  expect(running.err()).toContain("seed.json:2: item 2");
  expect(await texts(`${url}/notes`)).toEqual(["two", "three"]);
  running.stop();
  await running.code;
});

/** Puts something in the place of a file. */
const INSTEAD: readonly (readonly [what: string, put: (path: string) => void, why: string])[] = [
  ["nothing", (path) => rmSync(path), "does not exist"],
  ["a link to itself", (path) => (rmSync(path), symlinkSync(path, path)), "cannot be read (ELOOP)"],
  ...(process.platform === "win32"
    ? []
    : [
        [
          "a pipe that nobody writes to",
          (path: string) => (rmSync(path), execFileSync("mkfifo", [path])),
          "is not a regular file",
        ] as const,
      ]),
  ["a folder", (path) => (rmSync(path), mkdirSync(path)), "is a folder"],
  ["a file that is too large", (path) => truncateSync(path, 40 * 1024 * 1024), "is larger than 32 MiB"],
  ...(process.getuid?.() === 0
    ? []
    : [["a file of somebody else", (path: string) => chmodSync(path, 0), "may not be read by this user"] as const]),
];

test.each(INSTEAD)("with %s in the place of a file, the previous document stays in use", async (what, put, why) => {
  for (const flag of ["spec", "overlay", "seed"] as const) {
    const files = {
      spec: file("e.json", notes()),
      overlay: [file("e-overlay.yaml", "overlay: 1.0.0\nactions: [{target: $.info, update: {}}]")],
      seed: file("e-seed.json", '[{"text":"one"}]'),
    };
    const path = join(folder(), { spec: files.spec, overlay: "e-overlay.yaml", seed: files.seed }[flag]);
    const running = run({ ...files, watch: true });
    // oxlint-disable-next-line no-await-in-loop -- a server at a time
    const url = await up(running);
    put(path);
    // oxlint-disable-next-line no-await-in-loop
    await heard(running, flag === "seed" ? "--seed cannot" : why);
    expect([what, running.err()]).toEqual([what, expect.stringContaining("still serving the previous document")]);
    // oxlint-disable-next-line no-await-in-loop
    expect(await texts(`${url}/notes`)).toEqual(["one"]);
    rmSync(path, { recursive: true, force: true });
    file("e.json", notes({ max: 22 }));
    file("e-overlay.yaml", "overlay: 1.0.0\nactions: [{target: $.info, update: {}}]");
    file("e-seed.json", '[{"text":"one"}]');
    // oxlint-disable-next-line no-await-in-loop
    await heard(running, "read again: Notes 22");
    running.stop();
    // oxlint-disable-next-line no-await-in-loop
    expect(await running.code).toBe(0);
  }
});

test("changed handlers answer at once, and broken ones leave the earlier in use", async () => {
  const answering = (word: string): string =>
    `export const postNotes = 1; export default { "GET /notes": () => ({ body: "${word}" }) };`;
  const handlers = file("handlers.mjs", answering("first"));
  const running = run({ spec: file("h.json", notes()), handlers, seed: "0", watch: true });
  const url = await up(running);
  const said = async (): Promise<unknown> => (await fetch(`${url}/notes`)).json();
  expect(await said()).toBe("first");
  expect(await post(url, "kept")).toBe(201);
  file("handlers.mjs", `${answering("second")}\n`);
  await heard(running, "read again: Notes 20");
  expect(await said()).toBe("second");
  file("handlers.mjs", "export default {");
  await heard(running, "still serving the previous document and seed: --handlers cannot use");
  expect(await said()).toBe("second");
  file("handlers.mjs", 'export default { listAll: () => ({ body: "third" }) };');
  await heard(running, '--handlers does not fit: the document has no operation "listAll"');
  running.stop();
  expect(await running.code).toBe(0);
});

test.each([
  ["a file that is not there", undefined, /--handlers cannot use .*none\.mjs: there is no such file/],
  ["a module that throws", 'throw new Error("mine");', /--handlers cannot use .*: Error: mine/],
  ["a function by another name", "export const listAll = () => 1;", /the document has no operation "listAll"; it has/],
])("serve does not start with %s as handlers", async (_, text, message) => {
  const handlers = text === undefined ? join(folder(), "none.mjs") : file(`own-${text.length}.mjs`, text);
  const running = run({ spec: file("own.json", notes()), handlers });
  expect(await running.code).toBe(2);
  expect(running.err()).toMatch(message);
});
