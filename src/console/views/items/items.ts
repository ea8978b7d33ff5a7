// Items: every resource as a table, with actions on single items and on all of them.
import { type Child, button, empty, fill, h, say } from "../../dom.ts";
import {
  type Shelf,
  isBelow,
  isLabel,
  itemsOf,
  labelOf,
  operationFor,
  parametersIn,
  removeItem,
} from "../../data/items.ts";
import { type Json, get, isObject, show, write } from "../../data/json.ts";
import { confirmed } from "../../parts/ask.ts";
import { type Column, Table } from "../../parts/rows.ts";
import { reason } from "../../data/plane.ts";
import { type Resource, count } from "../../data/served.ts";
import { loadSpec } from "../../data/spec.ts";
import type { View } from "../../view.ts";
import { forAllItems } from "./all-items.ts";
import { openItemForm } from "./item-form.ts";

const MOST_COLUMNS = 8;

/** Draws the view. */
export const view: View = async (place, { served, rest }) => {
  const resource = served.resources.find(({ name }) => name === rest[0]) ?? served.resources[0];
  if (resource === undefined) {
    const nothing = "Its operations are answered from examples, and nothing is remembered.";
    place.append(h("h1", "Items"), empty("The document has no resources", nothing));
    return;
  }
  const shelf = new ShelfView({ served, spec: await loadSpec(), resource }, rest[1] ?? "");
  await shelf.load();
  place.append(
    h("div.title", h("h1", "Items"), h("span.grow"), ...forAllItems(() => shelf.load())),
    shelves(served.resources, resource),
    shelf.bar,
    shelf.body,
  );
};

/** The items of one resource. */
class ShelfView {
  readonly bar: HTMLElement;
  readonly body = h("div.fill");
  readonly #shelf: Shelf;
  readonly #words: HTMLInputElement;
  readonly #counter = h("span.quiet", { role: "status" });
  /** The item whose children are shown; "" to show those of all. */
  readonly #parent: string;
  #items: readonly Json[] = [];
  #table: Table<Json> | undefined;

