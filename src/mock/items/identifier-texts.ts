// The texts of identifiers that are no integers, each made from a count: in the shape of an example, of a name, or of
// what the schema allows.
import { lazy } from "../../memo.ts";
import type { Parameter } from "../../contract/model.ts";
import type { Identifier, Resource } from "../../resource/model.ts";
import type { Document } from "../../document/document.ts";
import { Random, hashOf } from "../../schema/samples/choices.ts";
import { ValuePlace } from "../../schema/generate/place.ts";
import { seededText } from "../../realistic/seeded-values.ts";
import { likeExample, otherKey } from "../../realistic/texts/shapes.ts";
import { textsByName } from "../../realistic/texts/names.ts";
import { isAskerWord } from "../../resource/askers.ts";
import { singular, wordsOf } from "../../resource/paths.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import type { Schema } from "../../schema/model.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { idOf } from "../../resource/items/identify.ts";

/** What identifiers are generated for. */
export type Identified = Pick<Resource, "identifier" | "item" | "name"> & {
  /** The document's examples of items. */
  readonly examples?: readonly JsonObject[];
};

/** Identifiers as services give them: nobody can guess the next one. */
function uuids(about: string): (n: number) => string {
  return (n) => likeExample(EXAMPLE_UUID, new Random(hashOf(`${about} ${n}`))) ?? EXAMPLE_UUID;
}

const EXAMPLE_UUID = "3f2b8f0a-5c1d-4e6f-8a9b-0c1d2e3f4a5b";

/** How often a text in the shape of an example is drawn, until one is allowed: a pattern may leave out some letters. */
const MOST_DRAWS = 200;

/** Identifiers in the shape of an example, which is the first one: numbers count up, keys change every character. */
function shaped(
  example: string,
  about: string,
  isAllowed: (text: string) => boolean,
): ((n: number) => string) | undefined {
  if (/^[1-9]\d{0,17}$/.test(example)) return (n) => String(BigInt(example) + BigInt(n - 1));
  const isScarce = isScarceLike(example);
  const isMixed = isScarce && /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(example);
  const like = (n: number): string | undefined => {
    const next = isScarce && !isMixed ? countedUp(example, n) : undefined;
    if (next !== undefined && isAllowed(next)) return next;
    const random = new Random(hashOf(`${about} ${n}`));
    for (let draws = 0; draws < MOST_DRAWS; draws++) {
      const text = isMixed ? otherKey(example, random) : likeExample(example, random);
      if (text === undefined || isAllowed(text)) return text;
    }
    return undefined;
  };
  const other = like(2);
  if (other === undefined || example.includes("://") || other.length < MOST_COUNTED) return undefined;
  return (n) => (n === 1 ? example : (like(n) ?? example));
}

/** Identifiers after one that people read: "us-east", "us-east-2". */
function worded(example: string, isAllowed: (text: string) => boolean): ((n: number) => string) | undefined {
  if (!/^[a-z]{2,}(?:[-_.][a-z]+)*$/i.test(example) || /^(?:string|text|uuid|.*id)$/i.test(example)) return undefined;
  const form = (n: number): string => (n === 1 ? example : `${example}-${n}`);
  return isAllowed(form(2)) ? form : undefined;
}

/** Digits with which there are enough texts for everything that anybody creates. */
const MANY_DIGITS = 5;

/** True if only a few digits of a text vary, so that there are soon no others like it. */
function isScarceLike(example: string): boolean {
  if (likeExample(example.replaceAll(/\d/g, ""), new Random(1)) !== undefined) return false;
  const digits = example.replaceAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g, "").replaceAll(/\D/g, "").length;
  return digits < MANY_DIGITS && likeExample(example, new Random(1)) !== undefined;
}

/** The n-th text of a row that an example begins, by its last number: "project-1", "project-2". */
function countedUp(example: string, n: number): string {
  return example.replace(/\d+(?=\D*$)/, (digits) =>
    String(BigInt(digits) + BigInt(n - 1)).padStart(digits.length, "0"),
  );
}

/** Shorter texts have too few others like them. */
const MOST_COUNTED = 7;

const TEXT_FORMS: readonly ((n: number) => string)[] = [
  String,
  (n) => `id-${n}`,
  (n) => `id${String(n).padStart(6, "0")}`,
  (n) => String(n).padStart(8, "0"),
  (n) => n.toString(16).padStart(24, "0"),
  (n) => n.toString(36).toUpperCase().padStart(4, "A"),
];

/**
 * The shape of an example, or else the simplest form, that the schema of the identifier allows, and the path parameter
 * too if there is one. Failing that, texts generated from the schema by its pattern.
 */
