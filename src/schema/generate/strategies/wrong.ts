// The nearest values that a schema does not allow, each with what is wrong with it: single values, lists and objects that
// are allowed but for one thing, and what `not` and `oneOf` exclude. These are proposals: the validators decide.
import { type JsonObject, type JsonValue, isObject } from "../../../json/value.ts";
import { writeJson } from "../../../json/write.ts";
import { isExact } from "../../keywords/alternatives.ts";
import { ANYTHING_GOES } from "../../form/conjunction.ts";
import { ANYTHING, type Contains, type NormalForm, type Opaque, allowsType } from "../../form/normal-form.ts";
import type { SchemaNode } from "../../normal/schema-node.ts";
import { matchingText } from "../../pattern/text.ts";
import type { TypeName } from "../../types.ts";
import { Work } from "../../work.ts";
import { ValuePlace } from "../place.ts";
import { generate } from "../traversal.ts";
import { Plain } from "./plain.ts";
import { STRUCTURES, type Single, type Structure, type WrongValue, wrongSingles } from "./wrong-single.ts";

export { STRUCTURES, type WrongValue } from "./wrong-single.ts";

/** Work for all values of one schema. */
const MOST_WORK = 20_000;
const MOST_VALUES = 200;
/** Longer lists and larger objects say nothing about a bound. */
const LONGEST = 1_000;
const DEEPEST = 3;
/** Names, branches and parts of one schema that are tried. */
const MOST_TRIED = 20;
/** Wrong values of one part. */
const MOST_INSIDE = 12;
/** A name that no document describes. */
const EXTRA = "unexpected";

/** Values near the allowed ones that a schema should reject. */
export function wrongValues(schema: SchemaNode): WrongValue[] {
  const { work } = schema.forms;
  const found = wrongSingles(schema, work);
  const known = new Set(found.map(({ value }) => writeJson(value)));
  Work.within(() => {
    for (const wrong of new Breaker(work.part(MOST_WORK)).wrong(ValuePlace.of(schema))) {
      const key = writeJson(wrong.value);
      if (!known.has(key)) found.push(wrong);
      if (known.add(key).size > MOST_VALUES) break;
    }
  });
  return found;
}

/** An object and what it may have besides. */
interface Around {
  readonly object: JsonObject;
  readonly having: (name: string) => JsonObject;
  readonly depth: number;
}

class Breaker {
  readonly #work: Work;

  constructor(work: Work) {
    this.#work = work;
  }

  *wrong(place: ValuePlace, depth = 0): Generator<WrongValue> {
    for (const one of place.cases) {
      if (one.form !== place.form || depth > 0) yield* wrongSingles(single(one.form), place.forms.work);
      yield* unlisted(one.form);
      if (depth < DEEPEST && allowsType(one.form, "array")) yield* this.#lists(one, depth);
      if (depth < DEEPEST && allowsType(one.form, "object")) yield* this.#objects(one, depth);
    }
    yield* this.#excluded(place);
  }

  /** Values of a place, with the simplest first. */
  #values(place: ValuePlace): readonly JsonValue[] {
    this.#work.spend(10);
    return generate(place, new Plain({ text: "sample", fromPatterns: true }), this.#work);
  }

  #ofType<Kind extends JsonValue>(place: ValuePlace, type: "array" | "object", none: Kind): Kind {
    return (this.#values(place.and({ ...ANYTHING, types: new Set([type]) }))[0] as Kind | undefined) ?? none;
  }

