// HTTPS, and a custom path prefix.
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readServeOptions } from "../../src/commands/serve/inputs/options.ts";
import { startMock } from "../http/support.ts";
import { file, get, run, up, useFolder } from "./running.ts";

useFolder();

/** A certificate that is only valid for localhost, and two keys, one of which belongs to it. */
const FILES = join(import.meta.dirname, "tls");
const [CERT, KEY] = [join(FILES, "cert.pem"), join(FILES, "key.pem")];

interface Answer {
  readonly status: number | undefined;
  readonly origin: string | undefined;
  readonly text: string;
}

function ask(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const options = {
    ca: readFileSync(CERT),
    agent: false as const,
    headers: { Authorization: "Bearer demo-key", ...headers },
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (res) => {
      let text = "";
      res.on("data", (chunk: Buffer) => (text += chunk.toString()));
      const origin = res.headers["access-control-allow-origin"];
      res.on("end", () => resolve({ status: res.statusCode, origin, text }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

test("--tls-cert and --tls-key serve HTTPS, and the banner's command trusts the certificate", async () => {
  const running = run({ tlsCert: CERT, tlsKey: KEY });
  const url = await up(running);
  expect(running.out()).toContain(`is served at ${url}`);
  expect(running.out()).toContain(`curl --cacert ${CERT} -H`);
  expect((await ask(`${url}/pets`)).status).toBe(200);
  expect((await ask(`${url}/pets`, { Authorization: "Bearer no" })).status).toBe(401);
  const own = await ask(`${url}/pets`, { Origin: new URL(url).origin });
  expect([own.status, own.origin]).toEqual([200, new URL(url).origin]);
  const page = await ask(url, { Accept: "text/html" });
  expect(page.text).toContain(`<code>${url}</code>`);
  running.stop();
  expect(await running.code).toBe(0);
});

test("a client that speaks plain HTTP is disconnected, and the next one gets a response", async () => {
  const tls = { cert: readFileSync(CERT, "utf8"), key: readFileSync(KEY, "utf8") };
  const mock = await startMock(undefined, { tls });
  try {
    const closed = await new Promise<boolean>((done) => {
      const socket = connect(mock.port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
      socket.on("error", () => undefined);
      socket.on("close", () => done(true));
      socket.resume();
    });
    expect(closed).toBe(true);
    expect((await ask(`${mock.url}/pets`)).status).toBe(200);
  } finally {
    await mock.close();
  }
});

test.each([
  [{ tlsCert: CERT }, "--tls-cert needs --tls-key as well"],
  [{ tlsKey: KEY }, "--tls-key needs --tls-cert as well"],
])("one of the two alone is refused: %o", (flags, message) => {
  expect(() => readServeOptions(flags, {})).toThrow(message);
});

test("files that cannot be used are refused with a clear message", async () => {
  const cases = [
    [{ tlsCert: "missing.pem", tlsKey: KEY }, "--tls-cert cannot read missing.pem: ENOENT"],
    [{ tlsCert: file("text.pem", "hello"), tlsKey: KEY }, "--tls-cert text.pem is not a certificate in PEM"],
    [{ tlsCert: KEY, tlsKey: KEY }, "it is a private key, which belongs to --tls-key"],
    [{ tlsCert: CERT, tlsKey: "text.pem" }, "--tls-key text.pem is not a private key in PEM"],
    [{ tlsCert: CERT, tlsKey: join(FILES, "other-key.pem") }, "is not the key of the certificate in"],
    [{ tlsCert: CERT, tlsKey: join(FILES, "encrypted-key.pem") }, "is encrypted; decrypt it first: openssl pkey"],
  ] as const;
  for (const [flags, message] of cases) {
    const running = run(flags);
    expect(await running.code).toBe(2);
    expect(running.err()).toContain(message);
    expect(running.err().trimEnd().split("\n")).toHaveLength(1);
  }
});

test("--base-path replaces the base path of the document", async () => {
  const running = run({ basePath: "/api/v2/" });
  const url = await up(running);
  expect(url).toMatch(/\/api\/v2$/);
  expect((await get(`${url}/pets`)).status).toBe(200);
  expect((await get(`${new URL(url).origin}/v1/pets`)).status).toBe(404);
  const created = await fetch(`${url}/pets`, {
    method: "POST",
    headers: { Authorization: "Bearer demo-key", "Content-Type": "application/json" },
    body: '{"name":"Rex","categoryId":1}',
  });
  expect(created.status).toBe(201);
  running.stop();
  await running.code;
});

test("--base-path / serves at the root", async () => {
  const running = run({ basePath: "/" });
  const url = await up(running);
  expect(new URL(url).pathname).toBe("/");
  expect((await get(`${url}/pets`)).status).toBe(200);
  running.stop();
  await running.code;
});

test.each(["api", "/api?x", "/a b"])("an invalid base path is refused: %s", (basePath) => {
  expect(() => readServeOptions({ basePath }, {})).toThrow("--base-path must be a path such as /api/v2");
});
