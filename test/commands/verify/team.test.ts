// `--team FILE` and `--example`: what a team knows of its service and no document says.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { call } from "../../cli/program.ts";

const folder = mkdtempSync(join(tmpdir(), "team-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

function put(name: string, content: unknown): string {
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return join(folder, name);
}

interface Asked {
  readonly line: string;
  readonly tenant: unknown;
  readonly body: string;
}

/** A shop that takes orders only for the voucher SUMMER-26, which its document does not say, and sends mail. */
async function shop(): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const line = `${request.method} ${request.url}`;
      asked.push({ line, tenant: request.headers["x-tenant"], body });
      const isRight = body.includes('"voucher":"SUMMER-26"');
      const status =
        request.url === "/status"
          ? 200
          : request.method !== "POST"
            ? 405
            : request.url !== "/orders" || isRight
              ? 201
              : 400;
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(status === 201 ? { ok: true } : { message: "no such voucher" }));
    });
  });
  servers.push(server);
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const body = (schema: object): object => ({ content: { "application/json": { schema } } });
const order = { type: "object", required: ["voucher"], properties: { voucher: { type: "string" } } };
const post = (operationId: string): object => ({
  post: {
    operationId,
    requestBody: { required: true, ...body(order) },
    responses: {
      201: { description: "made", ...body({ type: "object" }) },
      400: { description: "no", ...body({ type: "object" }) },
    },
  },
});
const SPEC = put("openapi.json", {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  paths: {
    "/orders": post("createOrder"),
    "/mail": post("sendMail"),
    "/status": {
      get: {
        operationId: "status",
        responses: { 200: { description: "up", ...body({ type: "object", required: ["up"] }) } },
      },
    },
  },
});

const verify = (url: string, ...flags: readonly string[]) =>
  call(["verify", url, "--spec", SPEC, "--allow-undecided", ...flags], {
    cwd: folder,
    env: { TENANT: "acme-tenant-7" },
  });

test("a team file is named in the first line; its headers, setup and teardown are sent, what it leaves out is not", async () => {
  const { url, asked } = await shop();
  const file = put(
    "team.yaml",
    [
      "examples:",
      "  createOrder: { body: { voucher: SUMMER-26 } }",
      "headers: { X-Tenant: $TENANT }",
      "settle: 1ms",
      "leave-out:",
      "  - { operation: sendMail, reason: it sends real mail }",
      "setup:",
      "  - { operation: POST /orders, body: { voucher: SUMMER-26, first: true } }",
      "teardown:",
      "  - { operation: createOrder, body: { voucher: SUMMER-26, last: true } }",
    ].join("\n"),
  );
  const { stdout } = await verify(url, "--team", file, "--change-existing");
  expect(stdout.split("\n").slice(0, 2)).toEqual([`Team file: ${file}`, "Left out: POST /mail: it sends real mail"]);
  const sent = asked.filter(({ body: text }) => text.startsWith("{"));
  expect(sent[0]).toEqual({
    line: "POST /orders",
    tenant: "acme-tenant-7",
    body: '{"voucher":"SUMMER-26","first":true}',
  });
  expect(sent.at(-1)?.body).toBe('{"voucher":"SUMMER-26","last":true}');
  expect(asked.filter(({ line }) => line.startsWith("POST /mail"))).toEqual([]);
  expect(stdout).not.toContain("acme-tenant-7");
});

test("every mistake in a team file has its line, and nothing is sent", async () => {
  const { url, asked } = await shop();
  const file = put(
    "wrong.yaml",
    [
      "exmaples: {}",
      "examples:",
      "  createOder: { body: {} }",
      "  createOrder: { parameters: { region: eu } }",
      "leave-out:",
      "  - { operation: sendMail }",
      "expected:",
      "  - { check: no.such-check, reason: none }",
      "  - { check: AUTH.missing, reason: none }",
      "settle: soon",
      "headers: { X-Tenant: $NOT_SET_ANYWHERE }",
      "setup: { operation: createOrder }",
    ].join("\n"),
  );
  const { code, stdout, stderr } = await verify(url, "--team", file);
  expect([code, stdout, asked.length]).toEqual([2, "", 0]);
  for (const [line, says] of [
    [1, 'there is no "exmaples" in a team file: did you mean "examples"?'],
    [3, 'the document has no operation "createOder"'],
    [4, 'the operation has no parameter "region"'],
    [6, "reason must be a text"],
    [8, 'there is no check "no.such-check"'],
    [9, 'there is no check "AUTH.missing"; did you mean "auth.missing"?'],
    [10, "settle must be a duration such as 500ms or 2s"],
    [11, "the variable NOT_SET_ANYWHERE is not set"],
    [12, "setup must be a list"],
  ] as const)
    expect(stderr).toContain(`wrong.yaml:${line}: ${says}`);
});

test("an expected deviation does not fail the run", async () => {
  const { url } = await shop();
  const only = ["--only", "check:schema.body"];
  expect((await verify(url, ...only)).code).toBe(1);
  const file = put(
    "expected.yaml",
    "expected:\n  - { check: schema.body, operation: status, reason: promised for May }\n",
  );
  expect((await verify(url, "--team", file, ...only)).code).not.toBe(1);
});

test("--example names an operation of the document and a file", async () => {
  const { url } = await shop();
  const file = put("order.json", { voucher: "SUMMER-26" });
  for (const words of ["createOrder", `nothing=${file}`]) {
    const { code, stderr } = await verify(url, "--example", words);
    expect([code, stderr.trim().split("\n").length]).toEqual([2, 1]);
    expect(stderr).toContain("give an operation of the document and a file");
  }
  const missing = await verify(url, "--example", "createOrder=nothing.json");
  expect([missing.code, missing.stderr.includes("does not exist")]).toEqual([2, true]);
  expect((await verify(url, "--example", `createOrder=${file}`)).code).not.toBe(2);
});
