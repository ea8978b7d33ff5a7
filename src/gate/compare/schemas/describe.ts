// What a report says of one difference between two schemas, apart from the verdict: its places, and the difference in words.
import type { Step } from "../../../schema/compare/graph.ts";
import { inTermsOf, KEYWORDS } from "../../../schema/keywords.ts";
import { NOT_COMPARED } from "../../../schema/failure.ts";
import type { Fact } from "../../../schema/keywords/fact.ts";
import type { Sender } from "../../surface/model.ts";
import { WIRE_KINDS } from "../../kinds/wire.ts";
import type { Draft, Gone, PropertyEdit } from "../../model.ts";
import type { MessagePlace } from "../../parts/model.ts";
import { sayProperties } from "../../properties.ts";
import { isAmong } from "../../../json/value-set.ts";
import { type JsonValue, type Scalar, scalarText } from "../../../json/value.ts";
import { writeJson } from "../../../json/write.ts";
import { namePatterns } from "../../../schema/keywords/properties.ts";
import { schemaKind } from "../../kinds/schema.ts";
import type { DifferingPair, Reach } from "./places.ts";
import { appendPointer } from "../../../json/pointer.ts";
import { type Conjunction, memberPointer } from "../../../schema/form/conjunction.ts";
import type { NormalForms } from "../../../schema/normal/normal-forms.ts";

interface FactPlace {
  readonly sender: Sender;
  readonly label: string;
  readonly parts: ReadonlySet<string>;
  readonly trail: readonly Step[];
  /** Set if the sender no longer describes the property that it need not send any more. */
  readonly gone?: Gone | undefined;
}

/** What changed, in one line, and what would make it safe. */
function describeFact(fact: Fact, place: FactPlace): Pick<Draft, "text" | "edit" | "where" | "property" | "fix"> {
  const [base, revision] = place.sender === "client" ? [fact.producer, fact.consumer] : [fact.consumer, fact.producer];
  const property = propertyEdit(fact, revision, place);
  const edit =
    property === undefined
      ? (wholeRule(fact, place.sender) ?? keywordText(fact, place, [base, revision]))
      : sayProperties([property.name], property.became);
  const told = property === undefined ? {} : { property };
  const where = withParts(messagePlace(place.label, place.trail), place.parts);
  return { text: `${showPlace(where)}: ${edit}`, edit, where, ...told, fix: fixText(fact, place.sender) };
}

/** A rule that came or went altogether: what it leaves is told rather than the rule. */
function wholeRule({ keyword, producer, consumer, provedBy }: Fact, sender: Sender): string | undefined {
  const [before, after] = sender === "client" ? [producer, consumer] : [consumer, producer];
  const list = before ?? after;
  if (!Array.isArray(list) || (before === undefined) === (after === undefined)) return undefined;
  const isChoice = keyword === "oneOf" || keyword === "anyOf";
  if (isChoice && after === undefined) return `the alternatives ${short(list)} were removed`;
  if (isChoice && sender === "client" && provedBy !== undefined) return `may now be any of ${short(list)}`;
  if (!isChoice && keyword !== "enum" && keyword !== "type") return undefined;
  const what = keyword === "type" ? `the type ${short(list)}` : short(list);
  if (before === undefined) return `only ${what} ${sender === "client" ? "is accepted" : "comes"} now`;
  const texts = list.every((value: JsonValue) => typeof value === "string");
  const any = keyword === "type" ? "any type" : texts ? "any text" : "any value";
  return `${any} ${sender === "client" ? "is accepted" : "may come"} now, not only ${what}`;
}

/** A value that no schema allows, and one that a schema allows where none did. */
function ruledOut({ sender }: FactPlace, isOut: boolean): string {
  if (sender === "client") return isOut ? "may no longer be sent" : "may now be sent, which the base ruled out";
  return isOut ? "never comes any more" : "may now come, which the base ruled out";
}