  /** Each wrong value of a part, put into the whole. */
  *#inside(part: ValuePlace, depth: number, whole: (value: JsonValue) => JsonValue): Generator<WrongValue> {
    let count = 0;
    for (const { kind, of = kind, value, what } of this.wrong(part, depth + 1)) {
      this.#work.spend();
      yield { kind: "part", of, value: whole(value), what: `a part of it is ${what}` };
      if (++count === MOST_INSIDE) return;
    }
  }

  *#lists(place: ValuePlace, depth: number): Generator<WrongValue> {
    const { bounds, prefix, uniqueItems, items, opaque } = place.form;
    const list = this.#ofType<readonly JsonValue[]>(place, "array", []);
    const item = (index: number): JsonValue => list[index] ?? this.#values(place.item(index))[0] ?? EXTRA;
    const ofLength = (length: number): JsonValue[] => Array.from({ length }, (_, index) => item(index));
    const least = Number(bounds.minItems ?? 0);
    const isClosed = place.item(prefix.length).form.never;
    const most = Math.min(Number(bounds.maxItems ?? LONGEST), isClosed ? prefix.length : LONGEST);
    if (least > 0 && least < LONGEST) yield aboutItems("too few items", ofLength(least - 1));
    if (most < LONGEST) yield aboutItems("too many items", ofLength(most + 1));
    if (uniqueItems) yield aboutItems("an item twice", [item(0), item(0), ...ofLength(Math.max(2, least)).slice(2)]);
    for (const part of opaque) {
      if (part.keyword === "contains") yield* this.#contained(place, part, ofLength);
      if (part.keyword !== "unevaluatedItems") continue;
      for (const more of [EXTRA, 1.5])
        yield aboutItems("one more item", [...ofLength(Math.max(list.length, prefix.length)), more]);
    }
    const places = items.isEmpty ? prefix.length : prefix.length + 1;
    for (let index = 0; index < Math.min(places, MOST_TRIED); index++) {
      const whole = (part: JsonValue): JsonValue => ofLength(Math.max(list.length, index + 1)).with(index, part);
      yield* this.#inside(place.item(index), depth, whole);
    }
  }

  *#contained(place: ValuePlace, part: Contains, ofLength: (length: number) => JsonValue[]): Generator<WrongValue> {
    const { bounds, prefix } = place.form;
    const rule = place.and({ ...ANYTHING, items: part.schemas[0] }).item(prefix.length);
    const times = (length: number, value: JsonValue): JsonValue[] => Array.from({ length }, () => value);
    const least = Math.max(1, Number(bounds.minItems ?? 0));
    yield aboutItems("without an item that it must contain", []);
    for (const { value } of least < LONGEST ? wrongSingles(single(rule.form), place.forms.work).slice(0, 3) : [])
      yield aboutItems("without an item that it must contain", times(least, value));
    const [wanted = EXTRA] = this.#values(rule);
    for (const length of [Number(part.least) - 1, Number(part.most ?? LONGEST) + 1])
      if (length >= 0 && length < LONGEST)
        yield aboutItems("a wrong number of such items", [...ofLength(prefix.length), ...times(length, wanted)]);
  }

  *#objects(place: ValuePlace, depth: number): Generator<WrongValue> {
    const { bounds, required, properties, additional, opaque } = place.form;
    const object = this.#ofType<JsonObject>(place, "object", {});
    const sample = (name: string): JsonValue => object[name] ?? this.#values(place.property(name))[0] ?? EXTRA;
    for (const name of [...required].slice(0, MOST_TRIED))
      yield aboutProperties(`without ${name}`, without(object, name));
    const least = Number(bounds.minProperties ?? 0);
    const names = Object.keys(object);
    if (least > 0) yield aboutProperties("too few properties", without(object, ...names.slice(least - 1)));
    const most = Number(bounds.maxProperties ?? LONGEST);
    if (most < LONGEST) {
      const more = [...properties.keys(), ...Array.from({ length: most + 1 }, (_, index) => `${EXTRA}${index}`)];
      const added = more.filter((name) => !Object.hasOwn(object, name)).slice(0, Math.max(0, most + 1 - names.length));
      yield aboutProperties("too many properties", {
        ...object,
        ...Object.fromEntries(added.map((name) => [name, sample(name)])),
      });
    }
    const described = [...properties.keys()].slice(0, MOST_TRIED);
    const { work } = place.forms;
    const matching = place.namePatterns.slice(0, MOST_TRIED).flatMap((pattern) => matchingText(pattern, work) ?? []);
    const free = additional.isEmpty ? [] : [EXTRA];
    for (const name of [...described, ...matching, ...free]) {
      if (name === EXTRA && place.property(name).form.never)
        yield aboutProperties("an undescribed property", { ...object, [name]: 1 });
      yield* this.#inside(place.property(name), depth, (part) => ({ ...object, [name]: part }));
    }
    const having = (name: string): JsonObject => ({ ...object, [name]: sample(name) });
    for (const part of opaque) yield* this.#beside(place, part, { object, having, depth });
  }

  /** What keywords say of properties that no schema describes, and of those that depend on others. */
  *#beside(place: ValuePlace, part: Opaque, around: Around): Generator<WrongValue> {
    const { keyword, schemas } = part;
    const { object, having, depth } = around;
    const form = place.forms.form(schemas[0] ?? ANYTHING_GOES);
    if (keyword === "unevaluatedProperties") {
      yield aboutProperties("an undescribed property", { ...object, [EXTRA]: 1 });
      yield* this.#inside(new ValuePlace(place.forms, form), depth, (part) => ({ ...object, [EXTRA]: part }));
    } else if (keyword === "propertyNames") {
      const singles = form.never ? [] : wrongSingles({ form, types: ["string"] }, place.forms.work);
      const names = form.never ? [EXTRA] : singles.map((one) => one.value);
      for (const name of names)
        if (typeof name === "string") yield aboutProperties("a property of another name", having(name));
    } else if (keyword === "dependentRequired") {
      for (const [name, needed] of Object.entries(part.needs).slice(0, MOST_TRIED))
        for (const other of needed) yield aboutProperties(`${name} without ${other}`, without(having(name), other));
    } else if (keyword === "dependentSchemas" && depth + 1 < DEEPEST) {
      const { form: own } = place;
      const opaque = own.opaque.filter((one) => one.keyword !== keyword);
      for (const [index, name] of part.names.slice(0, MOST_TRIED).entries()) {
        const dependent = place.forms.form(schemas[index] ?? ANYTHING_GOES);
        if (dependent.never) yield aboutProperties(`with ${name}`, having(name));
        const whole = new ValuePlace(place.forms, { ...own, required: new Set([...own.required, name]), opaque });
        yield* this.#objects(whole.and(dependent), depth + 1);
      }
    }
  }

  /** What a schema excludes although it fits the rest, and what two alternatives allow of which one may. */
  *#excluded(place: ValuePlace): Generator<WrongValue> {
    const { groups, opaque } = place.form;
    const other = (what: string, base: ValuePlace, form: NormalForm): Iterable<WrongValue> =>
      this.#values(base.and(form))
        .slice(0, 3)
        .map((value) => ({ kind: "excluded", value, what }));
    for (const { keyword, schemas } of opaque) {
      const form = place.forms.form(schemas[0] ?? ANYTHING_GOES);
      if (keyword === "not") yield* other("what must not be", place, form);
      if (keyword !== "if") continue;
      const open = new ValuePlace(place.forms, {
        ...place.form,
        opaque: opaque.filter((one) => one.keyword !== keyword),
      });
      yield* other("what meets a condition", open, form);
      yield* other("what may not meet a condition", open, ANYTHING);
    }
    for (const { branches } of groups.filter(isExact)) {
      const few = branches.slice(0, 5).map((branch) => place.forms.form(branch));
      const pairs = few.flatMap((form, index) => few.slice(index + 1).map((second) => [form, second] as const));
      for (const [form, second] of pairs) yield* other("two alternatives at once", place.and(form), second);
    }
    for (const value of place.form.never || groups.length + opaque.length > 0 ? ANY : [])
      yield { kind: "excluded", value, what: "another value" };
  }
}

