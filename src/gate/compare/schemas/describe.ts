// A difference in words.
import type { Step } from "../../../schema/compare/graph.ts";
import type { Fact } from "../../../schema/families/fact.ts";
import type { Sender } from "../../surface/model.ts";
import { isAmong } from "../../../json/value-set.ts";
import { type JsonValue } from "../../../json/value.ts";
import { writeJson } from "../../../json/write.ts";

interface FactPlace {
  readonly sender: Sender;
  readonly label: string;
  readonly trail: readonly Step[];
}

/** What changed in one line, and what would make it safe. */
export function describeFact(fact: Fact, place: FactPlace): { text: string; edit: string; fix: string } {
  const [base, revision] = place.sender === "client" ? [fact.producer, fact.consumer] : [fact.consumer, fact.producer];
  const edit = fact.name === undefined ? keywordText(fact, base, revision) : propertyText(fact, revision, place.sender);
  return { text: `${showPlace(place)}: ${edit}`, edit, fix: fixText(fact, place.sender) };
}

function keywordText(fact: Fact, base: JsonValue | undefined, revision: JsonValue | undefined): string {
  if (fact.keyword === "false schema")
    return revision === false
      ? "no value is allowed any more"
      : "values are allowed now, where the base allows none (its object is closed, or says false)";
  const onNull = nullText(fact, base, revision);
  if (onNull !== undefined) return onNull;
  if (base === undefined) return `${fact.keyword}${detail(revision)} was added`;
  if (revision === undefined) return `${fact.keyword}${detail(base)} was removed`;
  if (typeof base === "boolean" && typeof revision === "boolean") {
    return base === revision ? `${fact.keyword} changed` : `${fact.keyword} changed from ${base} to ${revision}`;
  }
  if (fact.keyword !== "type" && Array.isArray(base) && Array.isArray(revision))
    return `${fact.keyword}: ${listChange(base, revision)}`;
  return `${fact.keyword} changed from ${short(base)} to ${short(revision)}`;
}

const NULLABLE: ReadonlySet<string> = new Set(["type", "enum", "anyOf", "oneOf"]);

/** Where null is all that types or alternatives differ in, however that is written. */
function nullText({ keyword }: Fact, base?: JsonValue, revision?: JsonValue): string | undefined {
  if (!NULLABLE.has(keyword) || !Array.isArray(base) || !Array.isArray(revision)) return undefined;
  const isNull = ([first, ...others]: readonly JsonValue[]): boolean =>
    others.length === 0 && first === (keyword === "enum" ? null : "null");
  const [gone, come] = [only(base, revision), only(revision, base)];
  if (gone.length === 0 && isNull(come)) return "may now be null";
  return come.length === 0 && isNull(gone) ? "may no longer be null" : undefined;
}

function only(list: readonly JsonValue[], other: readonly JsonValue[]): readonly JsonValue[] {
  return list.filter((value) => !isAmong(other, value));
}

/** So many entries of a list are named. */
const MOST_NAMED = 8;

/** What two lists do not share: `removed "sold"; added "archived", "lost"`. */
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

function propertyText(fact: Fact, revision: JsonValue | undefined, sender: Sender): string {
  const name = JSON.stringify(fact.name);
  if (fact.keyword === "required") {
    if (revision !== true) return `${name} is no longer required`;
    return `${name} ${sender === "client" ? "became required" : "is always there now"}`;
  }
  return revision === true ? `the property ${name} was added` : `the property ${name} was removed`;
}

function short(value: JsonValue): string {
  const list: JsonValue = Array.isArray(value) && value.length === 1 ? (value[0] as JsonValue) : value;
  const text = writeJson(list);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** "body of 200, at items[].name". */
function showPlace({ label, trail }: FactPlace): string {
  let path = "";
  for (const step of trail) {
    if (step.kind === "property") path += path === "" ? step.name : `.${step.name}`;
    else if (step.kind === "item") path += "[]";
    else if (step.kind !== "branch") path += ".*";
  }
  return path === "" ? label : `${label}, at ${path}`;
}

function fixText(fact: Fact, sender: Sender): string {
  if (sender === "client") {
    if (fact.keyword === "required") return "keep it optional, or require it under a new operation or version";
    return "keep accepting what was accepted, or bring the stricter rule with a new operation or version";
  }
  if (fact.keyword === "required") return "keep sending it always";
  return "keep sending only what clients know, or bring the new values with a new operation or version";
}
