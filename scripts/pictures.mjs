// Takes the screenshots of the console in docs/console: every view, in both themes, wide and narrow. Needs a build and
// Chromium: `node scripts/pictures.mjs [FOLDER] [VIEW...]`.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [folder = "docs/console", ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const mock = spawn(process.execPath, ["dist/src/cli.js", "serve", "--port", "0", "--seed", "40"], {
  stdio: ["ignore", "pipe", "inherit"],
});
let banner = "";
mock.stdout.on("data", (part) => (banner += part));
while (!banner.includes("stop  ")) await new Promise((done) => setTimeout(done, 20));
const link = /console\s+(\S+)/.exec(banner)[1];
const origin = new URL(link).origin;

const send = (path, init = {}) =>
  fetch(`${origin}/v1${path}`, {
    ...init,
    headers: { Authorization: "Bearer demo-key", "Content-Type": "application/json", ...init.headers },
  });

/** The requests of an example application. */
async function sendAll() {
  const phone = { "User-Agent": "pet-shop-ios/2.1" };
  for (let n = 0; n < 4; n++) await send("/pets?limit=20&status=available", { headers: phone });
  await send("/pets", { method: "POST", body: '{"name":"Rex","categoryId":9223372036854775807,"status":"available"}' });
  await send("/pets", { method: "POST", body: '{"name":"Mia"}' });
  await send("/pets/3", { headers: phone });
  await send("/pets/999", { headers: phone });
  await send("/pets", { headers: { Authorization: "Bearer old-key" } });
  await send("/orders");
  await send("/pets", { headers: { "X-Mock-Session": "checkout-test-4" } });
  await send("/pets", { headers: { "X-Mock-Session": "anna" } });
  await send("/pets?limit=101");
}

const situations = `${origin}/_/api/v1/situations`;
const json = { "Content-Type": "application/json" };

/** What to do in a view before its screenshot. */
const STEPS = {
  home: (page) => page.getByText("Lint has no findings").waitFor(),
  requests: (page) => page.locator(".space .row").first().waitFor(),
  exchange: (page) => page.getByText("Why this answer").waitFor(),
  items: (page) => page.locator(".space .row").first().waitFor(),
  form: async (page) => {
    await page.getByRole("button", { name: /^Add/ }).click();
    await page.getByLabel("name").fill("Rex");
    await page.getByLabel("categoryId").fill("a cat");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.locator("[aria-invalid]").waitFor();
  },
  snapshots: async (page) => {
    await page.getByRole("button", { name: "Snapshots…" }).click();
    await page.getByLabel("Name").fill("before-checkout");
    await page.getByRole("button", { name: "Keep the items" }).click();
    await page.getByRole("button", { name: "Restore before-checkout" }).waitFor();
  },
  situations: async (page) => {
    await fetch(situations, { method: "POST", headers: json, body: '{"on":"POST /pets","status":503}' });
    await page.reload();
    await page.getByRole("region", { name: "What is not as usual" }).waitFor();
    await fetch(situations, { method: "DELETE" });
  },
  verify: async (page) => {
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await page.getByText("Nothing is wrong").waitFor({ timeout: 60_000 });
  },
  gate: async (page) => {
    const text = await (await fetch(`${origin}/_/openapi.yaml`)).text();
    const buffer = Buffer.from(text.replace("maximum: 100", "maximum: 50"));
    await page.locator("#changed").setInputFiles({ name: "openapi.yaml", mimeType: "application/yaml", buffer });
    await page.getByText("maximum changed from 100 to 50").waitFor({ timeout: 60_000 });
  },
};

const VIEWS = {
  home: "",
  requests: "#/requests",
  exchange: "#/requests/13",
  items: "#/items",
  form: "#/items",
  snapshots: "#/items",
  situations: "#/situations",
  sessions: "#/sessions",
  docs: "docs",
  "docs-op": "docs#/POST%20%2Fpets",
  verify: "#/verify",
  gate: "#/gate",
};

await sendAll();
const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
/** Takes the screenshots of some views in one theme and size. */
async function take(names, colorScheme, [width, height]) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height } });
  const page = await context.newPage();
  await page.goto(link);
  await page.locator(".view").waitFor();
  for (const name of names) {
    await page.goto("about:blank");
    await page.goto(`${origin}/_/${VIEWS[name]}`);
    await page.locator(".view").waitFor();
    await STEPS[name]?.(page);
    await page.waitForTimeout(200);
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`) });
  }
  await context.close();
}

const names = Object.keys(VIEWS).filter((name) => wanted.length === 0 || wanted.includes(name));
// Run verify last, because its requests would appear among those of the application.
for (const some of [names.filter((name) => name !== "verify"), names.filter((name) => name === "verify")]) {
  for (const colorScheme of ["light", "dark"]) {
    await take(some, colorScheme, [1440, 900]);
    await take(some, colorScheme, [390, 844]);
  }
}
await browser.close();
mock.kill("SIGTERM");