function keywordText(
  fact: Fact,
  place: FactPlace,
  [base, revision]: readonly [JsonValue | undefined, JsonValue | undefined],
): string {
  if (fact.keyword === NOT_COMPARED) return scalarText((base ?? revision) as Scalar);
  if (fact.keyword === "false schema") return ruledOut(place, revision === false);
  if (fact.keyword === "additionalProperties" && typeof base === "boolean" && revision === !base)
    return undeclaredText(place, revision);
  if (base === "anyOf" && revision === "oneOf") return "only one of the alternatives fits now";
  if (base === "oneOf" && revision === "anyOf") return "several of the alternatives may fit now";
  const onNull = nullText(fact, base, revision);
  if (onNull !== undefined) return onNull;
  const name = KEYWORDS.get(fact.keyword)?.noun ?? fact.keyword;
  if (base === undefined) return `${name}${detail(revision)} was added`;
  if (revision === undefined) return `${name}${detail(base)} was removed`;
  if (typeof base === "boolean" && base === revision) return `${name} changed`;
  const isChange = typeof base === "boolean" || ONE_VALUE.has(fact.keyword);
  if (!isChange && Array.isArray(base) && Array.isArray(revision)) return `${name}: ${listChange(base, revision)}`;
  return `${name} changed from ${short(base)} to ${short(revision)}`;
}

/** Properties that no schema describes. */
function undeclaredText({ sender }: FactPlace, isOpen: boolean): string {
  if (sender === "client")
    return isOpen
      ? "properties that are not described are accepted, too"
      : "only described properties are accepted now";
  return isOpen ? "properties that are not described may come, too" : "only described properties come now";
}

/** Keywords whose list of values is shown whole. */
const ONE_VALUE: ReadonlySet<string> = new Set(["type", "format", "pattern"]);

const NULL_CAME = "may now be null";
const NULL_WENT = "may no longer be null";
const NULLABLE: ReadonlySet<string> = new Set(["type", "enum", "anyOf", "oneOf"]);

/** Text for types or alternatives that differ only in null, however that is written. */
function nullText({ keyword }: Fact, base?: JsonValue, revision?: JsonValue): string | undefined {
  if (!NULLABLE.has(keyword) || !Array.isArray(base) || !Array.isArray(revision)) return undefined;
  const isNull = ([first, ...others]: readonly JsonValue[]): boolean =>
    others.length === 0 && first === (keyword === "enum" ? null : "null");
  const [gone, come] = [only(base, revision), only(revision, base)];
  if (gone.length === 0 && isNull(come)) return NULL_CAME;
  return come.length === 0 && isNull(gone) ? NULL_WENT : undefined;
}

function only(list: readonly JsonValue[], other: readonly JsonValue[]): readonly JsonValue[] {
  return list.filter((value) => !isAmong(other, value));
}

/** The most entries of a list to name. */
const MOST_NAMED = 8;

/** The differences between two lists: `removed "sold"; added "archived", "lost"`. */
function listChange(base: readonly JsonValue[], revision: readonly JsonValue[]): string {
  const say = (word: string, values: readonly JsonValue[]): string[] => {
    const more = values.length - MOST_NAMED;
    const named = values.slice(0, MOST_NAMED).map(short).join(", ");
    return values.length === 0 ? [] : [`${word} ${named}${more > 0 ? ` and ${more} more` : ""}`];
  };
  const said = [...say("removed", only(base, revision)), ...say("added", only(revision, base))];
  return said.length === 0 ? "the same, otherwise combined" : said.join("; ");
}

function detail(value: JsonValue | undefined): string {
  return value === true || value === undefined ? "" : ` ${short(value)}`;
}

function propertyEdit(
  { name, keyword }: Fact,
  revision: JsonValue | undefined,
  place: FactPlace,
): PropertyEdit | undefined {
  if (name === undefined) return undefined;
  const required = place.sender === "client" ? "required" : "always sent";
  const [come, gone] = keyword === "required" ? ([required, "optional"] as const) : (["added", "removed"] as const);
  const became = revision === true ? come : (place.gone ?? gone);
  return { name, place: showPlace(messagePlace(place.label, place.trail)), became };
}

