// How `verify` is let in: keys of any syntax, one for each scheme, a key that expires, OAuth 2, a login of the document,
// a program, a client certificate.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { call } from "../../cli/program.ts";

const folder = mkdtempSync(join(tmpdir(), "access-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

function put(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

type Asked = Pick<IncomingMessage, "method" | "url" | "headers"> & { readonly body: string };
type Answer = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

/** Starts a service. @returns its base URL and every request that it received */
async function serve(
  answer: (asked: Asked) => Answer,
  server: Server = createServer(),
): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      asked.push(one);
      const [status, body, more = {}] = answer(one);
      response.writeHead(status, { "Content-Type": "application/json", ...more });
      response.end(request.method === "HEAD" || body === undefined ? undefined : JSON.stringify(body));
    });
  });
  servers.push(server);
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked };
}

const json = (schema: object): object => ({ description: "ok", content: { "application/json": { schema } } });
const shop = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const refusal = { description: "no", headers: {}, content: {} };

/** A document with two things to read, each with requirements of its own. */
function documentOf(
  schemes: object,
  security: Readonly<Record<"shop" | "admin", readonly object[]>>,
  more: object = {},
): object {
  const read = (name: "shop" | "admin"): object => ({
    get: { operationId: name, security: security[name], responses: { 200: json(shop), 401: refusal } },
  });
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: { "/shop": read("shop"), "/admin": read("admin"), ...more },
    components: { securitySchemes: schemes },
  };
}

const NO: Answer = [401, undefined, { "WWW-Authenticate": "Bearer" }];
const YES: Answer = [200, { name: "corner shop" }];

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly report: string;
}

/** Runs the checks that need a key, or those that the flags choose. */
async function verify(
  url: string,
  spec: string,
  flags: readonly string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  const path = join(folder, "report.json");
  writeFileSync(path, "");
  const only = flags.includes("--only") ? [] : ["--only", "family:auth", "--only", "family:schema"];
  const words = ["verify", url, "--spec", spec, "--report", `json=${path}`, ...only, ...flags];
  return { ...(await call(words, { env, cwd: folder })), report: readFileSync(path, "utf8") };
}

/** Whether each of some texts appears in anything that the run wrote. */
function leaked({ stdout, stderr, report }: Ran, ...secrets: readonly string[]): string[] {
  return secrets.filter((secret) => [stdout, stderr, report].some((text) => text.includes(secret)));
}

const bearer = { user: { type: "http", scheme: "bearer" } };

test.for<[string, object, (asked: Asked) => boolean, string]>([
  [
    "a key with its own word",
    { t: { type: "apiKey", in: "header", name: "Authorization" } },
    ({ headers }) => headers.authorization === "Token sesame-77-open",
    "Token sesame-77-open",
  ],
  [
    "another word than the document's",
    { t: { type: "http", scheme: "bearer" } },
    ({ headers }) => headers.authorization === "Token sesame-77-open",
    "Token sesame-77-open",
  ],
  [
    "the document's word, typed too",
    { t: { type: "http", scheme: "bearer" } },
    ({ headers }) =>
      /^bearer sesame-77-open$/i.test(headers.authorization?.replace(/^\w+/, (word) => word.toLowerCase()) ?? "") &&
      headers.authorization?.endsWith("sesame-77-open") === true,
    "Bearer sesame-77-open",
  ],
  [
    "user and password, with spaces",
    { t: { type: "http", scheme: "basic" } },
    ({ headers }) =>
      headers.authorization?.replace(/^basic/i, "Basic") ===
      `Basic ${Buffer.from("ann:open sesame 77").toString("base64")}`,
    "ann:open sesame 77",
  ],
  [
    "a cookie's name and value",
    { t: { type: "apiKey", in: "cookie", name: "sid" } },
    ({ headers }) => headers.cookie === "sid=sesame-77-open",
    "sid=sesame-77-open",
  ],
  [
    "a key that ends in =",
    { t: { type: "apiKey", in: "header", name: "X-Key" } },
    ({ headers }) => headers["x-key"] === "c2VzYW1lNzc=",
    "c2VzYW1lNzc=",
  ],
])("%s is accepted, and no wrong key is the right one", async ([, schemes, isRight, key]) => {
  const spec = put("openapi.json", documentOf(schemes, { shop: [{ t: [] }], admin: [{ t: [] }] }));
  const { url } = await serve((asked) => (isRight(asked) ? YES : NO));
  const ran = await verify(url, spec, ["--key", key]);
  expect(ran.stdout).toMatch(/ 0 fail, /);
  expect(ran.code).toBe(0);
  expect(leaked(ran, "sesame")).toEqual([]);
});

