// The page in jsdom; MSW answers what it sends, by the document.
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { loadContract } from "animal-store";
import { createMswMock } from "animal-store/msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { App } from "./App.js";

const mock = createMswMock(await loadContract("node_modules/animal-store/spec/animal-store.yaml"));
const server = setupServer(...mock.handlers);
const { situations } = mock.worlds.shared;

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => {
  cleanup();
  mock.reset();
});
afterAll(() => server.close());

test("lists, and says that it loads", async () => {
  render(<App />);
  expect(screen.getByText("Loading…")).toBeTruthy();
  expect((await screen.findAllByRole("listitem")).length).toBeGreaterThan(0);
});

test("filters", async () => {
  render(<App />);
  const all = (await screen.findAllByRole("listitem")).length;
  fireEvent.change(screen.getByLabelText("Status"), { target: { value: "sold" } });
  await screen.findByText("Loading…");
  const sold = await screen.findAllByRole("listitem");
  expect(sold.length).toBeLessThan(all);
  expect(sold.every(({ textContent }) => textContent?.endsWith("sold"))).toBe(true);
});

test("adds, and shows why the service refuses", async () => {
  render(<App />);
  await screen.findAllByRole("listitem");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Rex" } });
  fireEvent.click(screen.getByText("Add"));
  await screen.findByText("Rex");
  fireEvent.change(screen.getByLabelText("Category"), { target: { value: "1.5" } });
  fireEvent.click(screen.getByText("Add"));
  expect((await screen.findByRole("alert")).textContent).toContain("categoryId");
});

test("says that there is nothing, and that something failed", async () => {
  situations.add({ list: "empty", times: 1 });
  const { unmount } = render(<App />);
  await screen.findByText("No animals yet");
  unmount();
  situations.add({ on: "GET", status: 500, times: 1 });
  render(<App />);
  await screen.findByRole("alert");
  fireEvent.click(screen.getByText("Try again"));
  expect((await screen.findAllByRole("listitem")).length).toBeGreaterThan(0);
});
