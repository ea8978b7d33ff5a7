// What a schema says of texts, as sets: all of its patterns and lengths together, with what it excludes and its alternatives.
import { KEYWORDS } from "../../keywords.ts";
import { isExact } from "../../keywords/alternatives.ts";
import type { Conjunction } from "../../form/conjunction.ts";
import { hasFacts } from "../../form/facts.ts";
import { type Group, type NormalForm, type Opaque, isOnly } from "../../form/normal-form.ts";
import type { NormalForms } from "../../normal/normal-forms.ts";
import { avoiding, textWithin } from "../../pattern/inclusion.ts";
import type { FormPair, Sides } from "../graph.ts";

/** Texts: those that match all patterns of one of these lists. */
type Texts = readonly (readonly string[])[];

const ALL: Texts = [[]];
const NONE: Texts = [];

/** The texts that something allows, and those that it refuses; undefined if patterns do not tell. */
interface Divided {
  readonly inside: Texts | undefined;
  readonly outside: Texts | undefined;
}

const EVERYTHING: Divided = { inside: ALL, outside: NONE };
const NOTHING: Divided = { inside: NONE, outside: ALL };
const UNTOLD: Divided = { inside: undefined, outside: undefined };

/** Exclusions and alternatives inside each other that are followed: a schema may contain itself. */
const MOST_LEVELS = 4;
/** Larger sets are not told. */
const MOST_LISTS = 32;
/** Longer texts are not counted by an automaton. */
const LONGEST_COUNTED = 200;

/** True if all texts that the producer sends, and nothing else is sent, are among those that the consumer takes. */
export function textsFit(
  { producer, consumer, work }: Sides,
  { given, wanted }: Pick<FormPair, "given" | "wanted">,
): boolean {
  if (!isOnly(given, "string") || given.values !== undefined) return false;
  // What one keyword says is compared by its rule.
  if (given.opaque.length + wanted.groups.length + wanted.opaque.length === 0) return false;
  const refused = together(partsOf(consumer, wanted, 0)).outside;
  // What is not told can only exclude more.
  const sent = allOf(partsOf(producer, given, 0).map(({ inside }) => inside ?? ALL));
  if (refused === undefined || sent === undefined || sent.length * refused.length > MOST_LISTS) return false;
  return sent.every((own) => refused.every((other) => textWithin([...own, ...other], work) === null));
}

/** What each part of a form says of texts. */
function partsOf(space: NormalForms, form: NormalForm, level: number): Divided[] {
  const { never, types, values, patterns, groups, opaque } = form;
  if (never || types?.has("string") === false) return [NOTHING];
  if (level > MOST_LEVELS) return [UNTOLD];
  return [
    ...(values === undefined && !hasFacts({ ...form, patterns: [] }, "string") ? [] : [UNTOLD]),
    ...lengthsOf(form),
    ...patterns.map((pattern) => ({ inside: [[pattern]], outside: [[avoiding(pattern)]] })),
    ...groups.map((group) => divideGroup(space, group, level + 1)),
    ...opaque.map((part) => divideOpaque(space, part, level + 1)),
  ];
}

function lengthsOf({ bounds: { minLength, maxLength } }: NormalForm): Divided[] {
  const [least, most] = [Number(minLength ?? 0), Number(maxLength ?? 0)];
  if (least > LONGEST_COUNTED || most > LONGEST_COUNTED) return [UNTOLD];
  const long = (from: number): Texts => [[`^[^]{${from},}$`]];
  const short = (to: number): Texts => (to < 0 ? NONE : [[`^[^]{0,${to}}$`]]);
  return [
    ...(minLength === undefined ? [] : [{ inside: long(least), outside: short(least - 1) }]),
    ...(maxLength === undefined ? [] : [{ inside: short(most), outside: long(most + 1) }]),
  ];
}

function divideGroup(space: NormalForms, group: Group, level: number): Divided {
  if (isExact(group)) return UNTOLD;
  // A text that is in none of them is outside.
  return opposite(together(group.branches.map((branch) => opposite(divide(space, branch, level)))));
}

function divideOpaque(space: NormalForms, { keyword, schemas: [schema] }: Opaque, level: number): Divided {
  if (keyword === "not" && schema !== undefined) return opposite(divide(space, schema, level));
  return (KEYWORDS.get(keyword)?.type ?? "string") === "string" ? UNTOLD : EVERYTHING;
}

function divide(space: NormalForms, schema: Conjunction, level: number): Divided {
  return together(partsOf(space, space.form(schema), level));
}

const opposite = ({ inside, outside }: Divided): Divided => ({ inside: outside, outside: inside });

/** What parts that all apply say together. */
function together(parts: readonly Divided[]): Divided {
  return { inside: allOf(parts.map(({ inside }) => inside)), outside: oneOf(parts.map(({ outside }) => outside)) };
}

function oneOf(sets: readonly (Texts | undefined)[]): Texts | undefined {
  const told = sets.filter((set) => set !== undefined);
  return told.length < sets.length ? undefined : limited(told.flat());
}

function allOf(sets: readonly (Texts | undefined)[]): Texts | undefined {
  return sets.reduce<Texts | undefined>(
    (all, set) => all && set && limited(all.flatMap((list) => set.map((more) => [...list, ...more]))),
    ALL,
  );
}

const limited = (texts: Texts): Texts | undefined => (texts.length > MOST_LISTS ? undefined : texts);
