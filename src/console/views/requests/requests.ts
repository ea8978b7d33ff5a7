// Requests: what the application sent and received, live, the newest first.
import { type Child, button, empty, fill, h, say } from "../../dom.ts";
import { type Json, list, text } from "../../data/json.ts";
import { plane } from "../../data/plane.ts";
import { type Entry, Journal } from "../../data/journal.ts";
import { method, status } from "../../parts/body.ts";
import { Table } from "../../parts/rows.ts";
import type { Context, View } from "../../view.ts";
import { drawExchange } from "./exchange.ts";

/** Draws the view. */
export const view: View = async (place, context) => {
  const [which = "", operation = ""] = context.rest;
  if (/^\d+$/.test(which)) {
    await drawExchange(place, context, Number(which));
    return;
  }
  const filters = filtersFor(context, operation);
  const live = h("span.live", { role: "status" });
  const rows = h("div.fill");
  const table = new Table<Entry>({
    label: "Requests, the newest first",
    columns: COLUMNS,
    onOpen: ({ id }) => (location.hash = `#/requests/${id}`),
  });
  let due = false;
  const draw = (): void => {
    due = false;
    const { entries } = journal;
    live.className = journal.live ? "live on" : "live";
    live.textContent = journal.live ? "Live" : "Connecting…";
    const fitting = entries.filter(filters.fits).toReversed();
    if (entries.length === 0) fill(rows, nothingYet(context));
    else if (fitting.length === 0) fill(rows, empty("Nothing fits", "Change or empty the filters above."));
    else if (table.element.parentElement !== rows) fill(rows, table.element);
    table.show(fitting);
    filters.counted(fitting.length, entries.length);
  };
  const later = (): void => {
    if (due) return;
    due = true;
    // Draws once for many entries, and once when a background page becomes visible again.
    requestAnimationFrame(draw);
  };
  const journal = new Journal(later);
  filters.onChange(later);
  const clear = button("Forget all", async () => {
    await journal.clear();
    say("The requests are forgotten");
  });
  const webhooks = await plane("webhooks");
  place.append(
    h(
      "div.title",
      h("h1", "Requests"),
      live,
      h("span.grow"),
      Array.isArray(webhooks) && webhooks.length > 0 && sending(webhooks),
      clear,
    ),
    filters.element,
    rows,
  );
  await journal.begin(context.left);
  draw();
};

/** Sends a webhook of the document. */
function sending(webhooks: readonly Json[]): HTMLElement {
  const names = webhooks.map((one) => text(one, "name"));
  const select = h(
    "select",
    { "aria-label": "Webhook to send" },
    names.map((name) => option(name, name)),
  );
  const press = async (): Promise<void> => {
    const sent = await plane(`webhooks/${encodeURIComponent(select.value)}`, { method: "POST", body: {} });
    const count = list(sent, "addresses").length;
    say(count === 0 ? `No address is registered for ${select.value}` : `${select.value} is sent`);
  };
  return h("span.together", select, button("Send webhook", press));
}

const COLUMNS = [
  { label: "Status", width: "4rem", cell: (one: Entry): Child => status(one.status) },
  { label: "Method", width: "4.5rem", cell: (one: Entry): Child => method(one.method) },
  {
    label: "Path",
    width: "minmax(9rem,2fr)",
    cell: ({ url }: Entry): Child => h("span.code", { dir: "auto", title: url }, url),
  },
  {
    label: "Why, if it was refused",
    width: "minmax(8rem,3fr)",
    cell: ({ why }: Entry): Child => h("span", { dir: "auto", title: why }, why),
  },
  {
    label: "ms",
    width: "3rem",
    cell: ({ ms }: Entry): Child => h("span.number-left", ms < 10 ? ms.toFixed(1) : Math.round(ms)),
  },
  {
    label: "Time (UTC)",
    width: "7.5rem",
    cell: ({ at }: Entry): Child => h("time.number-left", { datetime: at, title: at }, at.slice(11, 23)),
  },
];

interface Filters {
  readonly element: HTMLElement;
  readonly fits: (entry: Entry) => boolean;
  readonly counted: (shown: number, all: number) => void;
  readonly onChange: (listener: () => void) => void;
}

function filtersFor({ served }: Context, chosen: string): Filters {
  const kinds = h(
    "select",
    { "aria-label": "Status" },
    option("", "Every status"),
    [2, 3, 4, 5].map((one) => option(String(one), `${one}xx`)),
    option("closed", "Closed"),
  );
  const operations = h(
    "select",
    { "aria-label": "Operation" },
    option("", "Every operation"),
    served.operations.map(({ name }) => option(name, name)),
    option("none", "Not in the document"),
  );
  operations.value = chosen;
  const words = h("input", { type: "search", placeholder: "Filter by text", "aria-label": "Filter by text" });
  const counter = h("span.quiet", { role: "status" });
  const senders = h(
    "select",
    { "aria-label": "Sender" },
    option("app", "Of your application"),
    option("run", "Of verify"),
    option("", "Of both"),
  );
  return {
    element: h("div.filters", { role: "search" }, words, kinds, operations, senders, counter),
    fits: ({ status: value, operation, method: verb, url, why, isRun }) => {
      if (senders.value !== "" && isRun !== (senders.value === "run")) return false;
      const kind = value === undefined ? "closed" : String(Math.floor(value / 100));
      if (kinds.value !== "" && kinds.value !== kind) return false;
      if (operations.value !== "" && (operation === "" ? "none" : operation) !== operations.value) return false;
      return (
        words.value === "" || `${verb} ${url} ${value ?? ""} ${why}`.toLowerCase().includes(words.value.toLowerCase())
      );
    },
    counted: (shown, all) => {
      const text = shown === all ? String(all) : `${shown} of ${all}`;
      if (counter.textContent !== text) counter.textContent = text;
    },
    onChange: (listener) => {
      for (const one of [kinds, operations, senders, words]) one.addEventListener("input", listener);
    },
  };
}

function option(value: string, label: string): HTMLOptionElement {
  return h("option", { value }, label);
}

function nothingYet({ served }: Context): Child {
  return empty(
    "No requests yet",
    "Point your application at ",
    h("code", served.baseUrl),
    ". What it sends appears here as it happens.",
  );
}
