// Foreign pages in a real browser, with a mock on loopback: they can neither change nor read anything. Needs Chromium,
// from CHROMIUM or as `chromium` in PATH, and says so if there is none. CI installs it.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../http/support.ts";

const CHROMIUM = [
  process.env["CHROMIUM"] ?? "",
  ...(process.env["PATH"] ?? "").split(":").map((folder) => join(folder, "chromium")),
].find((path) => path !== "" && existsSync(path));

if (CHROMIUM === undefined) process.stderr.write("no Chromium: the attacks of web pages were not tried\n");

let mock: Mock;
let pages: Server;
let script = "";
beforeAll(async () => {
  mock = await startMock(undefined, { seeds: { default: { kind: "count", count: 3 } } });
  pages = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(`<!doctype html><pre id="seen">nothing ran</pre><script type="module">${script}</script>`);
  });
  await new Promise<void>((done) => void pages.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  await mock.close();
  pages.close();
});

/** The origins of the pages: names that resolve to this machine, as with DNS rebinding. */
const STRANGER = "evil.example";

/** Opens a page whose script puts what it found into `seen`. @returns `seen` */
async function seenBy(code: string, host = STRANGER): Promise<string> {
  script = `const show = (text) => { document.getElementById("seen").textContent = "SEEN " + text; };
    const tell = async (what) => { try { return await what(); } catch (error) { return "refused: " + error.name; } };
    show(await tell(async () => { ${code} }));`;
  const profile = await mkdtemp(join(tmpdir(), "hostile-browser-"));
  const port = (pages.address() as AddressInfo).port;
  const flags = [
    ...["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"],
    ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ...[`--user-data-dir=${profile}`, "--host-resolver-rules=MAP * 127.0.0.1, EXCLUDE localhost"],
    ...["--virtual-time-budget=8000", "--dump-dom"],
  ];
  try {
    const { stdout } = await promisify(execFile)(CHROMIUM ?? "", [...flags, `http://${host}:${port}/`], {
      timeout: 60_000,
    });
    const seen = /<pre id="seen">SEEN ([\s\S]*?)<\/pre>/.exec(stdout)?.[1];
    if (seen === undefined) throw new Error(`the page did not run: ${stdout.slice(0, 500)}`);
    return seen;
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const names = async (): Promise<unknown> => (await mock.send("GET", "/pets?limit=100")).text;

describe.skipIf(CHROMIUM === undefined)("a page from another origin", () => {
  const json = `{ "Content-Type": "application/json", Authorization: "Bearer demo-key" }`;
  const body = `JSON.stringify({ name: "planted", categoryId: 1 })`;

  test("with a name that is rebound to this machine can neither read nor write", { timeout: 90_000 }, async () => {
    const before = await names();
    const url = mock.url.replace("127.0.0.1", STRANGER);
    const code = `const read = await fetch("${url}/pets", { headers: ${json} });
      const wrote = await fetch("${url}/pets", { method: "POST", headers: ${json}, body: ${body} });
      return read.status + " " + wrote.status;`;
    expect(await seenBy(code)).toMatch(/^(?:refused: TypeError|421 421|403 403)$/);
    expect(await names()).toBe(before);
  });

  test.each([
    ["reads the items", `return (await fetch("URL/pets", { headers: ${json} })).text();`],
    ["reads them with credentials", `return (await fetch("URL/pets", { credentials: "include" })).text();`],
    [
      "creates an item as JSON",
      `return (await fetch("URL/pets", { method: "POST", headers: ${json}, body: ${body} })).text();`,
    ],
    ["removes an item", `return (await fetch("URL/pets/1", { method: "DELETE", headers: ${json} })).text();`],
  ])("that %s sees nothing, and nothing changes", { timeout: 90_000 }, async (_, code) => {
    const before = await names();
    expect(await seenBy(code.replace("URL", mock.url))).toBe("refused: TypeError");
    expect(await names()).toBe(before);
  });

  test.each([
    ["text without a preflight", `await fetch("URL/pets", { method: "POST", mode: "no-cors", body: ${body} });`],
    ["a beacon", `navigator.sendBeacon("URL/pets", new Blob([${body}], { type: "text/plain" }));`],
    [
      "a form",
      `const form = document.createElement("form"); form.method = "post"; form.enctype = "text/plain"; form.target = "hidden";
       form.action = "URL/pets"; form.innerHTML = '<input name=\\'{"name":"planted","categoryId":1,"x":"\\' value=\\'"}\\'>';
       const frame = document.createElement("iframe"); frame.name = "hidden"; document.body.append(frame, form); form.submit();`,
    ],
  ])("that sends %s changes nothing", { timeout: 90_000 }, async (_, code) => {
    const before = await names();
    const wait = `await new Promise((done) => setTimeout(done, 500)); return "sent";`;
    expect(await seenBy(`${code.replace("URL", mock.url)} ${wait}`)).toBe("sent");
    expect(await names()).toBe(before);
  });

  test("that frames the page of the mock gets an empty frame", { timeout: 90_000 }, async () => {
    const root = new URL(mock.url).origin;
    const code = `const frame = document.createElement("iframe"); frame.src = "${root}/"; document.body.append(frame);
      for (let turn = 0; turn < 100 && frame.contentDocument?.body?.textContent === ""; turn++)
        await new Promise((done) => setTimeout(done, 200));
      return frame.contentDocument === null ? "closed" : frame.contentDocument.body.textContent;`;
    expect(await seenBy(code)).toBe("closed");
  });

  test("a page from this machine may use the mock", { timeout: 90_000 }, async () => {
    const code = `return (await fetch("${mock.url}/pets?limit=1", { headers: ${json} })).status;`;
    expect(await seenBy(code, "localhost")).toBe("200");
  });
});
