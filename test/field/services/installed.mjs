// The services: how each is started, where its document is, and what somebody has put into it before a run.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const here = (name) => new URL(name, import.meta.url).pathname;
const node = (name) => ({ command: (port) => [process.execPath, here(name), String(port)] });
const python = "/usr/bin/python3";
const KEY = "field-key-7Qw2";

const versionOf = (pattern, ...command) => {
  const { stdout, stderr } = spawnSync(command[0], command.slice(1), { encoding: "utf8" });
  return pattern.exec(`${stdout}${stderr}`)?.[1];
};
const dependency = (name) =>
  JSON.parse(readFileSync(new URL(`../package.json`, import.meta.url), "utf8")).dependencies[name];

/** The Swagger document inside the program, which it checks its requests by. */
function swaggerIn(program) {
  const text = readFileSync(program, "latin1");
  const start = text.lastIndexOf('{\n  "consumes"', text.indexOf('"swagger": "2.0"'));
  const end = text.indexOf("\n}", start);
  return JSON.parse(Buffer.from(text.slice(start, end + 2), "latin1").toString());
}

/** A folder that is gone when the process ends. */
function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "animal-store-field-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function powerdns(port, other) {
  const folder = scratch();
  const schema = "/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql";
  const make = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(open(sys.argv[2]).read())";
  const { status, stderr } = spawnSync(python, ["-c", make, `${folder}/db`, schema], { encoding: "utf8" });
  if (status !== 0) throw new Error(`no database for powerdns: ${stderr}`);
  const web = ["webserver=yes", "webserver-address=127.0.0.1", `webserver-port=${port}`, "api=yes", `api-key=${KEY}`];
  const store = ["launch=gsqlite3", `gsqlite3-database=${folder}/db`, `config-dir=${folder}`, `socket-dir=${folder}`];
  const rest = ["local-address=127.0.0.1", `local-port=${other}`, "daemon=no", "guardian=no", "disable-syslog=yes"];
  return ["/usr/sbin/pdns_server", ...[...web, ...store, ...rest].map((one) => `--${one}`)];
}

function alertmanager(port) {
  const folder = scratch();
  writeFileSync(`${folder}/config.yml`, "route:\n  receiver: none\nreceivers:\n  - name: none\n");
  const at = [`--config.file=${folder}/config.yml`, `--storage.path=${folder}`, "--cluster.listen-address="];
  return ["/usr/bin/prometheus-alertmanager", ...at, `--web.listen-address=127.0.0.1:${port}`];
}

const silence = (comment) => ({
  matchers: [{ name: "service", value: comment, isRegex: false }],
  startsAt: "2026-01-01T00:00:00Z",
  endsAt: "2099-01-01T00:00:00Z",
  createdBy: "somebody else",
  comment,
});
const zone = (name) => ({ name: `${name}.example.`, kind: "Native", nameservers: ["ns1.example.org."] });
const twice = (body) => ["Bella", "1"].map(body);

/**
 * Each with what it is called, the version, the package to install if there is none, the command for one port or two, the document (a path of
 * the service, or what gives a file or a value), and items to put into a list.
 */
export const SERVICES = {
  hono: {
    called: `@hono/zod-openapi ${dependency("@hono/zod-openapi")}`,
    ...node("hono.mjs"),
    document: "/openapi.json",
    items: { at: "/users", bodies: twice((name) => ({ name, age: 4 })) },
  },
  fastify: {
    called: `@fastify/swagger ${dependency("@fastify/swagger")}`,
    ...node("fastify.mjs"),
    document: "/openapi.json",
    items: { at: "/notes", bodies: twice((text) => ({ text })) },
  },
  express: {
    called: `express-openapi-validator ${dependency("express-openapi-validator")}`,
    ...node("express.mjs"),
    document: () => here("express.yaml"),
    base: "/v1",
    items: { at: "/pets", query: "?limit=100", bodies: twice((name) => ({ name, type: "dog" })) },
  },
  loopback: {
    called: `@loopback/example-todo ${dependency("@loopback/example-todo")}`,
    ...node("loopback.mjs"),
    document: "/openapi.json",
    items: { at: "/todos", bodies: twice((title) => ({ title })) },
  },
  elysia: {
    called: `elysia ${dependency("elysia")}`,
    ...node("elysia.mjs"),
    document: "/docs/json",
    items: { at: "/todos", query: "?limit=100&offset=0", bodies: twice((title) => ({ title })) },
  },
  hapi: {
    called: `hapi-swagger ${dependency("hapi-swagger")}`,
    ...node("hapi.mjs"),
    document: "/openapi.json",
    items: {
      at: "/tickets",
      query: "?pageSize=50",
      bodies: twice((name) => ({ subject: `about ${name}`, reporter: { name, email: "someone@example.com" } })),
    },
  },
  django: {
    version: versionOf(
      /^(\d\S*)/,
      python,
      "-c",
      "import django_filters, drf_spectacular; print(drf_spectacular.__version__)",
    ),
    called: "drf-spectacular",
    install: "python3-djangorestframework-spectacular python3-django-filters",
    command: (port) => [python, here("shop.py"), String(port)],
    document: "/schema/?format=json",
    items: {
      at: "/api/products/",
      list: "results",
      bodies: twice((title) => ({ sku: title, title, price: "4.50" })),
    },
  },
  fastapi: {
    version: versionOf(/^(\d\S*)/, python, "-c", "import fastapi, uvicorn; print(fastapi.__version__)"),
    called: "FastAPI",
    install: "python3-fastapi python3-uvicorn",
    command: (port) => [python, here("items.py"), String(port)],
    document: "/openapi.json",
    items: { at: "/items/", bodies: twice((name) => ({ name, price: 4.5 })) },
  },
  alertmanager: {
    version: versionOf(/version (\S+)/, "/usr/bin/prometheus-alertmanager", "--version"),
    called: "Alertmanager",
    install: "prometheus-alertmanager",
    command: alertmanager,
    document: () => swaggerIn("/usr/bin/prometheus-alertmanager"),
    base: "/api/v2",
    items: { at: "/silences", bodies: twice(silence) },
  },
  powerdns: {
    version: versionOf(/Server (\d\S+)/, "/usr/sbin/pdns_server", "--version"),
    called: "PowerDNS",
    install: "pdns-server pdns-backend-sqlite3",
    command: powerdns,
    document: "/api/docs",
    base: "/api/v1",
    key: KEY,
    headers: { "X-API-Key": KEY },
    items: { at: "/servers/localhost/zones", bodies: twice(zone) },
  },
};
