// Takes README's pictures of reports, in docs/pictures: `verify` on a store with two bugs, and the witness of `gate`. Needs a
// build and Chromium: `node scripts/report-pictures.mjs`. The console's picture is one of `scripts/pictures.mjs`.
import { spawnSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const PICTURES = "docs/pictures";
const folder = mkdtempSync(join(tmpdir(), "pictures-"));
const cli = (...words) => [join(process.cwd(), "dist", "src", "cli.js"), ...words];
mkdirSync(PICTURES, { recursive: true });

const mock = spawn(process.execPath, cli("serve", "--port", "0", "--quiet"), { stdio: ["ignore", "pipe", "inherit"] });
const url = String(await new Promise((done) => mock.stdout.once("data", done))).trim();

process.once("exit", () => mock.kill());

/** The mock with two bugs: it keeps numbers as JavaScript does, and leaves the status out of its errors. */
async function answerTo(request, response) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const { method, headers } = request;
  const { host: _host, connection: _connection, "content-length": _length, ...kept } = headers;
  const body = pieces.length > 0 ? { body: Buffer.concat(pieces) } : {};
  const answer = await fetch(new URL(request.url, url), { method, headers: kept, ...body });
  const text = await answer.text();
  const value = text === "" ? undefined : JSON.parse(text);
  if (answer.status >= 400) delete value?.status;
  const changed = value === undefined ? "" : JSON.stringify(value);
  const own = Object.fromEntries(answer.headers);
  response.writeHead(answer.status, method === "HEAD" ? own : { ...own, "content-length": Buffer.byteLength(changed) });
  response.end(changed);
}

const store = createServer((request, response) => void answerTo(request, response).catch(() => response.destroy()));
await new Promise((done) => store.listen(4020, "127.0.0.1", done));
const target = "http://127.0.0.1:4020/v1";

const run = (...words) =>
  new Promise((done) => spawn(process.execPath, cli(...words), { cwd: folder, stdio: "inherit" }).on("close", done));
await run("verify", target, "--key", "demo-key", "--report", "html=verify.html");

const spec = readFileSync("spec/animal-store.yaml", "utf8");
writeFileSync(join(folder, "before.yaml"), spec);
writeFileSync(join(folder, "after.yaml"), spec.replace("maximum: 100", "maximum: 50"));
spawnSync(process.execPath, cli("gate", "before.yaml", "after.yaml", "--report", "html=gate.html"), { cwd: folder });

const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1200, height: 1240 }, colorScheme: "light" });
for (const name of ["verify", "gate"]) {
  await page.goto(`file://${join(folder, `${name}.html`)}`);
  if (name === "gate") await page.locator("details > summary").first().click();
  await page.screenshot({ path: join(PICTURES, `${name}.png`), clip: { x: 0, y: 0, width: 1200, height: 1240 } });
}
await browser.close();
store.close();
mock.kill();
rmSync(folder, { recursive: true });
process.exit(0);