const two = { ...bearer, admin: { type: "apiKey", in: "header", name: "X-Admin" } };
const spec2 = documentOf(two, { shop: [{ user: [] }], admin: [{ admin: [] }] });
const twoKeys = ({ url, headers }: Asked): Answer => {
  if (url?.startsWith("/shop"))
    return headers.authorization?.replace(/^bearer/i, "Bearer") === "Bearer user-key-1111" ? YES : NO;
  return headers["x-admin"] === "admin-key-2222" ? YES : NO;
};

test.for<[string, string[], Record<string, string>]>([
  ["flags", ["--key", "user=user-key-1111", "--key", "admin=admin-key-2222"], {}],
  ["variables", ["--key-env", "user=U", "--key-env", "admin=A"], { U: "user-key-1111", A: "admin-key-2222" }],
  ["one key for all, and one of its own", ["--key", "user-key-1111", "--key", "admin=admin-key-2222"], {}],
  ["a header that is the place of a scheme", ["--key", "user-key-1111", "--header", "X-Admin: admin-key-2222"], {}],
])("each scheme has its own key: %s", async ([, flags, env]) => {
  const { url, asked } = await serve(twoKeys);
  const ran = await verify(url, put("openapi.json", spec2), flags, env);
  expect(ran.stdout).toMatch(/ 0 fail, /);
  expect(ran.code).toBe(0);
  expect(leaked(ran, "user-key-1111", "admin-key-2222")).toEqual([]);
  expect(
    asked.filter(
      ({ url: path, headers }) =>
        path?.startsWith("/shop") && headers["x-admin"] !== undefined && headers.authorization !== undefined,
    ),
  ).toEqual([]);
});

test.for<[string[], RegExp]>([
  [
    ["--key", "a-key-1", "--key", "b-key-2"],
    /two keys without a scheme: name the scheme of one of them, as in --key SCHEME=KEY, one of user, admin/,
  ],
  [["--key", "user=1", "--key", "user=2"], /two keys for the scheme "user"/],
  [["--key-env", "nobody=HOME"], /the document has no security scheme "nobody"; it has user, admin/],
  [["--scheme", "nobody"], /--scheme: the document has no security scheme "nobody"/],
  [["--cert", "client.pem"], /--cert and --ca need a base URL that starts with https/],
  [["--client-secret-env", "X"], /need --client-id/],
  [["--client-id", "me"], /the document has no scheme of OAuth 2/],
  [["--login", "nothing.yaml"], /--login nothing.yaml: the file does not exist/],
])("a mistake is one sentence, and exits 2: %o", async ([flags, says]) => {
  const ran = await verify("http://127.0.0.1:9", put("openapi.json", spec2), flags, { HOME: "some-home" });
  expect([ran.code, ran.stdout, ran.stderr.trim().split("\n").length]).toEqual([2, "", 1]);
  expect(ran.stderr).toMatch(says);
});

test("--scheme chooses among the requirements of an operation", async () => {
  const either = documentOf(two, { shop: [{ user: [] }, { admin: [] }], admin: [{ admin: [] }] });
  const { url } = await serve(({ headers }) => (headers["x-admin"] === "admin-key-2222" ? YES : NO));
  const refused = await verify(url, put("openapi.json", either), ["--key", "admin-key-2222"]);
  expect(refused.code).toBe(1);
  const ran = await verify(url, put("openapi.json", either), ["--key", "admin-key-2222", "--scheme", "admin"]);
  expect(ran.code).toBe(0);
});

/** A service whose tokens are good for some requests, and its document. */
function expiring(
  life: number,
  accepts: (asked: Asked) => boolean,
): { answer: (asked: Asked) => Answer; issued: string[] } {
  const issued = ["first-token-7777"];
  const left = new Map([["first-token-7777", life]]);
  const answer = (asked: Asked): Answer => {
    if (asked.method === "POST") {
      if (!accepts(asked)) return [401, { error: `no such client: ${asked.body}` }];
      const token = `token-of-${issued.length}-5555`;
      issued.push(token);
      left.set(token, life);
      return [200, { access_token: token, token_type: "Bearer" }];
    }
    const token = /^bearer (\S+)$/i.exec(asked.headers.authorization ?? "")?.[1] ?? "";
    const uses = left.get(token) ?? 0;
    if (uses > 0) left.set(token, uses - 1);
    return uses > 0 ? YES : NO;
  };
  return { answer, issued };
}

