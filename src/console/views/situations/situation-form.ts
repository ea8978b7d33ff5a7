// The form for a situation, with everything that the control plane supports. Effects can be combined.
import { h } from "../../dom.ts";
import type { Json } from "../../data/json.ts";
import { field, form } from "../../parts/field.ts";
import type { Served } from "../../data/served.ts";

/** Properties of a situation. */
type SituationPart = Readonly<Record<string, Json>>;

interface Effect {
  readonly element: HTMLElement;
  /** The part that it adds to the situation; empty if unchanged. */
  readonly read: () => SituationPart;
}

/** Values of a property with their meaning; "" leaves it out. */
type Options = readonly (readonly [value: string, label: string])[];

// oxfmt-ignore
const BODIES: Options = [["", "Whole"], ["cut", "Ends too early"], ["malformed", "No JSON"], ["breach", "Not allowed by the contract"]];
// oxfmt-ignore
const LISTS: Options = [["", "As they are"], ["empty", "Empty"], ["full", "Full"]];
// oxfmt-ignore
const CONNECTIONS: Options = [["", "Stays"], ["dropped", "Closed without an answer"]];
// oxfmt-ignore
const KEYS: Options = [["", "As they are"], ["expired", "All have expired"]];
// oxfmt-ignore
const SOURCES: Options = [["", "The example, if there is one"], ["dynamic", "The schema"]];

/** Creates the form. @param switchOn switches a situation on; returns why it was refused */
export function situationForm(served: Served, switchOn: (situation: Json) => Promise<string | undefined>): HTMLElement {
  const effects = effectsFor(served);
  const fault = h("p.fault", { role: "alert" });
  const submit = async (): Promise<void> => {
    const parts: SituationPart = Object.assign({}, ...effects.map(({ read }) => read())) as SituationPart;
    const problem = await switchOn(situationOf(parts));
    fault.textContent = problem ?? "";
    if (problem === undefined) element.reset();
  };
  const element = form(
    { class: "card" },
    submit,
    h(
      "div.grid",
      effects.map(({ element }) => element),
    ),
    fault,
    h("div.actions", h("button.primary", "Switch it on")),
  );
  return element;
}

function effectsFor(served: Served): Effect[] {
  const operations = served.operations.map(({ name }): [string, string] => [name, name]);
  const status = (value: string): SituationPart => ({ status: /^\d+$/.test(value) ? Number(value) : value });
  return [
    select("Where", [["", "Every operation"], ...operations], (value) => ({ on: value })),
    select("Answer with", [["", "What it would anyway"], ...statusesOf(served)], status),
    numbered("Share of requests", "percent", (value) => ({ share: value / 100 })),
    numbered("Ends after", "times", (value) => ({ times: value })),
    numbered("Latency from", "ms", (value) => ({ from: value })),
    numbered("Latency to", "ms", (value) => ({ to: value })),
    numbered("Latency for each byte", "ms", (value) => ({ perByte: value })),
    numbered("Body comes later by", "ms", (value) => ({ slowBody: value })),
    select("Body", BODIES, (value) => ({ body: value })),
    select("Lists", LISTS, (value) => ({ list: value })),
    select("Connection", CONNECTIONS, (value) => ({ connection: value })),
    select("Keys", KEYS, (value) => ({ key: value })),
    numbered("Requests allowed", "in the time beside", (value) => ({ requests: value })),
    numbered("Time of the limit", "seconds", (value) => ({ seconds: value })),
    typed("Example", "a name from the document", (value) => ({ example: value })),
    select("Made from", SOURCES, () => ({ dynamic: true })),
    numbered("Seed of the share", "the same for the same number", (value) => ({ seed: value })),
  ];
}

/** Combines the inputs that belong together. */
function situationOf({ from, to, perByte, requests, seconds, ...rest }: SituationPart): Json {
  const range = from !== undefined && to !== undefined ? { from, to } : (from ?? to);
  const latency = perByte === undefined ? range : { perByte };
  const isLimited = requests !== undefined || seconds !== undefined;
  return {
    ...rest,
    ...(latency === undefined ? {} : { latency }),
    ...(isLimited ? { rateLimit: { requests: requests ?? 1, seconds: seconds ?? 1 } } : {}),
  };
}

function statusesOf({ operations }: Served): [string, string][] {
  const all = new Set(["500", "503", ...operations.flatMap(({ statuses }) => statuses)]);
  return [...all].toSorted().map((one) => [one, one]);
}

function select(label: string, options: Options, read: (value: string) => SituationPart): Effect {
  const control = h(
    "select",
    options.map(([value, text]) => h("option", { value }, text)),
  );
  return { element: field(label, control), read: () => (control.value === "" ? {} : read(control.value)) };
}

function typed(label: string, hint: string, read: (value: string) => SituationPart): Effect {
  const control = h("input", { type: "text", autocomplete: "off" });
  return { element: field(label, control, { hint }), read: () => (control.value === "" ? {} : read(control.value)) };
}

function numbered(label: string, hint: string, read: (value: number) => SituationPart): Effect {
  const control = h("input", { type: "number", min: 0, step: "any", inputmode: "decimal" });
  const given = (): SituationPart => (Number.isNaN(control.valueAsNumber) ? {} : read(control.valueAsNumber));
  return { element: field(label, control, { hint }), read: given };
}
