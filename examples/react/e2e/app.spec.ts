// The page in a browser. Tests run side by side; each worker has a session of the mock.
import { test as base, expect } from "@playwright/test";
import { type RemoteWorld, mockFixture } from "animal-store/playwright";

const test = base.extend<{ mock: RemoteWorld }>({ mock: mockFixture });

for (const name of ["Ada", "Bea", "Cid", "Dot", "Eve", "Fox", "Gus", "Hal"]) {
  test(`${name} is alone in a store of its own`, async ({ page, mock }) => {
    await mock.seed({ pets: [] });
    await page.goto("/");
    await expect(page.getByText("No animals yet")).toBeVisible();
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Add" }).click();
    await expect(page.getByRole("listitem")).toHaveText([name]);
    expect((await mock.items<{ name: string }>("pets")).map((pet) => pet.name)).toEqual([name]);
  });
}

test("the filter reaches the service", async ({ page, mock }) => {
  await page.goto("/");
  await expect(page.getByRole("listitem").first()).toBeVisible();
  await page.getByLabel("Status").selectOption("pending");
  await expect(page.getByText("Loading…")).toBeHidden();
  await expect.poll(async () => (await mock.requests()).some(({ url }) => url.includes("status=pending"))).toBe(true);
});

test("a refusal is shown in the words of the contract", async ({ page, mock }) => {
  await page.goto("/");
  await page.getByLabel("Name").fill("Rex");
  await page.getByLabel("Category").fill("1.5");
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByRole("alert")).toContainText("categoryId");
  expect((await mock.requests()).find(({ method }) => method === "POST")?.status).toBe(400);
});

test("a failure can be tried again", async ({ page, mock }) => {
  const repair = await mock.situation({ on: "GET", status: 500 });
  await page.goto("/");
  await expect(page.getByRole("alert")).toBeVisible();
  await repair();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("listitem").first()).toBeVisible();
});

test("a slow service is waited for", async ({ page, mock }) => {
  await mock.situation({ on: "GET", latency: 500 });
  await page.goto("/");
  await expect(page.getByText("Loading…")).toBeVisible();
  await expect(page.getByRole("listitem").first()).toBeVisible();
});
