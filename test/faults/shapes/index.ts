// Three stores of other shapes, each with its document, its faults, and variants that the document allows.
import type { JsonObject } from "../../../src/json/value.ts";
import type { Running } from "../server.ts";
import { type Ask, type Quirk, type Reply, type ShapeFault, type ShapeVariant, startDesk } from "./desk.ts";
import { ENVELOPED_DOCUMENT, type EnvelopedOptions, envelopedStore } from "./enveloped.ts";
import { ENVELOPED_FAULTS, KEYED_FAULTS, NESTED_FAULTS } from "./faults.ts";
import { KEYED_DOCUMENT, type KeyedOptions, keyedStore } from "./keyed.ts";
import { NESTED_DOCUMENT, type NestedOptions, nestedStore } from "./nested.ts";

/** A store with its document, its faults and its variants. */
export interface Shape {
  readonly name: string;
  readonly document: JsonObject;
  readonly faults: readonly Named[];
  readonly variants: readonly Named[];
  start(named?: Named): Promise<Running>;
}

export type Named = Pick<ShapeFault<never>, "id" | "what"> & { readonly by?: string };

function shape<S>(
  name: string,
  document: JsonObject,
  store: (options?: Partial<S>) => (ask: Ask) => Reply,
  all: { readonly faults: readonly ShapeFault<S>[]; readonly variants: readonly ShapeVariant<S>[] },
): Shape {
  const quirks = new Map<string, Quirk<S>>([...all.faults, ...all.variants].map((one) => [one.id, one]));
  const start = (named?: Named): Promise<Running> => {
    const quirk = named === undefined ? {} : (quirks.get(named.id) ?? {});
    return startDesk(store(quirk.store), quirk);
  };
  return { name, document, ...all, start };
}

/** Every response has a property that the document neither describes nor forbids. */
const wordy = (id: string): ShapeVariant<never> => ({
  id,
  what: "Objects have members that the document leaves open.",
  after: (reply) =>
    typeof reply.body === "object" && reply.body !== null && !Array.isArray(reply.body)
      ? { ...reply, body: { ...reply.body, "x-trace": "7f3a" } }
      : reply,
});

const NESTED_VARIANTS: readonly ShapeVariant<NestedOptions>[] = [
  { id: "nested.newest-first", what: "The newest item comes first.", store: { newestFirst: true } },
  { id: "nested.own-numbers", what: "Each project counts its tasks from 1.", store: { ownNumbers: true } },
  { id: "nested.relative-links", what: "Links are relative.", store: { links: "relative" } },
  { id: "nested.no-links", what: "There are no links.", store: { links: "none" } },
  { id: "nested.keeps-full", what: "A project with tasks is not removed.", store: { keepsFull: true } },
  wordy("nested.wordy"),
];

const ENVELOPED_VARIANTS: readonly ShapeVariant<EnvelopedOptions>[] = [
  { id: "enveloped.newest-first", what: "The newest item comes first.", store: { newestFirst: true } },
  { id: "enveloped.unprocessable", what: "What the schema refuses is answered 422.", store: { invalid: 422 } },
  { id: "enveloped.empty-cursor", what: "The last cursor is an empty text.", store: { noNext: "", looksAhead: false } },
  { id: "enveloped.null-cursor", what: "The last cursor is null.", store: { noNext: null, looksAhead: false } },
  { id: "enveloped.no-total", what: "The total, which is optional, is left out.", store: { tellsTotal: false } },
  wordy("enveloped.wordy"),
];

const KEYED_VARIANTS: readonly ShapeVariant<KeyedOptions>[] = [
  { id: "keyed.by-name", what: "Lists are sorted by name.", store: { byName: true } },
  { id: "keyed.taken-is-bad", what: "A name that is taken is answered 400.", store: { taken: 400 } },
  { id: "keyed.absolute-next", what: "Links are absolute.", store: { next: "absolute" } },
  { id: "keyed.no-next", what: "The link, which is optional, is left out.", store: { next: "none" } },
  { id: "keyed.strict-offset", what: "An offset beyond the end is refused.", store: { strictOffset: true } },
  { id: "keyed.folds-case", what: "Texts are sorted without regard to case.", store: { foldsCase: true } },
  wordy("keyed.wordy"),
];

export const SHAPES: readonly Shape[] = [
  shape("nested", NESTED_DOCUMENT, nestedStore, { faults: NESTED_FAULTS, variants: NESTED_VARIANTS }),
  shape("enveloped", ENVELOPED_DOCUMENT, envelopedStore, { faults: ENVELOPED_FAULTS, variants: ENVELOPED_VARIANTS }),
  shape("keyed", KEYED_DOCUMENT, keyedStore, { faults: KEYED_FAULTS, variants: KEYED_VARIANTS }),
];