const flows = (tokenUrl: string): object => ({
  clientCredentials: { tokenUrl, scopes: { read: "all" } },
  password: { tokenUrl, scopes: {} },
});
const oauthSpec = (tokenUrl = "/token"): object =>
  documentOf({ o: { type: "oauth2", flows: flows(tokenUrl) } }, { shop: [{ o: ["read"] }], admin: [{ o: ["read"] }] });

test("a key that expires is one sentence with the request, not a list of failures, and the exit code is 4", async () => {
  const { answer } = expiring(12, () => false);
  const { url } = await serve(answer);
  const ran = await verify(url, put("openapi.json", oauthSpec()), ["--key", "first-token-7777"]);
  expect(ran.stdout).toMatch(/ 0 fail, /);
  expect(
    ran.stdout.match(/^The key stopped being accepted at request \d+: [^\n]+--login or --client-id/gm),
  ).toHaveLength(1);
  expect(ran.code).toBe(4);
});

test.for<[string, string[], (asked: Asked) => boolean]>([
  [
    "client credentials in the body",
    [],
    ({ body }) => new URLSearchParams(body).get("client_secret") === "s3cret-of-me",
  ],
  [
    "client credentials in the header",
    [],
    ({ headers }) => headers.authorization === `Basic ${Buffer.from("me:s3cret-of-me").toString("base64")}`,
  ],
  [
    "a password",
    ["--username", "ann", "--password-env", "PASSWORD"],
    ({ body }) => new URLSearchParams(body).get("password") === "pa55word-of-ann",
  ],
])("OAuth 2 with %s, renewed whenever it expires", async ([, flags, accepts]) => {
  const { answer, issued } = expiring(12, accepts);
  const { url } = await serve(answer);
  const env = { SECRET: "s3cret-of-me", PASSWORD: "pa55word-of-ann" };
  const ran = await verify(
    url,
    put("openapi.json", oauthSpec()),
    ["--client-id", "me", "--client-secret-env", "SECRET", ...flags],
    env,
  );
  expect(ran.stdout).toMatch(/ 0 fail, /);
  expect(ran.stdout).toMatch(/The key stopped being accepted at request \d+, and was renewed/);
  expect(ran.code).toBe(0);
  expect(issued.length).toBeGreaterThan(2);
  expect(leaked(ran, "s3cret-of-me", "pa55word-of-ann", ...issued)).toEqual([]);
});

test("a document cannot send the client secret to another host, unless the user names that host", async () => {
  const thief = await serve(() => [200, { access_token: "first-token-7777" }]);
  const { answer } = expiring(1000, () => false);
  const { url } = await serve(answer);
  const flags = ["--client-id", "me", "--client-secret-env", "SECRET"];
  const spec = put("openapi.json", oauthSpec(`${thief.url}/token`));
  const refused = await verify(url, spec, flags, { SECRET: "s3cret-of-me" });
  expect([refused.code, thief.asked.length]).toEqual([2, 0]);
  expect(refused.stderr).toContain(`the document wants the client secret at ${thief.url}`);
  expect(refused.stderr).toContain(`--token-url ${thief.url}/token`);
  const allowed = await verify(url, spec, [...flags, "--token-url", `${thief.url}/token`], { SECRET: "s3cret-of-me" });
  expect([allowed.code, thief.asked.length]).toEqual([0, 1]);
});

test("a login that is refused says what the service said, without the secret it repeats, and exits 4", async () => {
  const { url } = await serve(expiring(9, () => false).answer);
  const flags = ["--client-id", "me", "--client-secret-env", "SECRET"];
  const ran = await verify(url, put("openapi.json", oauthSpec()), flags, { SECRET: "s3cret-of-me" });
  expect(ran.code).toBe(4);
  expect(ran.stderr).toMatch(/There is no key: .*\/token gives no key: it answered 401, “no such client/);
  expect(leaked(ran, "s3cret-of-me")).toEqual([]);
});

const login = {
  "/login": {
    post: {
      operationId: "logIn",
      security: [],
      requestBody: {
        content: {
          "application/json": {
            schema: { type: "object", properties: { user: { type: "string" }, password: { type: "string" } } },
          },
        },
      },
      responses: { 200: json({ type: "object" }), 401: refusal },
    },
  },
};

