// How people use the console, in a real browser.
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Shown, asApp, complaintsOf, launch, serveWithConsole } from "./browser.ts";

let browser: Browser;
let mock: Shown;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
beforeEach(async () => {
  mock = await serveWithConsole();
  page = await browser.newPage();
  complaints = complaintsOf(page);
});
afterEach(async () => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test does, no page may complain of itself
  expect(complaints).toEqual([]);
  await page.close();
  await mock.close();
});

/** Opens a view and waits until it is drawn. */
async function open(path = ""): Promise<void> {
  await page.goto(`${mock.origin}/_/${path}`);
  await page.locator(".view h1").waitFor();
}

describe("Home", () => {
  it("shows the base URL, the key and each operation with its role, its lifecycle and its calls", async () => {
    await asApp(mock, "/pets/1", { headers: { "User-Agent": "old-app/2.1" } });
    await open();
    await page.getByText("Lint has no findings").waitFor();
    const text = await page.locator("#view").innerText();
    expect(text).toContain(mock.url);
    expect(text).toContain("demo-key");
    expect(text).toContain("deprecated, until 5 December 2030");
    expect(text).toContain("old-app/2.1: 1 call, gone after 5 December 2030");
    expect(await page.getByRole("link", { name: "1 calls of GET /pets/{petId}" }).count()).toBe(1);
  });

  it("sends a first request, makes it fail once, and leads to why it did", async () => {
    await open();
    await page.getByRole("button", { name: "Send a first request" }).click();
    await page.getByText("was answered with 200").waitFor();
    await page.getByRole("button", { name: "Break it" }).click();
    await page.getByText("was answered with 503").waitFor();
    await page.getByRole("button", { name: "Send a first request" }).click();
    await page.getByText("was answered with 200").waitFor();
    await page.getByRole("link", { name: "See why" }).click();
    await page.getByText("The request keeps the contract.").waitFor();
    // The browser tells of each failed answer, this one too.
    expect(complaints.splice(0)).toEqual([expect.stringContaining("503")]);
  });

  it("asks nothing of any other host", async () => {
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    for (const path of ["", "#/requests", "#/items", "#/situations", "#/sessions", "docs"]) {
      await page.goto("about:blank");
      await open(path);
    }
    hosts.delete("");
    expect([...hosts]).toEqual([new URL(mock.origin).host]);
  });
});

