// The app in a browser, on the mock. Each worker has a session of its own.
import { type Page, test as base, expect } from "@playwright/test";
import { type RemoteWorld, mockFixture } from "animal-store/playwright";

const test = base.extend<{ mock: RemoteWorld }>({ mock: mockFixture });

const uuid = (n: number): string => `5f0c0000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const day = (n: number): string => `2026-03-${String(n).padStart(2, "0")}T09:00:00Z`;
const address = { street: "12 Mill Lane", city: "Leeds", postalCode: "LS1 4DY", country: "GB" };
const ada = { id: uuid(1), name: "Ada Lovelace", email: "ada@shop.example", phone: null, tier: "gold", address, createdAt: day(1) };
const euros = (amount: number) => ({ amount, currency: "EUR" });
const order = (n: number, status = "placed") => ({
  id: uuid(100 + n),
  number: `ORD-${String(n).padStart(6, "0")}`,
  status,
  customerId: ada.id,
  total: euros(n * 250),
  items: [{ id: uuid(900 + n), sku: "ABC-1234", name: "Parcel box", quantity: n, unitPrice: euros(250) }],
  createdAt: day(n),
  updatedAt: day(n),
});

async function logIn(page: Page, path = "/"): Promise<void> {
  await page.goto("/");
  await page.getByLabel("E-mail").fill("ada@shop.example");
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("heading", { name: /Orders/ })).toBeVisible();
  if (path !== "/") await page.goto(path);
}

const numbers = (page: Page) => page.locator("tbody a");

test("the token of the login is accepted", async ({ page, mock }) => {
  await logIn(page);
  await expect(page.getByRole("table")).toBeVisible();
  expect((await mock.requests()).some(({ url, status }) => url.includes("/orders") && status === 200)).toBe(true);
});

test("a refused login says why", async ({ page, mock }) => {
  await mock.situation({ on: "login", status: 401 });
  await page.goto("/");
  await page.getByLabel("E-mail").fill("ada@shop.example");
  await page.getByLabel("Password").fill("wrong password");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
});

test("a token that expires leads back to the login", async ({ page, mock }) => {
  await logIn(page);
  await mock.situation({ key: "expired" });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
});

for (const count of [8, 10, 11]) {
  test(`${count} orders are shown in pages, each once`, async ({ page, mock }) => {
    await mock.seed({ customers: [ada], orders: Array.from({ length: count }, (_, at) => order(at + 1)) });
    await logIn(page);
    await expect(numbers(page)).toHaveCount(5);
    while (await page.getByRole("button", { name: "More" }).isVisible()) {
      const shown = await numbers(page).count();
      await page.getByRole("button", { name: "More" }).click();
      await expect(numbers(page)).toHaveCount(Math.min(shown + 5, count));
    }
    expect(new Set(await numbers(page).allTextContents()).size).toBe(count);
  });
}

for (const [sort, expected] of [
  ["-createdAt", [11, 3, 2]],
  ["createdAt", [2, 3, 11]],
  ["-total", [11, 3, 2]],
  ["total", [2, 3, 11]],
] as const) {
  test(`orders are sorted by ${sort}`, async ({ page, mock }) => {
    await mock.seed({ customers: [ada], orders: [order(3), order(11), order(2)] });
    await logIn(page, `/?sort=${sort}`);
    await expect(numbers(page)).toHaveText(expected.map((n) => order(n).number));
  });
}

test("a row and its order are one thing: the customer's name, the count of lines, the total", async ({ page, mock }) => {
  await mock.seed({ customers: [ada], orders: [order(2)] });
  await logIn(page);
  await expect(page.locator("tbody td")).toContainText([order(2).number, "Ada Lovelace", "placed", "1", "€5.00"]);
  await numbers(page).click();
  await expect(page.getByText("Customer: Ada Lovelace")).toBeVisible();
  await expect(page.getByTestId("sum")).toContainText("€5.00");
});

test("generated orders lead to their customers, and their totals are the sums of their lines", async ({ page }) => {
  await logIn(page);
  const first = numbers(page).first();
  const name = (await page.locator("tbody tr").first().locator("td").nth(1).textContent()) ?? "";
  await first.click();
  await expect(page.getByText(`Customer: ${name}`)).toBeVisible();
  const total = /Total (\S+)/.exec((await page.getByText(/· Total/).textContent()) ?? "")?.[1];
  await expect(page.getByTestId("sum")).toHaveText(`Sum of the lines: ${total}`);
});

test("a filter shows only what has the status", async ({ page, mock }) => {
  await mock.seed({ customers: [ada], orders: [order(1, "paid"), order(2, "draft"), order(3, "shipped")] });
  await logIn(page);
  await page.getByLabel("paid").click();
  await expect(numbers(page)).toHaveText([order(1).number]);
  await page.getByLabel("shipped").click();
  await expect(numbers(page)).toHaveText([order(3).number, order(1).number]);
});

test("nothing there", async ({ page, mock }) => {
  await mock.situation({ on: "listOrders", list: "empty" });
  await logIn(page);
  await expect(page.getByText("No orders match.")).toBeVisible();
});

for (const situation of [{ status: 500 }, { status: 503 }, { connection: "dropped" }] as const) {
  test(`a failure can be tried again: ${JSON.stringify(situation)}`, async ({ page, mock }) => {
    const repair = await mock.situation({ on: "listOrders", ...situation });
    await logIn(page);
    await expect(page.getByRole("alert")).toBeVisible();
    await repair();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("table")).toBeVisible();
  });
}

test("a slow service is waited for", async ({ page, mock }) => {
  await mock.situation({ on: "listOrders", latency: 800 });
  await logIn(page);
  await expect(page.getByText("Loading…")).toBeVisible();
  await expect(page.getByRole("table")).toBeVisible();
});

test("a status that is refused is taken back", async ({ page, mock }) => {
  await mock.seed({ customers: [ada], orders: [order(1)] });
  await mock.situation({ on: "updateOrder", status: 409, latency: 500 });
  await logIn(page, `/orders/${order(1).id}`);
  await page.getByLabel("Status").selectOption("shipped");
  await expect(page.getByLabel("Status")).toHaveValue("shipped");
  await expect(page.getByRole("alert")).toContainText("The order has already been shipped.");
  await expect(page.getByLabel("Status")).toHaveValue("placed");
});

test("a new order keeps its line, is dated now, and comes first", async ({ page, mock }) => {
  await mock.seed({ customers: [ada], orders: [order(1)] });
  await logIn(page, "/orders/new");
  await page.getByLabel("Quantity").fill("7");
  await page.getByRole("button", { name: "Place" }).click();
  await expect(page.getByRole("cell", { name: "ABC-1234" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "7", exact: true })).toBeVisible();
  const number = (await page.getByRole("heading", { name: /^ORD-/ }).textContent()) ?? "";
  await page.goto("/");
  await expect(numbers(page).first()).toHaveText(number);
});

test("each wrong field says what is wrong with it", async ({ page }) => {
  await logIn(page, "/customers/new");
  await page.getByLabel("Name").fill("X");
  await page.getByLabel("Country").fill("Germany");
  await page.getByRole("button", { name: "Create" }).click();
  for (const name of ["Name", "E-mail", "Country"]) {
    await expect(page.getByLabel(name)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(page.getByLabel("City")).toHaveAttribute("aria-invalid", "true");
});

test("a cancelled order is shown as cancelled", async ({ page, mock }) => {
  await mock.seed({ customers: [ada], orders: [order(1)] });
  await logIn(page, `/orders/${order(1).id}`);
  await page.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByLabel("Status")).toHaveValue("cancelled");
});

test("an uploaded file has the name and the size that it had", async ({ page, mock }) => {
  await mock.seed({ customers: [ada], orders: [order(1)] });
  await logIn(page, `/orders/${order(1).id}`);
  const file = { name: "invoice.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") };
  await page.getByLabel("Attach").setInputFiles(file);
  await expect(page.getByText("invoice.pdf (application/pdf, 8 bytes)")).toBeVisible();
});
