// What is known about a value before it is made, strongest first: certain parts, what the client sent, what the thing
// was before, and what examples say; and what it is made for. Descends with the value, so that layers are merged at
// every depth.
import {
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type Scalar,
  isObject,
  ownValue,
  scalarText,
} from "../json/value.ts";
import { keptFor, once } from "../memo.ts";
import { type SchemaNode, propertiesIn } from "../schema/normal/schema-node.ts";
import { plainName } from "../document/names.ts";

/**
 * What a client may send at a place: a schema; "nothing", so that only the service decides; or "unknown", for values
 * that are not about a request.
 */
export type Taken = SchemaNode | "nothing" | "unknown";

/** A part that is certain: the steps to it, and its value. */
export type Certain = readonly [steps: readonly string[], value: JsonValue];

/** What a value is made for. */
export interface Purpose {
  /**
   * One answer; one of many things that exist already; a new thing; the view of a thing; or only what is required.
   */
  readonly kind: "one" | "many" | "new" | "view" | "least";
  /** Counts many things from 0. */
  readonly turn?: number;
  /** The time of the world, when a new thing begins; without it, times are those of the turn. */
  readonly now?: number | undefined;
  /** The day on which things exist already: what lies ahead of them lies ahead of it. */
  readonly today?: number | undefined;
  /** The answer of a success, which tells of no errors. */
  readonly isWell?: boolean;
  /** False if examples are ignored, because those of a document may be wrong. */
  readonly usesExamples?: boolean;
}

export interface Evidence {
  /** Identifiers, parents, and what was made elsewhere: used unchanged. */
  readonly certain?: readonly Certain[] | undefined;
  readonly sent?: JsonValue | undefined;
  /** The former value, or the value that is shown. */
  readonly kept?: JsonValue | undefined;
  /** The client sent the thing around it without it. */
  readonly isLeftOut?: boolean | undefined;
  readonly taken?: Taken | undefined;
  /** By what name the request describes a property that it calls otherwise. */
  readonly called?: ReadonlyMap<string, string> | undefined;
  /** It is a part of the thing. */
  readonly isPart?: boolean;
  /** The client sends only what the thing has in this property. */
  readonly within?: string | undefined;
  readonly examples?: readonly JsonValue[] | undefined;
}

/** The evidence about one place. */
export class Known {
  readonly #evidence: Evidence;
  readonly #sent: Spelled;
  readonly #kept: Spelled;
  #parts: Map<string, Known> | undefined;
  readonly taken: Taken;
  readonly #examplesOf: () => readonly JsonValue[];
  #examples: readonly JsonValue[] | undefined;

  /** @param examplesOf reads the examples of a part, which most parts that were sent do not need */
  constructor(evidence: Evidence, examplesOf = (): readonly JsonValue[] => evidence.examples ?? []) {
    this.#evidence = evidence;
    this.#sent = new Spelled(evidence.sent);
    this.#kept = new Spelled(evidence.kept);
    this.taken = evidence.within === undefined ? (evidence.taken ?? "unknown") : "nothing";
    this.#examplesOf = examplesOf;
  }