describe("Requests", () => {
  it("come in as they are sent, the newest first, and can be filtered", async () => {
    await open("#/requests");
    await page.getByText("No requests yet").waitFor();
    await asApp(mock, "/pets");
    await asApp(mock, "/pets?limit=0");
    const rows = page.locator(".space .row");
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.first().innerText()).toContain('limit is "0"');
    await page.getByLabel("Status").selectOption("2");
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel("Status").selectOption("");
    await page.getByLabel("Filter by text").fill("limit");
    await expect.poll(() => rows.count()).toBe(1);
  });

  it("can be left while the list is still read, without a complaint", async () => {
    await asApp(mock, "/pets");
    // The second list is delayed until the user has left the view.
    let told: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (told = resolve));
    await page.route("**/requests?*after=*", () => told());
    await open("#/requests");
    await asked;
    await page.getByRole("link", { name: "Items" }).click();
    await page.getByRole("heading", { name: "Items" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("are followed by one stream, also after the list could not be read once", async () => {
    const streams = new Set<object>();
    page.on("request", (request) => {
      if (request.url().includes("/requests/events?")) streams.add(request);
    });
    page.on("requestfailed", (request) => streams.delete(request));
    await page.route("**/requests?*after=*", (route) => route.fulfill({ status: 404, body: "{}" }), { times: 1 });
    await open("#/requests");
    await expect.poll(() => page.getByText("Live").count()).toBe(1);
    await asApp(mock, "/pets");
    await page.locator(".space .row").waitFor();
    expect(streams.size).toBe(1);
  });

  it("show the whole exchange, and the place of the document that decided it", async () => {
    await asApp(mock, "/pets?limit=0");
    await open("#/requests");
    await page.locator(".space .row").click();
    await page.getByText("Why this answer").waitFor();
    const text = await page.locator("#view").innerText();
    expect(text).toContain("#/components/parameters/Limit");
    const lines = readFileSync("spec/animal-store.yaml", "utf8").split("\n");
    const line = lines.indexOf("    Limit:") + 1;
    expect(text).toContain(`spec/animal-store.yaml:${line}`);
    expect(text).toContain('"maximum": 100');
    expect(text).toContain("invalid_parameter");
  });

  it("are copied as curl, as fetch and as a situation", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await asApp(mock, "/pets?limit=0");
    await open("#/requests");
    await page.locator(".space .row").click();
    const copied = async (name: string): Promise<string> => {
      await page.getByRole("button", { name: `Copy as ${name}` }).click();
      await page.getByText("Copied the").waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await copied("curl")).toMatch(/^curl .*-H 'Authorization: Bearer demo-key'.*limit=0'?$/);
    await expect.poll(() => copied("fetch")).toContain(`await fetch("${mock.url}/pets?limit=0"`);
    await expect.poll(() => copied("situation")).toBe('{"on":"GET /pets","status":400}');
  });

  it("can be replayed, with the key put back, and answered with 503 from now on", async () => {
    await asApp(mock, "/pets");
    await open("#/requests");
    await page.locator(".space .row").click();
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText("Now it is answered with").waitFor();
    expect(await page.locator("#view").innerText()).toContain("Now it is answered with 200");
    await page.getByRole("button", { name: "Answer with this status from now on" }).click();
    await expect.poll(async () => (await asApp(mock, "/pets")).status).toBe(503);
    expect((await asApp(mock, "/pets/1")).status).toBe(200);
  });

  it("can be answered like this from now on, and other requests are not", async () => {
    await asApp(mock, "/pets/1?fields=name");
    await open("#/requests");
    await page.locator(".space .row").click();
    await page.getByRole("button", { name: "Answer like this…" }).click();
    const body = page.getByLabel("Body", { exact: true });
    await body.fill((await body.inputValue()).replace(/"name": "[^"]*"/, '"name": "Bella the First"'));
    await page.getByRole("dialog").getByRole("button", { name: "From now on" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await (await asApp(mock, "/pets/1?fields=name")).text()).toContain("Bella the First");
    expect(await (await asApp(mock, "/pets/2")).text()).not.toContain("Bella the First");
  });

  it("can be opened with a click while others come in", async () => {
    await asApp(mock, "/pets/1");
    await open("#/requests");
    const row = page.locator(".space .row", { hasText: "/pets/1" });
    await row.hover();
    await page.mouse.down();
    await asApp(mock, "/pets/2");
    await page.getByRole("search").getByText("2", { exact: true }).waitFor();
    await page.mouse.up();
    await page.getByText("Why this answer").waitFor();
    expect(await page.locator("#view").innerText()).toContain("/pets/1");
  });

  it("stay on the page when a view that was left before it had loaded is late", async () => {
    await asApp(mock, "/pets");
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    await page.route("**/views/items/items.js", async (route) => {
      await held;
      await route.continue();
    });
    await open("#/requests");
    await page.evaluate(() => {
      location.hash = "#/items";
      setTimeout(() => (location.hash = "#/requests"), 50);
    });
    await page.waitForTimeout(500);
    expect(await page.locator(".space .row").count()).toBe(1);
    release();
  });

  it("hold no markup that a name or a header brings along", async () => {
    const nasty = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    await asApp(mock, "/pets", { method: "POST", body: JSON.stringify({ name: nasty, categoryId: 1 }) });
    await asApp(mock, `/pets?status=${encodeURIComponent(nasty)}`, { headers: { "X-Name": nasty } });
    for (const path of ["#/requests", "#/items"]) {
      await open(path);
      await page.locator(".space .row").first().waitFor();
      expect(await page.locator("#view img, #view script").count()).toBe(0);
    }
    await page.goto(`${mock.origin}/_/#/requests`);
    await page.locator(".space .row").first().click();
    await page.getByText("Why this answer").waitFor();
    expect(await page.locator("#view img, #view script").count()).toBe(0);
    expect(await page.title()).not.toBe("1");
  });
});

describe("Items", () => {
  it("are added by a form that shows a refusal at its field", async () => {
    await open("#/items");
    await page.getByRole("button", { name: "Add (POST /pets)" }).click();
    await page.getByLabel("name").fill("Rex");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const field = page.getByLabel("categoryId");
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    expect(await field.locator("xpath=following-sibling::*[1]").innerText()).toContain("categoryId");
    await field.fill("a cat");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect.poll(() => field.locator("xpath=following-sibling::*[1]").innerText()).toContain("integer");
    await field.fill("9223372036854775807");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.locator(".row", { hasText: "Rex" }).waitFor();
    expect(await page.locator(".row", { hasText: "Rex" }).innerText()).toContain("9223372036854775807");
  });

  it("are edited where the document has no operation for it, and a refusal is shown at its field as well", async () => {
    await open("#/items");
    await page.getByRole("button", { name: "Edit 2", exact: true }).click();
    const field = page.getByLabel("categoryId");
    await field.fill("a cat");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    expect(await field.locator("xpath=following-sibling::*[1]").innerText()).toContain("categoryId");
    await field.fill("7");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await (await asApp(mock, "/pets/2")).text()).toContain('"categoryId":7');
  });

  it("are kept as a snapshot of the mock and restored", async () => {
    await open("#/items");
    await page.getByRole("button", { name: "Snapshots…" }).click();
    await page.getByText("None yet").waitFor();
    await page.getByLabel("Name").fill("not a name");
    await page.getByRole("button", { name: "Keep the items" }).click();
    expect(await page.locator("#snapshot:invalid").count()).toBe(1);
    await page.getByLabel("Name").fill("before");
    await page.getByRole("button", { name: "Keep the items" }).click();
    await page.getByRole("button", { name: "Restore before" }).waitFor();
    await asApp(mock, "/pets", { method: "POST", body: JSON.stringify({ name: "Rex", categoryId: 1 }) });
    await page.getByRole("button", { name: "Restore before" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect((await asApp(mock, "/pets/13")).status).toBe(404);
    await page.getByRole("button", { name: "Snapshots…" }).click();
    await page.getByRole("button", { name: "Drop before" }).click();
    await page.getByText("None yet").waitFor();
    await page.keyboard.press("Escape");
  });

  it("are edited, sorted and deleted", async () => {
    await open("#/items");
    await page.getByRole("button", { name: "Edit 1", exact: true }).click();
    await page.getByLabel("name").fill("Aaron");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator(".row", { hasText: "Aaron" }).waitFor();
    await page.getByRole("button", { name: "name" }).click();
    await expect.poll(() => page.locator(".space .row").first().innerText()).toContain("Aaron");
    await page.getByRole("button", { name: "Delete 1", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect.poll(async () => (await asApp(mock, "/pets/1")).status).toBe(404);
    await expect.poll(() => page.locator(".row", { hasText: "Aaron" }).count()).toBe(0);
  });

  it("are generated anew, saved to a file, loaded from it, and put back", async () => {
    await open("#/items");
    await page.getByRole("button", { name: "Generate…" }).click();
    await page.getByRole("spinbutton").fill("40");
    await page.getByRole("button", { name: "Start again" }).click();
    await page.getByText("40 items").first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save to a file" }).click(),
    ]);
    const path = await file.path();
    await asApp(mock, "/pets", { method: "POST", body: JSON.stringify({ name: "Rex", categoryId: 1 }) });
    await page.locator('input[type="file"]').setInputFiles(path);
    await page.getByText("The items are those of the file").waitFor();
    expect((await asApp(mock, "/pets/41")).status).toBe(404);
    await page.getByRole("button", { name: "Reset" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
    await page.getByText("40 items").first().waitFor();
  });
});

describe("Situations", () => {
  it("are switched on in one press, shown on every page, and ended by one button", async () => {
    await open("#/situations");
    await page.getByRole("button", { name: "Everything fails" }).click();
    await expect.poll(async () => (await asApp(mock, "/pets")).status).toBe(503);
    await page.getByRole("link", { name: "Requests" }).click();
    await page.locator(".space .row").first().click();
    // A different kind of refusal with the same status does not count.
    expect(await page.locator(".decided").innerText()).toMatch(
      /^Why this answer\s+situation status=503\s+this error is simulated/,
    );
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByRole("region", { name: "What is not as usual" }).getByRole("button").click();
    await expect.poll(async () => (await asApp(mock, "/pets")).status).toBe(200);
    await expect.poll(() => page.getByRole("region", { name: "What is not as usual" }).count()).toBe(0);
  });

  it("are shown as on at their own button, which ends them", async () => {
    await open("#/situations");
    const tile = page.getByRole("button", { name: "Everything fails" });
    await tile.click();
    await expect.poll(() => tile.getAttribute("aria-pressed")).toBe("true");
    expect((await asApp(mock, "/pets")).status).toBe(503);
    await tile.click();
    await expect.poll(() => tile.getAttribute("aria-pressed")).toBe("false");
    expect((await asApp(mock, "/pets")).status).toBe(200);
  });

  it("are made to measure", async () => {
    await open("#/situations");
    await page.getByLabel("Where").selectOption("POST /pets");
    await page.getByLabel("Answer with").selectOption("500");
    await page.getByRole("button", { name: "Switch it on" }).click();
    await expect.poll(async () => (await asApp(mock, "/pets", { method: "POST", body: "{}" })).status).toBe(500);
    expect((await asApp(mock, "/pets")).status).toBe(200);
  });

  it("travel past the sunset and back", async () => {
    await open("#/situations");
    await page.getByRole("button", { name: "6 December 2030, the day after" }).click();
    await expect.poll(async () => (await asApp(mock, "/pets/1")).status).toBe(404);
    await page.getByText("GET /pets/{petId} is gone.").waitFor();
    await page.getByText("It is 6 December 2030 here.").waitFor();
    await page.getByRole("link", { name: "Requests" }).click();
    await page.locator(".space .row", { hasText: "gone: its last day has passed" }).first().click();
    await page.getByText("GET /pets/{petId} is gone: its last day was 5 December 2030").waitFor();
    await page.getByRole("link", { name: "Situations" }).click();
    await page.getByRole("button", { name: "Back to the time of the start" }).click();
    await expect.poll(async () => (await asApp(mock, "/pets/1")).status).toBe(200);
  });
});

describe("Sessions", () => {
  it("are listed, looked into and ended", async () => {
    const headers = { "X-Mock-Session": "anna" };
    await asApp(mock, "/pets", { method: "POST", body: '{"name":"Solo","categoryId":1}', headers });
    await open("#/sessions");
    await page.getByRole("link", { name: "Open anna" }).click();
    await page.getByText("You are looking at the session anna").waitFor();
    await page.getByRole("link", { name: "Items" }).click();
    await page.locator(".row", { hasText: "Solo" }).waitFor();
    await page.getByRole("link", { name: "Sessions" }).click();
    await page.getByRole("button", { name: "End anna" }).click();
    await page.waitForURL((url) => url.search === "");
    expect(mock.server.worlds.list()).toEqual([]);
  });

  it("are not said to have ended where the mock does not answer", async () => {
    await open("#/sessions");
    await page.route("**/api/v1/sessions", (route) => route.abort());
    await page.getByRole("button", { name: "End all" }).click();
    await page.getByText("The mock does not answer. Is it still running?").waitFor();
    // The browser itself logs each request without a response.
    expect(complaints.splice(0).filter((one) => !one.includes("ERR_FAILED"))).toEqual([]);
  });
});

describe("Docs", () => {
  it("show an operation and send it", async () => {
    await open("docs");
    await page.getByRole("navigation", { name: "Operations" }).getByRole("link", { name: /POST/ }).click();
    await page.getByRole("heading", { name: "Add an animal" }).waitFor();
    await page.getByRole("button", { name: "Send POST" }).click();
    await page.locator(".try .status").waitFor();
    expect(await page.locator(".try .status").innerText()).toBe("201");
  });

  it("give the document as JSON and as YAML", async () => {
    const json = await fetch(`${mock.origin}/_/openapi.json`);
    expect(((await json.json()) as { openapi: string }).openapi).toBe("3.1.0");
    const yaml = await fetch(`${mock.origin}/_/openapi.yaml`);
    expect(yaml.headers.get("content-type")).toContain("yaml");
    expect(await yaml.text()).toContain('openapi: "3.1.0"');
  });
});

describe("A mock that others can reach", () => {
  it("takes its token from the fragment of the link, and does not leave it in the address", async () => {
    const guarded = await serveWithConsole(undefined, undefined, "a-token-of-the-start");
    await page.goto(`${guarded.origin}/_/#token=a-token-of-the-start`);
    await page.getByText("Up and serving").waitFor();
    expect(page.url()).not.toContain("token");
    await page.getByRole("link", { name: "Requests" }).click();
    await page.getByText("Live").waitFor();
    await page.goto("about:blank");
    await guarded.close();
  });

  it("asks for the token where the link had none", async () => {
    const guarded = await serveWithConsole(undefined, undefined, "a-token-of-the-start");
    await page.goto(`${guarded.origin}/_/`);
    await page.getByLabel("Token").fill("a-token-of-the-start");
    await page.getByRole("button", { name: "Open the console" }).click();
    await page.getByText("Up and serving").waitFor();
    await page.goto("about:blank");
    await guarded.close();
  });
});