test("--login sends a request of the document, and uses the token of its answer", async () => {
  const spec = put("openapi.json", documentOf(bearer, { shop: [{ user: [] }], admin: [{ user: [] }] }, login));
  const { answer, issued } = expiring(12, ({ body }) => body === '{"user":"ann","password":"pa55word-of-ann"}');
  const { url, asked } = await serve(answer);
  const file = put("login.yaml", "operation: logIn\nbody: { user: ann, password: $PASSWORD }\ntoken: /access_token\n");
  const ran = await verify(url, spec, ["--login", file, "--except", "operation:logIn"], {
    PASSWORD: "pa55word-of-ann",
  });
  expect(ran.stdout).toMatch(/ 0 fail, /);
  expect(ran.code).toBe(0);
  expect(asked[0]).toMatchObject({ method: "POST", url: "/login" });
  expect(leaked(ran, "pa55word-of-ann", ...issued)).toEqual([]);
  const wrong = put("wrong.yaml", "operation: logOut\nbdoy: {}\nbody: { password: $NOT_SET }\n");
  const refused = await verify(url, spec, ["--login", wrong]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(`wrong.yaml:2: there is no "bdoy" in the login request: did you mean "body"?`);
  expect(refused.stderr).toContain('wrong.yaml:1: the document has no operation "logOut"');
  expect(refused.stderr).toContain("wrong.yaml:3: the variable NOT_SET is not set");
});

test("--login runs a program that prints the key", async () => {
  const spec = put("openapi.json", documentOf(bearer, { shop: [{ user: [] }], admin: [{ user: [] }] }));
  const { url } = await serve(expiring(1000, () => false).answer);
  const ran = await verify(url, spec, ["--login", "printf 'first-token-%s' 7777"]);
  expect(ran.code).toBe(0);
  expect(leaked(ran, "first-token-7777", "token-7777")).toEqual([]);
  // A program is told from a login request by the right to run it.
  const program = put("give-key", "#!/bin/sh\necho first-token-7777\n");
  chmodSync(program, 0o755);
  expect((await verify(url, spec, ["--login", program])).code).toBe(0);
  const failing = await verify(url, spec, ["--login", "echo s3cret-of-me >&2; exit 3"]);
  expect(failing.code).toBe(4);
  expect(failing.stderr).toContain("the program of --login ended with 3");
  expect(leaked(failing, "s3cret-of-me")).toEqual([]);
});

test("a client certificate, and an authority of one's own", async () => {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "2",
      "-keyout",
      "key.pem",
      "-out",
      "cert.pem",
      ...subject,
    ],
    { cwd: folder, stdio: "pipe" },
  );
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => readFileSync(join(folder, name), "utf8"));
  const server = createTlsServer({ key, cert, ca: cert, requestCert: true, rejectUnauthorized: true });
  const { url } = await serve(() => YES, server);
  const base = url.replace("http:", "https:");
  const mutual = put(
    "openapi.json",
    documentOf({ m: { type: "mutualTLS" } }, { shop: [{ m: [] }], admin: [{ m: [] }] }),
  );
  const flags = ["--ca", "cert.pem", "--only", "family:schema"];
  const without = await verify(base, mutual, flags);
  expect(without.code).not.toBe(0);
  const ran = await verify(base, mutual, [...flags, "--cert", "cert.pem", "--cert-key", "key.pem"]);
  expect(ran.stderr + ran.stdout).toMatch(/ 0 fail, /);
  const broken = await verify(base, mutual, [...flags, "--cert", "cert.pem", "--cert-key", "cert.pem"]);
  expect(broken.code).toBe(2);
  expect(broken.stderr).toContain("must be PEM");
});

test("--min-tested fails a run that decided too little of the document, and what was not decided does not count", async () => {
  const spec = put("openapi.json", documentOf(bearer, { shop: [{ user: [] }], admin: [{ user: [] }] }));
  const { url } = await serve(({ headers }) =>
    headers.authorization?.replace(/^bearer/i, "Bearer") === "Bearer a-key-1234" ? YES : NO,
  );
  const all = ["--key", "a-key-1234", "--min-tested"];
  expect((await verify(url, spec, [...all, "50%"])).code).toBe(0);
  const ran = await verify(url, spec, [...all, "100"]);
  expect(ran.code).toBe(1);
  expect(ran.stdout).toMatch(
    /Too little of the document is tested: \d+\.\d % of it was decided, and --min-tested is 100%/,
  );
  const share = ({ stdout }: Ran): number => Number(/requirements: (\d+) tested/.exec(stdout)?.[1]);
  const part = await verify(url, spec, ["--key", "a-key-1234", "--only", "family:schema"]);
  expect(share(part)).toBeLessThan(share(ran));
  expect(part.stdout).toMatch(/ \d+ not decided/);
});