export function textForm(
  document: Document | undefined,
  { identifier, item, name, examples = [] }: Identified,
): (n: number) => string {
  const { kind, schema, parameter, asked = [] } = identifier;
  if (kind === "uuid") return uuids(item.pointer);
  const fits = (one: Parameter | undefined, text: string): boolean =>
    one !== undefined &&
    (one.schema.validate(text).length === 0 || (/^\d+$/.test(text) && one.schema.validate(Number(text)).length === 0));
  const isAllowed = (like: string, text: string): boolean =>
    schema.validate(text).length === 0 && [parameter, ...asked].every((one) => !fits(one, like) || fits(one, text));
  const names = named(identifier, name);
  const shown = examples.map((one) => idOf(identifier, one)).filter((value) => typeof value === "string");
  const shapes = [...examplesOf(document, identifier), ...shown].flatMap((one) =>
    names !== undefined && !/\d/.test(one)
      ? (n: number) => (n === 1 ? one : names(n - 1))
      : (shaped(one, item.pointer, (text) => isAllowed(one, text)) ??
        worded(one, (text) => isAllowed(one, text)) ??
        []),
  );
  const fitting = [...shapes, ...(names === undefined ? [] : [names]), ...TEXT_FORMS, uuids(item.pointer)].filter(
    (form) => schema.validate(form(1)).length === 0,
  );
  const everywhere = fitting.find((form) => asked.length > 0 && asked.every((one) => fits(one, form(1))));
  const askable = fitting.find((form) => fits(parameter, form(1)));
  return everywhere ?? askable ?? fitting[0] ?? generated(document, identifier, item) ?? String;
}

/** Identifiers that people read: names as they stand in paths. */
const NATURAL = /(?:^|[a-z_-])(name|slug|login|username|handle)$/i;
/** Names beyond these have their number in them. */
const MOST_NAMED = 200;

/** Names of the things of a collection, if they are identified by names. */
function named({ steps, parameter }: Identifier, collection: string): ((n: number) => string) | undefined {
  const [, tail] = NATURAL.exec(steps.at(-1) ?? parameter?.name ?? "") ?? [];
  if (tail === undefined) return undefined;
  const owner = wordsOf(singular(collection));
  const texts = lazy((): readonly string[] => {
    const made = new Set<string>();
    for (let who = 0; who < MOST_NAMED; who++) {
      const [text = ""] = textsByName(tail, {
        who,
        owner,
        choices: new Random(hashOf(`${collection} ${who}`)),
        most: 60,
      });
      made.add(
        text
          .normalize("NFD")
          .toLowerCase()
          .replaceAll(/[^a-z0-9.]+/g, "-"),
      );
    }
    return [...made];
  });
  return (n) => texts()[n - 1] ?? `${texts()[n % texts().length] ?? tail}-${n}`;
}

/** The examples of the identifier itself, and of the path parameters that contain it. */
function examplesOf(document: Document | undefined, { schema, parameter, asked = [] }: Identifier): string[] {
  const said = schema.origin === "absent" || document === undefined ? [] : examplesAt(document, schema.pointer);
  const given = [parameter, ...asked].flatMap((one) => one?.examples.map(({ value }) => value) ?? []);
  return [...said, ...given].filter((value) => typeof value === "string" && !isAskerWord(value)) as string[];
}

function examplesAt(document: Document, pointer: string): readonly JsonValue[] {
  return schemaAt(document, pointer, "response").annotations.examples;
}

function generated(
  document: Document | undefined,
  { schema, steps }: Identifier,
  item: Schema,
): ((n: number) => string) | undefined {
  if (document === undefined || schema.origin === "absent") return undefined;
  const whole = ValuePlace.at(document, steps.length === 0 ? schema.pointer : item.pointer, "response");
  const within = steps.reduce((outer, step) => outer.property(step), whole);
  // Where an item is one of several kinds, only these describe it.
  const place = within.nodes.length === 0 ? ValuePlace.at(document, schema.pointer, "response") : within;
  const isFit = (text: string): boolean => schema.validate(text).length === 0;
  const form = (n: number): string | undefined => {
    const made = seededText(place, n);
    return typeof made === "string" && isFit(made) ? made : undefined;
  };
  const first = form(1);
  if (first === undefined) return undefined;
  return (n) => {
    const made = form(n);
    // For some patterns only the simplest text is known; the count is then written into it.
    return n === 1 || (made !== undefined && made !== first)
      ? (made ?? first)
      : (counted(first, n).find(isFit) ?? first);
  };
}

/** A text with the count in place of its end, its beginning, or its middle. */
function counted(text: string, n: number): string[] {
  return [n.toString(36), n.toString(36).toUpperCase(), String(n)].flatMap((count) =>
    Array.from({ length: Math.max(0, text.length - count.length + 1) }, (_, at) => at)
      .toReversed()
      .map((at) => text.slice(0, at) + count + text.slice(at + count.length)),
  );
}
