// The clock of the world: a slider over the days in the document, with the effect of each on its operations.
import { type Child, button, fill, h, say } from "../dom.ts";
import { plane, reason } from "../data/plane.ts";
import { type Operation, type Served, dayInWords } from "../data/served.ts";
import { onWorld, refreshWorld, world } from "../data/world.ts";

const DAY = 86_400_000;
const NOON = DAY / 2;
/** The number of days before the first relevant one, and after the last one. */
const BEFORE = 30;
const AFTER = 60;

/** Creates the card. @param left aborts when the user leaves the view */
export function clockCard(served: Served, left: AbortSignal): HTMLElement {
  const clock = new ClockCard(served);
  left.addEventListener(
    "abort",
    onWorld(() => clock.follow()),
  );
  return clock.element;
}

class ClockCard {
  readonly element: HTMLElement;
  readonly #served: Served;
  readonly #slider: HTMLInputElement;
  readonly #exact = h("input", { type: "date", id: "clock-day" });
  readonly #still = h("input", { type: "checkbox", id: "clock-frozen" });
  readonly #means = h("div", { id: "clock-means", role: "status" });
  #isHeld = false;

  constructor(served: Served) {
    this.#served = served;
    const sunsets = sunsetsOf(served);
    const days = [dayOf(Date.now()), today(), ...sunsets.map((day) => dayOf(Date.parse(day)))];
    this.#slider = h("input", {
      type: "range",
      min: Math.min(...days) - BEFORE,
      max: Math.max(...days) + AFTER,
      id: "clock",
      list: "clock-days",
      "aria-describedby": "clock-means",
    });
    this.#listen();
    this.element = this.#card(sunsets);
    this.follow();
  }

  /** Shows the world's clock, unless the user is dragging the slider. */
  follow(): void {
    this.#still.checked = world.clock.frozen;
    if (!this.#isHeld) this.#show(today());
  }

  #listen(): void {
    this.#slider.addEventListener("input", () => {
      this.#isHeld = true;
      this.#show(this.#slider.valueAsNumber);
    });
    this.#slider.addEventListener("change", () => void this.#travel(this.#slider.valueAsNumber));
    this.#exact.addEventListener("change", () => void this.#travel(Math.floor(this.#exact.valueAsNumber / DAY)));
    this.#still.addEventListener("change", () => void this.#travel(this.#slider.valueAsNumber));
  }

  #card(sunsets: readonly string[]): HTMLElement {
    const marks = sunsets.map((day) => h("option", { value: String(dayOf(Date.parse(day))), label: day }));
    const back = button("Back to the time of the start", () =>
      this.#change(() => plane("clock", { method: "DELETE" }), "The time of the start"),
    );
    return h(
      "div.card.clock",
      h(
        "div.field",
        h("label", { for: "clock" }, "Travel to a day"),
        this.#slider,
        h("datalist", { id: "clock-days" }, marks),
      ),
      this.#means,
      h(
        "div.actions",
        sunsets.slice(0, 4).flatMap((day) => this.#jumps(day)),
        back,
      ),
      h(
        "div.together",
        h("label", { for: "clock-day" }, "Exact day"),
        this.#exact,
        this.#still,
        h("label", { for: "clock-frozen" }, "Time stands still"),
      ),
    );
  }

  #jumps(day: string): Child[] {
    const at = dayOf(Date.parse(day));
    return [
      button(`${dayInWords(day)}, the last day`, () => this.#travel(at)),
      button(`${dayInWords(iso(at + 1))}, the day after`, () => this.#travel(at + 1)),
    ];
  }

  async #travel(day: number): Promise<void> {
    if (!Number.isFinite(day)) return;
    const body = { now: new Date(day * DAY + NOON).toISOString(), frozen: this.#still.checked };
    await this.#change(() => plane("clock", { method: "PUT", body }), `It is ${dayInWords(iso(day))}`);
  }

  async #change(action: () => Promise<unknown>, done: string): Promise<void> {
    this.#isHeld = false;
    try {
      await action();
      say(done);
    } catch (error) {
      say(reason(error));
    }
    await refreshWorld().catch(() => undefined);
    this.follow();
  }

  #show(day: number): void {
    this.#slider.value = String(day);
    this.#slider.setAttribute("aria-valuetext", dayInWords(iso(day)));
    this.#exact.value = iso(day);
    fill(this.#means, meaning(this.#served, iso(day)));
  }
}

function sunsetsOf({ operations }: Served): string[] {
  const days = operations.map(({ sunset }) => sunset).filter((day) => !Number.isNaN(Date.parse(day)));
  return [...new Set(days)].toSorted();
}

/** "GET /items/{itemId} is gone." */
function meaning({ operations }: Served, day: string): Child {
  const leaving = operations.filter(({ sunset }) => sunset !== "");
  const gone = leaving.filter(({ sunset }) => day > sunset);
  const going = leaving.filter(({ sunset }) => day <= sunset);
  const still = going.length === 1 ? "still answers, and says until when." : "still answer, and say until when.";
  return h(
    "p",
    h("strong", dayInWords(day)),
    ": ",
    gone.length > 0 && h("span", { dir: "auto" }, `${names(gone)} ${gone.length === 1 ? "is" : "are"} gone. `),
    going.length > 0 && h("span", { dir: "auto" }, `${names(going)} ${still}`),
    leaving.length === 0 && "the document names no day on which anything changes.",
  );
}

function names(some: readonly Operation[]): string {
  const more = some.length - 5;
  return (
    some
      .slice(0, 5)
      .map(({ name }) => name)
      .join(", ") + (more > 0 ? ` and ${more} more` : "")
  );
}

function today(): number {
  return dayOf(Date.parse(world.clock.now));
}

function dayOf(moment: number): number {
  return Math.floor(moment / DAY);
}

function iso(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}
