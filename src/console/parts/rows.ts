// A table that renders only the visible rows, so that ten thousand are as fast as ten.
import { type Child, fill, h } from "../dom.ts";

/** A column of the table. */
export interface Column<T> {
  readonly label: string;
  /** A grid width: "6rem", "minmax(8rem,1fr)". */
  readonly width: string;
  cell(row: T): Child;
  /** The sort key; a column without it cannot be sorted. */
  readonly by?: (row: T) => string | number | bigint;
}

export interface TableOptions<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  /** Called when a row is opened with the mouse or with Enter. */
  readonly onOpen?: (row: T) => void;
  readonly rowClass?: (row: T) => string;
}

const HEIGHT = 40;
const SPARE = 8;

/** A table; add `element` to the page. */
export class Table<T> {
  readonly element: HTMLElement;
  readonly #options: TableOptions<T>;
  readonly #scroll: HTMLElement;
  readonly #space: HTMLElement;
  readonly #head: HTMLElement;
  #rows: readonly T[] = [];
  #sorted: { at: number; down: boolean } | undefined;
  #given: readonly T[] = [];
  #focused = 0;
  #due = 0;
  /** True from the press of a pointer to its release: a click needs the same element at both. */
  #isPressed = false;

  constructor(options: TableOptions<T>) {
    this.#options = options;
    this.#head = h("div.row.head", { role: "row", "aria-rowindex": 1 });
    this.#space = h("div.space", { role: "rowgroup" });
    this.#scroll = h(
      "div.scroll",
      { onscroll: () => this.#later(), onkeydown: (e) => this.#key(e as KeyboardEvent) },
      h("div", { role: "rowgroup" }, this.#head),
      this.#space,
    );
    this.element = h("div.table", { role: "grid", "aria-label": options.label }, this.#scroll);
    const widths = options.columns.map(({ width }) => width).join(" ");
    this.element.style.setProperty("--columns", widths);
    this.#space.addEventListener("pointerdown", () => this.#holdWhilePressed());
    new ResizeObserver(() => this.#later()).observe(this.#scroll);
    this.#drawHead();
  }

  /** Shows other rows; the scroll position of the reader stays. */
  show(rows: readonly T[]): void {
    this.#given = rows;
    this.#rows = this.#inOrder(rows);
    this.element.setAttribute("aria-rowcount", String(rows.length + 1));
    this.#later();
  }

  #inOrder(rows: readonly T[]): readonly T[] {
    const by = this.#sorted === undefined ? undefined : this.#options.columns[this.#sorted.at]?.by;
    if (by === undefined) return rows;
    const sign = this.#sorted?.down === true ? -1 : 1;
    return rows.toSorted((a, b) => sign * compare(by(a), by(b)));
  }

  #drawHead(): void {
    const cells = this.#options.columns.map((column, at) => {
      const isSorted = this.#sorted?.at === at;
      const order = isSorted ? (this.#sorted?.down === true ? "descending" : "ascending") : "none";
      if (column.by === undefined) return h("div", { role: "columnheader" }, column.label);
      const mark = isSorted ? (this.#sorted?.down === true ? " ↓" : " ↑") : "";
      return h(
        "div",
        { role: "columnheader", "aria-sort": order },
        h("button.sort", { type: "button", onclick: () => this.#sort(at) }, column.label + mark),
      );
    });
    fill(this.#head, cells);
  }

  #sort(at: number): void {
    const down = this.#sorted?.at === at && !this.#sorted.down;
    this.#sorted = { at, down };
    this.#drawHead();
    this.#head.querySelectorAll<HTMLElement>("button").forEach((one) => {
      if (one.textContent?.startsWith(this.#options.columns[at]?.label ?? "")) one.focus();
    });
    this.show(this.#given);
  }

  #later(): void {
    if (this.#due !== 0) return;
    this.#due = requestAnimationFrame(() => {
      this.#due = 0;
      if (!this.#isPressed) this.#draw();
    });
  }

  #holdWhilePressed(): void {
    this.#isPressed = true;
    const ended = new AbortController();
    const release = (): void => {
      ended.abort();
      this.#isPressed = false;
      this.#later();
    };
    for (const name of ["pointerup", "pointercancel", "blur"])
      addEventListener(name, release, { signal: ended.signal });
  }

  #draw(): void {
    const { scrollTop, clientHeight } = this.#scroll;
    const first = Math.max(0, Math.floor(scrollTop / HEIGHT) - SPARE);
    const last = Math.min(this.#rows.length, Math.ceil((scrollTop + clientHeight) / HEIGHT) + SPARE);
    const active = this.#space.contains(document.activeElement) ? document.activeElement : undefined;
    this.#focused = Math.min(this.#focused, Math.max(0, this.#rows.length - 1));
    this.#space.style.height = `${this.#rows.length * HEIGHT}px`;
    fill(
      this.#space,
      this.#rows.slice(first, last).map((row, index) => this.#row(row, first + index)),
    );
    // Restores the focus on a row, or on a button in it.
    const label = active?.getAttribute("aria-label") ?? "";
    const same = label === "" ? null : this.#space.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`);
    if (active !== undefined) (same ?? this.#element(this.#focused))?.focus({ preventScroll: true });
  }

  #row(row: T, at: number): HTMLElement {
    const { columns, onOpen, rowClass } = this.#options;
    const cells = columns.map((column) => h("div", { role: "gridcell" }, column.cell(row)));
    const element = h(
      "div",
      {
        role: "row",
        class: `row ${rowClass?.(row) ?? ""}`,
        "aria-rowindex": at + 2,
        tabindex: at === this.#focused ? 0 : -1,
        onfocus: () => (this.#focused = at),
        ...(onOpen === undefined ? {} : { onclick: (event: Event) => isPlain(event) && onOpen(row) }),
      },
      cells,
    );
    element.style.transform = `translateY(${at * HEIGHT}px)`;
    return element;
  }

  #element(at: number): HTMLElement | null {
    return this.#space.querySelector<HTMLElement>(`[aria-rowindex="${at + 2}"]`);
  }

  #key(event: KeyboardEvent): void {
    if ((event.target as Element).getAttribute("role") !== "row") return;
    const page = Math.max(1, Math.floor(this.#scroll.clientHeight / HEIGHT) - 1);
    const steps = new Map([
      ["ArrowDown", 1],
      ["ArrowUp", -1],
      ["PageDown", page],
      ["PageUp", -page],
      ["Home", -Infinity],
      ["End", Infinity],
    ]);
    const row = this.#rows[this.#focused];
    if (event.key === "Enter" && row !== undefined) this.#options.onOpen?.(row);
    const step = steps.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    this.#focused = Math.max(0, Math.min(this.#rows.length - 1, this.#focused + step));
    const top = this.#focused * HEIGHT;
    const { scrollTop, clientHeight } = this.#scroll;
    if (top < scrollTop) this.#scroll.scrollTop = top;
    else if (top + 2 * HEIGHT > scrollTop + clientHeight) this.#scroll.scrollTop = top + 2 * HEIGHT - clientHeight;
    this.#draw();
    this.#element(this.#focused)?.focus({ preventScroll: true });
  }
}

/** A click on the row itself, not on a button in it, and not one that selects text. */
function isPlain(event: Event): boolean {
  return (event.target as Element).closest("button, a, input, select") === null && String(getSelection()) === "";
}

function compare(a: string | number | bigint, b: string | number | bigint): number {
  if (typeof a === "string" && typeof b === "string") return a.localeCompare(b, "en", { numeric: true });
  if (typeof a === "string" || typeof b === "string") return typeof a === "string" ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}
