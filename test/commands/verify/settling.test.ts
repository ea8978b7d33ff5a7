// `settle` of a team file: an eventual store, whose fetches show a moment later what was written.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { Stop } from "../../../conformance/client/stop.ts";
import { call } from "../../cli/program.ts";

const folder = mkdtempSync(join(tmpdir(), "settling-"));
let server: Server | undefined;
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  server?.close();
});

afterEach(() => vi.restoreAllMocks());

/** @returns its URL, and what makes it show all that was written */
async function eventualStore(): Promise<{ url: string; catchUp: () => Promise<void> }> {
  const pending: (() => void)[] = [];
  const seen = new Map<string, object>();
  let last = 0;
  server = createServer((request: IncomingMessage, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const answer = (status: number, value: unknown): void => {
        response.writeHead(status, { "Content-Type": "application/json" });
        response.end(JSON.stringify(value));
      };
      const id = request.url?.split("/")[2];
      if (request.method === "GET" && id !== undefined) {
        const note = seen.get(id);
        answer(note === undefined ? 404 : 200, note ?? { message: "there is no such note" });
      } else if (request.method === "GET") answer(200, [...seen.values()]);
      else if (request.method === "POST") {
        const note = { ...read(body), id: String(++last) };
        pending.push(() => seen.set(note.id, note));
        answer(201, note);
      } else if (request.method === "DELETE" && id !== undefined) {
        pending.push(() => seen.delete(id));
        response.writeHead(204).end();
      } else answer(405, { message: "no" });
    });
  });
  await new Promise<void>((done) => void server?.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    catchUp: async () => pending.splice(0).forEach((show) => show()),
  };
}

function read(body: string): object {
  try {
    return JSON.parse(body) as object;
  } catch {
    return {};
  }
}

const json = (schema: object): object => ({ description: "ok", content: { "application/json": { schema } } });
const note = (...required: string[]): object => ({
  type: "object",
  required,
  properties: { id: { type: "string", readOnly: true }, text: { type: "string", minLength: 1 } },
});
const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
const SPEC = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": {
      get: { responses: { 200: json({ type: "array", items: note("id", "text") }) } },
      post: { requestBody: { required: true, ...json(note("text")) }, responses: { 201: json(note("id", "text")) } },
    },
    "/notes/{id}": {
      parameters,
      get: { responses: { 200: json(note("id", "text")), 404: json({ type: "object" }) } },
      delete: { responses: { 204: { description: "gone" } } },
    },
  },
};

const ONLY = ["create.keeps", "lists.created", "change.remove"].flatMap((id) => ["--only", `check:${id}`]);

test("a store that shows a moment later what was written is blamed without it, and not with it", async () => {
  const { url, catchUp } = await eventualStore();
  const [spec, team] = [join(folder, "openapi.json"), join(folder, "team.yaml")];
  writeFileSync(spec, JSON.stringify(SPEC));
  writeFileSync(team, "settle: 20ms\n");
  const verify = (...flags: readonly string[]) =>
    call(["verify", url, "--spec", spec, ...ONLY, "--allow-undecided", ...flags], { cwd: folder });
  const hasty = await verify();
  // What the run waits for is the store, not the clock.
  const pauses = vi.spyOn(Stop.prototype, "sleep").mockImplementation(catchUp);
  const patient = await verify("--team", team);
  expect(pauses).toHaveBeenCalledWith(20);
  expect([hasty.code, patient.code]).toEqual([1, 0]);
  expect(patient.stdout).toMatch(/\d+ pass, 0 fail, 0 warning/);
});
