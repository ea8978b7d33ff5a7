// Targets with a certificate or protocol that must not be trusted: `verify` and `gate --replay` say what is wrong and
// send neither a request nor the key. The certificates are made here, by openssl.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type Server, createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SecureVersion } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cliPath, run } from "../../cli/program.ts";
import { FAILURES } from "./failures.ts";

const KEY = "aB3/xY+9=zQ~w.7-_k";

let folder: string;
const openssl = (...words: string[]): void =>
  void execFileSync("openssl", words, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });

/** A certificate from our own authority for a host, valid for this many days. */
function certificate(name: string, host: string, days: number): void {
  writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${host}\n`);
  openssl(
    "req",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    `${name}.key`,
    "-out",
    `${name}.csr`,
    "-subj",
    "/CN=target",
  );
  const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", `${name}.ext`];
  openssl("x509", "-req", "-in", `${name}.csr`, ...signed, "-days", String(days), "-out", `${name}.pem`);
}

/** A certificate valid from 2099: only an authority with a database of certificates can set that. */
function notYetValid(name: string): void {
  certificate(name, "IP:127.0.0.1", 1);
  const words = "new_certs_dir = .\ndatabase = signed.txt\nserial = next.txt\ndefault_md = sha256\npolicy = any";
  writeFileSync(join(folder, "ca.ini"), `[ca]\ndefault_ca = own\n[own]\n${words}\n[any]\ncommonName = supplied\n`);
  writeFileSync(join(folder, "signed.txt"), "");
  writeFileSync(join(folder, "next.txt"), "10\n");
  const days = ["-startdate", "20990101000000Z", "-enddate", "20990201000000Z"];
  const signed = ["-cert", "ca.pem", "-keyfile", "ca.key", "-extfile", `${name}.ext`, "-notext", ...days];
  openssl("ca", "-batch", "-config", "ca.ini", ...signed, "-in", `${name}.csr`, "-out", `${name}.pem`);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hostile-tls-"));
  const self = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
  openssl(...self, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=authority");
  openssl(
    ...self,
    "-keyout",
    "self.key",
    "-out",
    "self.pem",
    "-subj",
    "/CN=127.0.0.1",
    "-addext",
    "subjectAltName=IP:127.0.0.1",
  );
  certificate("right", "IP:127.0.0.1", 2);
  certificate("other", "DNS:other.example", 2);
  certificate("expired", "IP:127.0.0.1", -1);
  notYetValid("tomorrow");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let server: Server | undefined;
let requests = 0;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that counts what reaches it. @returns its base URL */
async function serverWith(name: string, maxVersion?: SecureVersion): Promise<string> {
  requests = 0;
  const old =
    maxVersion === undefined ? {} : { maxVersion, minVersion: "TLSv1" as const, ciphers: "DEFAULT@SECLEVEL=0" };
  const files = { key: readFileSync(join(folder, `${name}.key`)), cert: readFileSync(join(folder, `${name}.pem`)) };
  server = createServer({ ...files, ...old }, (_, response) => {
    requests++;
    response.writeHead(200, { "Content-Type": "application/json" }).end("[]");
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((done) => void server?.listen(0, "127.0.0.1", done));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const trusting = (): Record<string, string> => ({ NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"), ANIMAL_STORE_KEY: KEY });

/** The text without line breaks. */
const flat = (text: string): string => text.replaceAll(/\s+/g, " ");

test.each(FAILURES)(
  "verify sends nothing to a server with a certificate that $what",
  async ({ name, why, todo, version }) => {
    const url = await serverWith(name, version);
    const { code, stdout, stderr } = await run(["verify", url], { env: trusting() });
    expect([code, stdout, flat(stderr)]).toEqual([3, "", expect.stringMatching(why)]);
    expect(flat(stderr)).toMatch(todo);
    expect(stderr).not.toContain("that the service runs");
    expect(stderr).not.toContain(KEY);
    expect(requests).toBe(0);
  },
);

test("verify sends nothing to a server with a certificate of an unknown authority", async () => {
  const url = await serverWith("right");
  const { code, stderr } = await run(["verify", url, "--key", KEY]);
  expect([code, flat(stderr)]).toEqual([
    3,
    expect.stringMatching(/not signed by a trusted authority\. .*set NODE_EXTRA_CA_CERTS to the file of the authority/),
  ]);
  expect(requests).toBe(0);
});

test("verify sends requests to a server with a valid certificate", async () => {
  const url = await serverWith("right");
  const { code } = await run(["verify", url, "--read-only", "--max-time", "5s"], { env: trusting() });
  expect([0, 1, 3, 4]).toContain(code);
  expect(requests).toBeGreaterThan(0);
});

test.each(FAILURES)(
  "gate --replay sends nothing to a server with a certificate that $what",
  async ({ name, why, todo, version }) => {
    const url = await serverWith(name, version);
    const spec = join(cliPath(), "../../../spec/animal-store.yaml");
    const changed = join(folder, "changed.yaml");
    writeFileSync(changed, readFileSync(spec, "utf8").replace("maximum: 100", "maximum: 50"));
    const words = ["gate", spec, changed, "--replay", url, "--report", "json=-"];
    const { code, stdout } = await run(words, { env: trusting() });
    expect([code, stdout]).toEqual([1, expect.stringMatching(why)]);
    expect(stdout).toMatch(todo);
    expect(stdout).not.toContain(KEY);
    expect(requests).toBe(0);
  },
);
