// A document cannot make any command open a connection or read a file outside its folder: anything else that looks like
// a reference is data. Watched from inside the process and its workers, and from a listener.
import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, type Server, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliPath } from "../../cli/program.ts";
import { Heard } from "../../waiting.ts";

const WATCH = fileURLToPath(new URL("watch.cjs", import.meta.url));
const PACKAGE = fileURLToPath(new URL("../../../", import.meta.url));

/** Files of the program itself, even if its packages are a link to those of another checkout. */
const OURS = [PACKAGE, realpathSync(`${PACKAGE}node_modules`)];

let folder: string;
let listener: Server;
let connections = 0;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "animal-store-")));
  await mkdir(join(folder, "home"));
  await mkdir(join(folder, "elsewhere"));
  for (const place of ["", "elsewhere/"]) await writeFile(join(folder, `${place}secret.json`), '{"stolen":true}');
  listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((done) => void listener.listen(0, "127.0.0.1", done));
});

afterAll(async () => {
  listener.close();
  await rm(folder, { recursive: true, force: true });
});

const port = (): number => (listener.address() as AddressInfo).port;

/** Outside places: in the working directory, a parent, at an absolute path, at a URL. */
const targets = (): string[] => [
  "./secret.json",
  "../secret.json",
  "secret.json#/stolen",
  join(folder, "secret.json"),
  `file://${folder}/secret.json`,
  "/proc/self/environ",
  `http://127.0.0.1:${port()}/secret.json`,
  `//127.0.0.1:${port()}/secret.json`,
];

/** A document with such references where they are only data, and operations that all readers process. */
function documentWith(version: string): object {
  const $refs = targets().map(($ref) => ({ $ref }));
  const [first] = $refs;
  const up = { type: "boolean", default: first, example: first, "x-a": $refs };
  const schema = { type: "object", properties: { up }, example: { up: true, at: $refs }, "x-schema": $refs };
  const content = {
    "application/json": { schema, examples: { a: { value: { up: true, at: $refs } } }, "x-media": $refs },
  };
  const link = { operationId: "status", parameters: { a: $refs }, requestBody: first };
  const headers = { "X-A": { schema: { type: "string" }, "x-header": $refs } };
  const responses = { "200": { description: "ok", headers, content, links: { a: link }, "x-response": $refs } };
  const get = { operationId: "status", "x-codeSamples": $refs, responses };
  const post = { ...get, operationId: "start", requestBody: { content } };
  return {
    openapi: version,
    info: { title: "T", version: "1", "x-info": $refs },
    "x-topics": $refs,
    paths: { "/status": { get, post, "x-item": $refs }, "x-paths": $refs },
    components: { schemas: { Unused: { ...schema, enum: [first, ...$refs] } }, "x-components": $refs },
  };
}

interface Seen {
  readonly what: "connect" | "read";
  readonly about: string;
  readonly worker: boolean;
}

interface Watched {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly heard: Heard;
  readonly output: () => string;
  readonly seen: () => Promise<readonly Seen[]>;
}

let runs = 0;

/** Runs the program, watched, from a folder other than the document's. */
function watched(args: readonly string[]): Watched {
  const log = join(folder, `log-${runs++}`);
  const flags = [`--title=${log}`, "--require", WATCH];
  const child = spawn(process.execPath, [...flags, cliPath(), ...args], {
    cwd: join(folder, "elsewhere"),
    env: { PATH: process.env["PATH"] ?? "" },
  });
  const heard = new Heard();
  for (const stream of [child.stdout, child.stderr]) stream.on("data", heard.add);
  child.once("close", heard.end);
  const ended = new Promise<number | null>((resolve) => void child.once("close", resolve));
  const seen = async (): Promise<Seen[]> =>
    (await readFile(log, "utf8")).split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Seen]));
  return { child, ended, heard, output: () => heard.text, seen };
}

/** The program reads its limit of connections from the system. */
const ABOUT_ITSELF = ["/proc/self/limits", "/proc/self/fd"];

const outside = (seen: readonly Seen[]): string[] =>
  seen
    .filter(({ about }) => !ABOUT_ITSELF.includes(about))
    .filter(
      ({ what, about }) => what === "read" && ![...OURS, `${folder}/home`].some((place) => about.startsWith(place)),
    )
    .map(({ about }) => about);

const connected = (seen: readonly Seen[]): string[] =>
  seen.filter(({ what }) => what === "connect").map(({ about }) => about);

/** SECURITY.md states this number. */
const REFERENCES = 16;
const VERSIONS = ["3.0.3", "3.1.0"] as const;

test("each place is tried in each version", () => {
  expect(targets().length * VERSIONS.length).toBe(REFERENCES);
});

describe.each(VERSIONS)("a document in OpenAPI %s with references everywhere", (version) => {
  let spec: string;
  beforeAll(async () => {
    spec = join(folder, "home", `api-${version}.json`);
    await writeFile(spec, JSON.stringify(documentWith(version)));
  });

  test.each([["lint"], ["explain"], ["requirements"], ["gate"]])(
    "%s opens no connection and reads nothing outside its folder",
    async (command) => {
      const files = command === "gate" ? [spec, spec] : command === "lint" ? [spec] : ["--spec", spec];
      const { ended, seen, output } = watched([command, ...files]);
      expect([await ended, output()]).toEqual([expect.toSatisfy((code) => code === 0 || code === 1), output()]);
      expect(connected(await seen())).toEqual([]);
      expect(outside(await seen())).toEqual([]);
      expect(connections).toBe(0);
    },
  );

  test("serve answers every operation locally, and verify only contacts its target", async () => {
    const mock = watched(["serve", "--spec", spec, "--port", "0", "--quiet"]);
    const url = await urlOf(mock);
    expect(await (await fetch(`${url}/status`)).json()).toEqual({ up: true, at: targets().map(($ref) => ({ $ref })) });
    expect((await fetch(`${url}/status`, { method: "POST" })).status).toBe(200);
    const suite = watched(["verify", url, "--spec", spec]);
    expect([await suite.ended, suite.output()]).toEqual([0, suite.output()]);
    mock.child.kill("SIGTERM");
    await mock.ended;
    expect(connected(await mock.seen())).toEqual([]);
    expect(outside(await mock.seen())).toEqual([]);
    expect(new Set(connected(await suite.seen()))).toEqual(new Set([new URL(url).host]));
    expect(outside(await suite.seen())).toEqual([]);
    expect(connections).toBe(0);
  });
});

async function urlOf({ heard }: Watched): Promise<string> {
  const url = /http:\/\/\S+/;
  return url.exec(await heard.until(url))?.[0] ?? "";
}