export const isStructural = (kind: WrongValue["kind"]): boolean => STRUCTURES.some((one) => one === kind);

/** One value of each type. */
const ANY: readonly JsonValue[] = [1, 1.5, "text", "", true, [], {}, [1], { a: 1 }];

/** Values that are not among those listed, but near. */
function* unlisted({ values = [] }: NormalForm): Generator<WrongValue> {
  const wrong = (value: JsonValue): WrongValue => ({ kind: "enum", value, what: "a value that is not in the list" });
  for (const value of values.slice(0, 4)) {
    if (Array.isArray(value)) yield* [wrong([...(value as readonly JsonValue[]), EXTRA]), wrong(value.slice(1))];
    else if (isObject(value))
      yield* [wrong({ ...value, [EXTRA]: 1 }), wrong(without(value, Object.keys(value)[0] ?? ""))];
    else if (typeof value === "number") yield wrong(value + 1);
    else if (typeof value === "boolean") yield wrong(!value);
  }
}

const single = (form: NormalForm): Single => ({ form, types: form.types && ([...form.types] as readonly TypeName[]) });

const structured =
  (kind: Structure) =>
  (what: string, value: JsonValue): WrongValue => ({ kind, value, what });
const aboutItems = structured("items");
const aboutProperties = structured("properties");

function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