  constructor(shelf: Shelf, parent: string) {
    this.#shelf = shelf;
    this.#parent = parent;
    this.#words = h("input", {
      type: "search",
      placeholder: "Filter by text",
      "aria-label": "Filter items by text",
      oninput: () => this.#draw(),
    });
    const create = operationFor(shelf, "create");
    const label = create === undefined ? "Add an item" : `Add (${create.name})`;
    this.bar = h(
      "div.filters",
      { role: "search" },
      h("strong", { dir: "auto" }, shelf.resource.name),
      parent !== "" &&
        h("a", { href: `#/items/${encodeURIComponent(shelf.resource.name)}` }, `below ${parent} · show all`),
      this.#words,
      this.#counter,
      h("span.grow"),
      button(
        label,
        () => openItemForm(shelf, undefined, () => this.load(), { parent, like: this.#items[0] }),
        "primary",
      ),
    );
  }

  async load(): Promise<void> {
    const items = await itemsOf(this.#shelf.resource);
    this.#items = this.#parent === "" ? items : items.filter((one) => labelOf(one) === this.#parent);
    this.#draw();
  }

  #draw(): void {
    const items = this.#items;
    const wanted = this.#words.value.toLowerCase();
    const shown = wanted === "" ? items : items.filter((one) => write(one).toLowerCase().includes(wanted));
    const all = count(items.length, "item");
    this.#counter.textContent = shown.length === items.length ? all : `${shown.length} of ${all}`;
    if (shown.length === 0) {
      this.#table = undefined;
      const nothing = empty("No items", "Add one, or start again with generated ones.");
      fill(this.body, items.length === 0 ? nothing : empty("Nothing fits", "Change or empty the filter above."));
      return;
    }
    if (this.#table === undefined) fill(this.body, (this.#table = this.#makeTable()).element);
    this.#table.show(shown);
  }

  #makeTable(): Table<Json> {
    const { resource } = this.#shelf;
    const columns = [...columnsOf(resource, this.#items), this.#actions()];
    return new Table({ label: `Items of ${resource.name}`, columns, onOpen: (item) => this.#edit(item) });
  }

  #actions(): Column<Json> {
    const cell = (item: Json): Child => {
      const which = show(get(item, this.#shelf.resource.identifier));
      const change = button("Edit", () => this.#edit(item), "small", `Edit ${which}`);
      const remove = button("Delete", () => this.#drop(item), "small", `Delete ${which}`);
      return [change, " ", remove, children.map((child) => [" ", linkBelow(child, item, which)])];
    };
    const { resource, served } = this.#shelf;
    const below = served.resources.filter((one) => isBelow(one, resource));
    const children = below.filter((one) => !below.some((other) => isBelow(one, other)));
    return { label: "Actions", width: `${9 + 6 * children.length}rem`, cell };
  }

  #edit(item: Json): void {
    openItemForm(this.#shelf, item, () => this.load());
  }

  async #drop(item: Json): Promise<void> {
    const { resource } = this.#shelf;
    const id = get(item, resource.identifier);
    if (!(await confirmed(`Delete ${resource.name} ${show(id)}?`, "Delete"))) return;
    try {
      const refused = await removeItem(this.#shelf, item);
      say(refused === undefined ? "Deleted" : refused.why);
    } catch (error) {
      say(reason(error));
    }
    await this.load();
  }
}

/** Links to all resources; nested ones follow their parent. */
function shelves(resources: readonly Resource[], chosen: Resource): HTMLElement {
  const links = inOrder(resources).map(({ one, depth }) =>
    h(
      "a",
      {
        href: `#/items/${encodeURIComponent(one.name)}`,
        class: `depth-${Math.min(depth, 3)}`,
        dir: "auto",
        ...(one === chosen ? { "aria-current": "true" } : {}),
      },
      one.name,
      h("span.under.code", one.collection),
    ),
  );
  return h("nav.shelves", { "aria-label": "Resources", hidden: resources.length < 2 }, links);
}

function inOrder(resources: readonly Resource[]): { one: Resource; depth: number }[] {
  const depth = (one: Resource): number => resources.filter((other) => isBelow(one, other)).length;
  const below = (one: Resource): Resource[] => {
    const nested = resources.filter((other) => isBelow(other, one) && depth(other) === depth(one) + 1);
    return [one, ...nested.flatMap(below)];
  };
  const roots = resources.filter((one) => depth(one) === 0);
  return roots.flatMap(below).map((one) => ({ one, depth: depth(one) }));
}

function columnsOf({ identifier, collection }: Resource, items: readonly Json[]): Column<Json>[] {
  const names = new Set<string>([identifier]);
  for (const item of items.slice(0, 50)) if (isObject(item)) for (const name of Object.keys(item)) names.add(name);
  const parents = parametersIn(collection);
  return Array.from(names)
    .map((name) => ({ name, label: headOf(name, parents) }))
    .filter(({ label }) => label !== "")
    .slice(0, MOST_COLUMNS)
    .map(({ name, label }) => ({
      label,
      width: name === identifier ? "minmax(5rem,8rem)" : "minmax(7rem,1fr)",
      cell: (item) => cellOf(get(item, name)),
      by: (item) => sortable(get(item, name)),
    }));
}

/** The heading of a column: the mock's own notes have no name, except for the parents of an item. */
function headOf(name: string, parents: readonly string[]): string {
  if (!name.startsWith("mock:")) return name;
  return isLabel(name) ? parents.join("/") : "";
}

/** Links to the items of one resource below an item of another. */
function linkBelow(child: Resource, item: Json, which: string): HTMLElement {
  const label = [labelOf(item), encodeURIComponent(which)].filter((part) => part !== "").join("/");
  const href = `#/items/${encodeURIComponent(child.name)}/${encodeURIComponent(label)}`;
  return h("a.press.small", { href, "aria-label": `${child.name} of ${which}`, dir: "auto" }, child.name);
}

function cellOf(value: Json | undefined): Child {
  if (value === undefined) return h("span.quiet", "–");
  const text = show(value).slice(0, 400);
  const isNumber = typeof value === "number" || typeof value === "bigint";
  const kind = isNumber ? "number-left" : typeof value === "object" ? "code" : "";
  return h("span", { class: kind, dir: "auto", title: text }, text);
}

function sortable(value: Json | undefined): string | number | bigint {
  return typeof value === "number" || typeof value === "bigint" ? value : show(value);
}
