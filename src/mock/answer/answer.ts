// Makes every answer: items, rows, envelopes, events and examples. One function merges what is known at every depth,
// the strongest first: what the client sent, what the store knows, the clock, the document's examples, its defaults,
// and values in the shape of an example. What does not fit the schema is repaired at its smallest part.
import type { Document } from "../../document/document.ts";
import { partAt, withPart } from "../../json/parts.ts";
import { pointerSteps } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { hashOf } from "../../schema/samples/choices.ts";
import type { Evidence, Purpose } from "../../realistic/evidence.ts";
import { ValuePlace } from "../../schema/generate/place.ts";
import { layeredValue } from "../../realistic/seeded-values.ts";
import type { Schema, Violation } from "../../schema/model.ts";
import { noteRepair } from "./repairs.ts";
import { allows } from "../allowed.ts";

/** How many rounds of repairs are tried. */
const ROUNDS = 12;
/** How many violations are repaired in a round. */
const MOST_REPAIRS = 40;
/** How often a whole value is made again. */
const ATTEMPTS = 20;
/** A value with more properties than this is made again whole only once. */
const WIDE = 100;

/** Makes the answers of one schema. */
export class Answers {
  readonly #schema: Schema;
  readonly #document: Document;
  #place: ValuePlace | undefined;

  constructor(document: Document, schema: Schema) {
    this.#document = document;
    this.#schema = schema;
  }

  get place(): ValuePlace {
    return (this.#place ??= ValuePlace.at(this.#document, this.#schema.pointer, "response"));
  }

  /** True for a value that needs no repair. */
  allows(value: JsonValue): boolean {
    return allows(this.#schema, value);
  }

  /** A changed value, without the changes that the schema does not allow. */
  allowed(changed: JsonObject, former: JsonObject): JsonObject {
    if (changed === former || this.allows(changed)) return changed;
    const kept = { ...changed };
    for (const { at } of this.#schema.validate(changed).slice(0, MOST_REPAIRS)) {
      const [name = ""] = pointerSteps(at);
      if (Object.hasOwn(former, name)) kept[name] = former[name] as JsonValue;
    }
    return this.allows(kept) ? kept : former;
  }

  /** @param about what the answer is about: the same text gives the same values */
  make(about: string, purpose: Purpose, evidence: Evidence = {}): JsonValue {
    const seed = hashOf(about);
    const made = layeredValue(this.place, seed, purpose, evidence);
    if (made !== undefined && this.allows(made)) return made;
    const repaired = made === undefined ? undefined : this.#repaired(made, seed, purpose, evidence);
    if (repaired !== undefined && this.allows(repaired)) return repaired;
    const other = this.#again(seed, purpose, evidence, made) ?? repaired ?? made;
    if (other !== undefined || this.place.form.types?.has("object") !== true) return other ?? null;
    // What contains itself without end has no right value: then as much of it as there can be.
    const { certain = [], sent = {} } = evidence;
    const known = certain.reduce((whole, [path, value]) => withPart(whole, path, value), sent);
    return this.#repaired(known, seed, { ...purpose, kind: "least" }, evidence);
  }

  /** A value with what the schema requires, and without what it does not allow. */
  fit(value: JsonObject): JsonObject {
    if (this.allows(value)) return value;
    const fitted = this.#repaired(value, 1, { kind: "least" }, {});
    return isObject(fitted) ? fitted : value;
  }

  /** A value made anew, without examples, because they may be wrong, and in the end with as little as possible. */
  #again(seed: number, purpose: Purpose, evidence: Evidence, first: JsonValue | undefined): JsonValue | undefined {
    const isWide = isObject(first) && Object.keys(first).length > WIDE;
    for (let attempt = isWide ? ATTEMPTS / 2 : 1; attempt <= ATTEMPTS; attempt++) {
      const usesExamples = purpose.usesExamples !== false && attempt <= ATTEMPTS / 4;
      const kind = attempt > ATTEMPTS / 2 && purpose.kind !== "new" ? "least" : purpose.kind;
      const bare = attempt > ATTEMPTS / 2 ? { certain: evidence.certain, taken: evidence.taken } : evidence;
      const made = layeredValue(this.place, seed + attempt, { ...purpose, kind, usesExamples }, bare);
      if (made === undefined) {
        // It takes too much work, and would again: only with as little as possible it may not.
        if (kind === "least" || attempt > ATTEMPTS / 2) return undefined;
        attempt = ATTEMPTS / 2;
        continue;
      }
      const whole = bare === evidence || !isObject(first) || !isObject(made) ? made : this.#grafted(made, first);
      if (this.allows(whole)) return whole;
      const repaired = this.#repaired(whole, seed + attempt, { kind: "least", usesExamples: false }, {});
      if (this.allows(repaired)) return repaired;
    }
    return undefined;
  }

  /** A value with as much of another one as the schema allows. */
  #grafted(base: JsonObject, other: JsonObject): JsonObject {
    let whole = base;
    for (const [name, own] of Object.entries<JsonValue>(other).slice(0, MOST_REPAIRS)) {
      const tried = { ...whole, [name]: own };
      if (this.allows(tried)) whole = tried;
    }
    return whole;
  }