  get examples(): readonly JsonValue[] {
    return (this.#examples ??= this.#examplesOf());
  }

  /** A value that must stay as it is. */
  get certain(): JsonValue | undefined {
    return this.#evidence.certain?.find(([steps]) => steps.length === 0)?.[1];
  }

  /** The value that was sent, or else the former one, unless it was left out of what was sent. */
  get given(): JsonValue | undefined {
    const { sent, kept, isLeftOut } = this.#evidence;
    if (sent !== undefined) return sent;
    return isLeftOut === true ? undefined : kept;
  }

  /** The former value. */
  get kept(): JsonValue | undefined {
    return this.#evidence.kept;
  }

  /** True if a part is certain or given. */
  get isGiven(): boolean {
    return this.given !== undefined || (this.#evidence.certain?.length ?? 0) > 0;
  }

  /** The names of properties that may be certain or given. */
  get names(): readonly string[] {
    const { certain = [], sent, kept } = this.#evidence;
    const first = certain.flatMap(([[step]]) => step ?? []);
    return [...first, ...[sent, kept].flatMap((one) => (isObject(one) ? Object.keys(one) : []))];
  }

  /** The evidence about a property. @param around what examples show of the object */
  property(name: string, around: readonly JsonValue[]): Known {
    const own = this.part(name);
    return around.length === 0 ? own : new Known(own.#evidence, () => around.flatMap(partNamed(name)));
  }

  /** The evidence about a property, apart from examples: read once, because whether it is there depends on it too. */
  part(name: string): Known {
    return keptFor((this.#parts ??= new Map<string, Known>()), name, () => new Known(this.#evidenceOf(name)));
  }

  #evidenceOf(name: string): Evidence {
    const { certain, sent } = this.#evidence;
    const taken = this.#takenOf(name);
    const kept = this.#kept.value(name);
    // A list that was sent may be in an envelope of its own: `items: { data: [...] }`.
    if (Array.isArray(sent) && LISTS.test(name)) return { sent, kept, taken: this.taken };
    const own = certain?.filter(([[step]]) => step === name).map(([steps, value]): Certain => [steps.slice(1), value]);
    const isId = IDENTIFIED.test(name);
    // The identifier of a part says which thing is meant, even if clients are not to set it.
    const isRead = taken !== "nothing" || (isId && this.#evidence.isPart === true);
    const given = isIdentifier(sent) && isId ? sent : isRead ? this.#sent.value(name) : undefined;
    return {
      isPart: true,
      certain: own !== undefined && own.length > 0 ? own : undefined,
      sent: given,
      kept,
      isLeftOut: given === undefined && taken !== "nothing" && isObject(sent),
      taken,
    };
  }

  item(index: number, around: readonly JsonValue[]): Known {
    const { sent, kept } = this.#evidence;
    const one = Array.isArray(sent) ? (sent as JsonArray)[index] : undefined;
    const taken = typeof this.taken === "string" ? this.taken : (this.taken.items ?? "unknown");
    return new Known({
      isPart: true,
      sent: one,
      kept: Array.isArray(kept) ? keptItem(kept as JsonArray, one, index, Array.isArray(sent)) : undefined,
      taken,
      examples: around.flatMap((value) => (Array.isArray(value) ? (value as JsonArray) : [])),
    });
  }

  #takenOf(name: string): Taken {
    const { within, taken = "unknown" } = this.#evidence;
    if (within === name) return taken;
    if (typeof this.taken === "string") return this.taken;
    const property = propertyNamed(this.taken, this.#evidence.called?.get(name) ?? name, this.#sent.value(name));
    if (property !== undefined) return property.annotations.readOnly ? "nothing" : property;
    // A property that is required and not described may be anything.
    return isOpen(this.taken) || this.taken.form.required.has(name) ? "unknown" : "nothing";
  }
}

const IDENTIFIED = /^_?(id|uuid|gid|sid)$/i;
/** Names of lists in envelopes. */
const LISTS = /^(data|items|values|results|entries|nodes)$/;

const partNamed =
  (name: string) =>
  (value: JsonValue): JsonValue | readonly never[] =>
    isObject(value) ? (ownValue(value, name) ?? []) : [];

/** True for a value that may name a thing: a client sends `price: "price_1"`, and the answer shows the price itself. */
function isIdentifier(value: JsonValue | undefined): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint";
}

/** True for a request that names no property: anything may be sent. */
function isOpen(taken: SchemaNode): boolean {
  return taken.form.freeNames && propertiesIn(taken).size === 0;
}

/** A former element: the one with the identifier that was sent, or else the one at the same index. */
function keptItem(kept: JsonArray, sent: JsonValue | undefined, index: number, isSent: boolean): JsonValue | undefined {
  if (!isSent) return kept[index];
  if (!isObject(sent)) return undefined;
  const name = Object.keys(sent).find((one) => /^_?(id|uuid|guid|gid|sid|uid|key)$/i.test(one));
  const textOf = (one: JsonObject): string => scalarText(ownValue(one, name ?? "") as Scalar | undefined);
  const own = name === undefined ? kept[index] : kept.find((one) => isObject(one) && textOf(one) === textOf(sent));
  return isObject(own) ? own : undefined;
}

/** The values of an object by the names of properties, or by other spellings of them: `To` for `to`. */
class Spelled {
  readonly #object: JsonObject | undefined;
  #names: ReadonlyMap<string, string> | undefined;

  constructor(value: JsonValue | undefined) {
    this.#object = isObject(value) ? value : undefined;
  }

  value(name: string): JsonValue | undefined {
    const object = this.#object;
    if (object === undefined) return undefined;
    if (Object.hasOwn(object, name)) return object[name];
    // The first of several with the same letters.
    this.#names ??= new Map(
      Object.keys(object)
        .toReversed()
        .map((one) => [plainName(one), one]),
    );
    const other = this.#names.get(plainName(name));
    return other === undefined ? undefined : object[other];
  }
}

/** What a request describes under a name: of the objects that alternatives have there, the one that was sent. */
function propertyNamed(node: SchemaNode, name: string, sent: JsonValue | undefined): SchemaNode | undefined {
  const found = propertiesIn(node).get(name) ?? spellings(node).get(plainName(name));
  if (found === undefined || !isObject(sent) || node.alternatives.length + node.kinds.length === 0) return found;
  const branches = [...node.alternatives.flatMap((one) => one.branches), ...node.kinds.map((one) => one.node)];
  return branches
    .flatMap((one) => one.properties.get(name) ?? [])
    .reduce((best, one) => (described(one, sent) > described(best, sent) ? one : best), found);
}

/** How many parts of an object a schema describes. */
function described(node: SchemaNode, sent: JsonObject): number {
  const all = propertiesIn(node);
  return Object.entries<JsonValue>(sent).reduce((sum, [name, value]) => {
    const part = all.get(name);
    return part === undefined ? sum : sum + 1 + (isObject(value) ? described(part, value) : 0);
  }, 0);
}

const spellings = once(
  (node: SchemaNode): ReadonlyMap<string, SchemaNode> =>
    new Map([...propertiesIn(node)].map(([name, property]) => [plainName(name), property])),
);