function short(value: JsonValue): string {
  const list: JsonValue = Array.isArray(value) && value.length === 1 ? (value[0] as JsonValue) : value;
  const text = writeJson(list);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** True for the step from a list to its only item, which is the whole value on the other side. */
export const isOnlyItem = (step: Step | undefined): boolean => step?.kind === "item" && step.isWhole === true;

/** "items[].name" of a part. */
export function messagePlace(part: string, trail: readonly Step[]): MessagePlace {
  let path = "";
  for (const step of trail) {
    if (step.kind === "property") path += path === "" ? step.name : `.${step.name}`;
    else if (step.kind === "item") path += isOnlyItem(step) ? "" : "[]";
    else if (step.kind !== "branch") path += path === "" ? "*" : ".*";
  }
  return { part, path };
}

/** The same place in all parts that have it. */
export function withParts(where: MessagePlace, parts: ReadonlySet<string>): MessagePlace {
  const alsoIn = [...parts].filter((part) => part !== where.part).toSorted();
  return alsoIn.length === 0 ? where : { ...where, alsoIn };
}

/** "body of 200, at items[].name". */
export function showPlace({ part, path }: MessagePlace): string {
  return path === "" ? part : `${part}, at ${path}`;
}

function fixText(fact: Fact, sender: Sender): string {
  if (fact.keyword === NOT_COMPARED) return WIRE_KINDS[NOT_COMPARED].help;
  if (sender === "client") {
    if (fact.keyword === "required") return "keep it optional, or require it under a new operation or version";
    return "keep accepting what was accepted, or bring the stricter rule with a new operation or version";
  }
  if (fact.keyword === "required") return "keep sending it always";
  return "keep sending only what clients know, or bring the new values with a new operation or version";
}

/** The change for a difference of a pair. */
export function factDraft(pair: DifferingPair, fact: Fact): Omit<Draft, "verdict" | "severity"> {
  const { node, sender, operations, parts, told } = pair;
  const { slot } = pair.reaches[0] as Reach;
  const { sides } = slot.graph;
  const producer = factPointer(sides.producer, node.producer, fact);
  const consumer = factPointer(sides.consumer, node.consumer, fact);
  const [base, revision] = sender === "client" ? [producer, consumer] : [consumer, producer];
  return {
    kind: schemaKind(slot.direction, fact.keyword),
    subject: fact.name ?? "",
    ...(fact.name === undefined ? { values: differingValues(fact) } : {}),
    operations,
    direction: slot.direction,
    basePointer: base ?? slot.basePlace,
    revisionPointer: revision ?? slot.revisionPlace,
    ...describeFact(fact, { sender, label: told.slot.label, parts, trail: told.trail, gone: goneFrom(pair, fact) }),
  };
}

/** Where a property is gone from that was always sent: it need not be sent, and nothing describes it any more. */
function goneFrom({ node, reaches }: DifferingPair, { name, keyword }: Fact): Gone | undefined {
  const { slot } = reaches[0] as Reach;
  if (slot.sender === "client" || keyword !== "required" || name === undefined) return undefined;
  const { producer, consumer } = slot.graph.sides;
  const [sent, read] = [producer.form(node.producer), consumer.form(node.consumer)];
  // Alternatives and patterns may still describe it.
  if (sent.groups.length > 0 || namePatterns(sent).length > 0) return undefined;
  if (sent.properties.has(name) || !read.properties.has(name)) return undefined;
  return `gone from the ${slot.direction === "request" ? "request" : "response"}`;
}

/** The values that the producer may send and the consumer does not accept; for limits, both limits. */
function differingValues({ producer = null, consumer = null }: Fact): JsonValue {
  if (!Array.isArray(consumer)) return [producer, consumer];
  const sent: readonly JsonValue[] = Array.isArray(producer) ? producer : [];
  const known: readonly JsonValue[] = consumer;
  const gone = sent.length === 0 ? known : sent.filter((value) => !isAmong(known, value));
  return [...gone];
}

/** The place of a fact on one side: the keyword if it is there, else the schema. */
export function factPointer(space: NormalForms, conjunction: Conjunction, fact: Fact): string | undefined {
  const definitions = space.definitions(conjunction);
  for (const keyword of inTermsOf(fact.keyword)) {
    const found = definitions.find(({ definition }) => {
      const value = definition[keyword];
      if (value === undefined) return false;
      if (fact.name === undefined) return true;
      return Array.isArray(value) ? value.includes(fact.name) : Object.hasOwn(value as object, fact.name);
    });
    if (found !== undefined)
      return appendPointer(found.pointer, keyword, ...(fact.keyword === "properties" ? [fact.name ?? ""] : []));
  }
  const [first] = conjunction.members;
  return definitions[0]?.pointer ?? (first === undefined ? undefined : memberPointer(first));
}