  #repaired(value: JsonValue, seed: number, purpose: Purpose, evidence: Evidence): JsonValue {
    let whole = value;
    for (let round = 0; round < ROUNDS; round++) {
      const violations = this.#schema.validate(whole);
      // More faults than all rounds could mend are left.
      if (violations.length === 0 || violations.length > MOST_REPAIRS * ROUNDS) return whole;
      let next = whole;
      for (const violation of violations.slice(0, MOST_REPAIRS))
        next = this.#mended(next, violation, { seed: seed + round, round, purpose, evidence });
      if (next === whole) return whole;
      whole = next;
    }
    return whole;
  }

  /** The value with one part corrected; unchanged if no correction is known. */
  #mended(whole: JsonValue, violation: Violation, repair: Repair): JsonValue {
    const { at, keyword, params } = violation;
    const steps = pointerSteps(at);
    const isMissing = keyword === "required" || keyword === "dependentRequired";
    if (params.property !== undefined && (isMissing || isAboutNames(keyword))) {
      const place = [...steps, params.property];
      // What needs what no value can be is left out with it.
      const around = steps.slice(0, 1 + steps.findLastIndex((step) => !/^\d+$/.test(step)));
      if (isMissing && repair.round > ROUNDS / 2 && around.length > 0) return withPart(whole, around, undefined);
      if (!isMissing && partAt(repair.evidence.sent, place) !== undefined) noteRepair(violation);
      return isMissing ? withPart(whole, place, this.#part(whole, place, repair)) : withPart(whole, place, undefined);
    }
    if (steps.length === 0) return whole;
    if (partAt(repair.evidence.sent, steps) !== undefined) noteRepair(violation);
    // First another value for the part, then none at all.
    const former = repair.round === 0 ? partAt(repair.evidence.kept, steps) : undefined;
    if (repair.round > 1) return withPart(whole, steps, undefined);
    return withPart(whole, steps, former ?? this.#part(whole, steps, repair));
  }

  /** A new value for the part of a value. */
  #part(whole: JsonValue, steps: readonly string[], { seed, purpose, round }: Repair): JsonValue | undefined {
    let place = this.place;
    let value: JsonValue | undefined = whole;
    for (const step of steps) {
      const own: JsonValue = value ?? null;
      const chosen = place.holding(own);
      place = Array.isArray(own) ? chosen.item(Number(step)) : chosen.property(step);
      value = partAt(own, [step]);
    }
    return layeredValue(place, hashOf(`${seed} ${steps.join("/")}`), {
      ...purpose,
      kind: purpose.kind === "least" ? "least" : "one",
      usesExamples: round === 0 && purpose.usesExamples !== false,
    });
  }
}

interface Repair {
  readonly seed: number;
  readonly round: number;
  readonly purpose: Purpose;
  readonly evidence: Evidence;
}

function isAboutNames(keyword: string): boolean {
  return /^(additional|unevaluated)Properties$|^propertyNames$/.test(keyword);
}
