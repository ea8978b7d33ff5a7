// A run of suite or gate: its progress, failures on the way, and the report. Leaving the page ends it.
import { type Child, button, empty, fill, h } from "../dom.ts";
import { type Json, get, list, parse, show, text } from "../data/json.ts";
import { PlaneError, follow, reason, useToken } from "../data/plane.ts";
import { form } from "./field.ts";
import { count } from "../data/served.ts";

/** The maximum number of findings to render; failures come first. */
const MOST = 200;

/** Shows runs of one kind, one at a time; add `element` to the page, and call `stop` to end a run. */
export class RunCard {
  readonly element = h("div.run");
  readonly stop = button("Stop", () => this.#going?.abort());
  readonly #path: string;
  #going: AbortController | undefined;

  constructor(kind: "verify" | "gate", left: AbortSignal) {
    this.#path = `runs/${kind}`;
    this.stop.hidden = true;
    left.addEventListener("abort", () => this.#going?.abort());
  }

  /** Starts a run, and shows its events. */
  async start(body: Json): Promise<void> {
    this.#going?.abort();
    const going = (this.#going = new AbortController());
    this.stop.hidden = false;
    const bar = h("progress", { "aria-label": "Checks" });
    const words = h("p.quiet", "Starting…");
    const failed = h("ul.plain");
    fill(this.element, h("div.card", { "aria-busy": "true" }, bar, words, failed));
    let last: Child = problem("It ended without a report");
    try {
      await follow(this.#path, { method: "POST", body, signal: going.signal, run: true, worldless: true }, (data) => {
        const event = parse(data);
        const report = get(event, "report");
        if (report !== undefined) last = drawn(report);
        else if (text(event, "failure") !== "") last = problem(text(event, "failure"));
        else {
          bar.max = Number(get(event, "total"));
          bar.value = Number(get(event, "done"));
          words.textContent = `${bar.value} of ${bar.max} checks`;
          const wrong = text(event, "failed");
          if (wrong !== "" && failed.childElementCount < MOST) failed.append(h("li", { dir: "auto" }, wrong));
        }
      });
    } catch (error) {
      const isUnknown = error instanceof PlaneError && error.status === 401;
      last = going.signal.aborted ? problem("Stopped") : isUnknown ? this.#askForToken(body) : problem(reason(error));
    }
    // Another run may have replaced it.
    if (this.#going !== going) return;
    this.stop.hidden = true;
    fill(this.element, last);
  }

  #askForToken(body: Json): HTMLElement {
    const input = h("input", { id: "run-token", type: "password", autocomplete: "off", required: true });
    const submit = (): Promise<void> => {
      useToken(input.value.trim().replace(/^.*#run=/, ""), "run");
      return this.start(body);
    };
    return form(
      { class: "card" },
      submit,
      h("h2", "This needs the link of the terminal"),
      h("p", "It starts a program on this machine, so it works from the link that the mock printed at its start."),
      h("label", { for: "run-token" }, "The link, or what follows #run= in it"),
      input,
      h("div.actions", h("button.primary", "Go on")),
    );
  }
}

function problem(words: string): HTMLElement {
  return h("p.card.fault", { role: "status", dir: "auto" }, words);
}

function drawn(report: Json): Child {
  const findings = list(report, "findings");
  const isLoud = (one: Json): boolean => /error|warning/.test(text(one, "severity"));
  const loud = findings.filter(isLoud);
  const others = findings.filter((one) => !isLoud(one));
  const more = Math.max(0, loud.length - MOST) + Number(get(report, "more") ?? 0);
  const counts = list(report, "summary").map((pair) => {
    const [verdict, number] = pair as readonly Json[];
    return h("li", h("strong", show(number)), ` ${show(verdict)}`);
  });
  return [
    h("div.card", { role: "status" }, h("ul.counts", counts)),
    loud.length === 0 ? quiet(list(report, "summary")) : h("ul.card.plain.findings", loud.slice(0, MOST).map(finding)),
    more > 0 && h("p.quiet", `and ${more} more`),
    others.length > 0 &&
      h(
        "details.card",
        h("summary", `${count(others.length, "note")}: what was not decided, or does not matter`),
        h("ul.plain.findings", others.slice(0, MOST).map(finding)),
      ),
  ];
}

/** Never says that nothing is wrong while something is undecided. */
function quiet(summary: readonly Json[]): HTMLElement {
  const numberOf = (...words: string[]): number =>
    summary
      .map((one) => one as readonly Json[])
      .reduce((sum, [word, number]) => sum + (words.includes(show(word)) ? Number(number) : 0), 0);
  const undecided = numberOf("inconclusive", "unknown");
  if (undecided === 0) return empty("Nothing is wrong", "Everything is as it should be.");
  const passed = numberOf("pass", "compatible");
  return empty(
    passed === 0 ? "Nothing was decided" : "Nothing failed",
    `${count(passed, "claim")} passed, and ${count(undecided, "claim")} could not be decided.`,
  );
}

function finding(one: Json): HTMLElement {
  return h(
    "li",
    h("span", { class: `tag ${text(one, "severity")}` }, text(one, "verdict")),
    " ",
    h("strong", { dir: "auto" }, text(one, "title")),
    h("span.under", { dir: "auto" }, text(one, "subject")),
    list(one, "details").map((line) => h("span.detail", { dir: "auto" }, show(line))),
    text(one, "place") !== "" && h("code.under", { dir: "auto" }, text(one, "place")),
  );
}
