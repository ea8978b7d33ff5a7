// The console: navigation, and the view that the URL names. All of its data comes from the control plane.
import { type Child, button, fill, h, say } from "./dom.ts";
import { form } from "./parts/field.ts";
import { FOLDER, PlaneError, docsAddress, goTo, lookAt, reason, takeToken, useToken } from "./data/plane.ts";
import { type Served, loadServed } from "./data/served.ts";
import { decoded } from "./data/spec.ts";
import type { View } from "./view.ts";
import { banner, refreshWorld } from "./data/world.ts";

interface Page {
  readonly name: string;
  readonly label: string;
  load(): Promise<{ readonly view: View }>;
}

const PAGES: readonly Page[] = [
  { name: "", label: "Home", load: () => import("./views/home.ts") },
  { name: "requests", label: "Requests", load: () => import("./views/requests/requests.ts") },
  { name: "items", label: "Items", load: () => import("./views/items/items.ts") },
  { name: "situations", label: "Situations", load: () => import("./views/situations/situations.ts") },
  { name: "sessions", label: "Sessions", load: () => import("./views/sessions.ts") },
  { name: "docs", label: "Docs", load: () => import("./views/docs/docs.ts") },
  { name: "verify", label: "Verify", load: () => import("./views/verify.ts") },
  { name: "gate", label: "Gate", load: () => import("./views/gate.ts") },
];

/** How often to reload the state of the world while the page is visible. */
const EVERY = 5_000;

let left = new AbortController();

async function start(): Promise<void> {
  takeToken();
  restoreTheme();
  const name = new URLSearchParams(location.search).get("session");
  if (name !== null) lookAt(name);
  const app = document.getElementById("app") as HTMLElement;
  try {
    const served = await loadServed();
    await refreshWorld();
    draw(app, served);
  } catch (error) {
    if (error instanceof PlaneError && error.status === 401) askForToken(app);
    else
      fill(
        app,
        h(
          "main.alone",
          h("h1", "The console cannot reach the mock"),
          h("p", reason(error)),
          button("Try again", start, "primary"),
        ),
      );
  }
}

function askForToken(app: HTMLElement): void {
  const input = h("input", { id: "token", type: "password", autocomplete: "off", required: true });
  const submit = (): Promise<void> => {
    useToken(input.value.trim());
    return start();
  };
  const asked = form(
    { class: "alone" },
    submit,
    h("h1", "The console needs a token"),
    h("p", "This mock listens on more than this machine. The terminal that started it shows the token."),
    h("label", { for: "token" }, "Token"),
    input,
    h("p", h("button.primary", "Open the console")),
  );
  fill(app, h("main", asked));
  input.focus();
}

function draw(app: HTMLElement, served: Served): void {
  const place = h("main", { id: "view", tabindex: -1 });
  const links = PAGES.map(({ name, label }) =>
    h("a", { href: name === "docs" ? docsAddress() : `./${location.search}#/${name}`, "data-page": name }, label),
  );
  const about = h("div.about", h("strong", { dir: "auto" }, served.title), h("span", `${served.version} · mock`));
  const top = h(
    "header",
    h(
      "a.brand",
      { href: `./${location.search}#/` },
      h("img", { src: "icon.svg", alt: "", width: 28, height: 28 }),
      about,
    ),
    h("nav", { "aria-label": "Console" }, links),
    served.others.length > 0 &&
      h(
        "nav",
        { "aria-label": "Other documents" },
        served.others.map(({ title, path }) => h("a", { href: `${path}/`, dir: "auto" }, title)),
      ),
    button("Theme", turnTheme, "quiet theme"),
  );
  const notice = h("div.notice");
  fill(app, top, h("div.body", notice, place));
  banner(notice);
  const go = (): void => void open(place, links, served);
  addEventListener("hashchange", go);
  const timer = setInterval(() => {
    if (!document.hidden) void refreshWorld().catch(() => undefined);
  }, EVERY);
  addEventListener("pagehide", () => clearInterval(timer), { once: true });
  go();
}

function whereTo(): { page: Page; rest: readonly string[] } {
  const isDocs = location.pathname.endsWith("/docs");
  const [name = "", ...rest] = location.hash.replace(/^#\/?/, "").split("/").map(decoded);
  if (isDocs)
    return {
      page: PAGES.find((one) => one.name === "docs") as Page,
      rest: [name, ...rest].filter((part) => part !== ""),
    };
  return { page: PAGES.find((one) => one.name === name) ?? (PAGES[0] as Page), rest };
}

async function open(place: HTMLElement, links: readonly HTMLElement[], served: Served): Promise<void> {
  left.abort();
  left = new AbortController();
  const { signal } = left;
  const { page, rest } = whereTo();
  for (const link of links) {
    if (link.dataset["page"] === page.name) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else link.removeAttribute("aria-current");
  }
  document.title = `${page.label} · ${served.title}`;
  const slow = setTimeout(() => !signal.aborted && fill(place, loading()), 150);
  try {
    const { view } = await page.load();
    const fresh = h("div", { class: `view ${page.name || "home"}` });
    await view(fresh, { served, rest, left: signal });
    if (!signal.aborted) fill(place, fresh);
  } catch (error) {
    if (!signal.aborted)
      fill(
        place,
        failure(error, () => void open(place, links, served)),
      );
  } finally {
    clearTimeout(slow);
  }
}

function loading(): Child {
  return h("div.loading", { role: "status" }, "Loading…");
}

function failure(error: unknown, again: () => void): Child {
  return h(
    "div.problem",
    { role: "alert" },
    h("h1", "That did not work"),
    h("p", reason(error)),
    button("Try again", again, "primary"),
  );
}

function restoreTheme(): void {
  const kept = localStorage.getItem("theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset["theme"] = kept;
}

function turnTheme(): void {
  const root = document.documentElement;
  const isDark =
    root.dataset["theme"] === undefined
      ? matchMedia("(prefers-color-scheme: dark)").matches
      : root.dataset["theme"] === "dark";
  root.dataset["theme"] = isDark ? "light" : "dark";
  localStorage.setItem("theme", isDark ? "light" : "dark");
  say(isDark ? "Light theme" : "Dark theme");
}

/** Links to the other page of the console would lose the tokens. */
function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (link === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const { origin, pathname, search, href } = new URL(link.href);
  const isPage = origin === location.origin && [FOLDER.pathname, `${FOLDER.pathname}docs`].includes(pathname);
  if (!isPage || pathname + search === location.pathname + location.search) return;
  event.preventDefault();
  goTo(href);
}

addEventListener("click", follow);
void start();
