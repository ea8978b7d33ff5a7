// A difference in words.
import { type JsonValue, writeJson } from "../../contract/json.ts";
import type { Step } from "../schema/pairs.ts";
import type { Fact } from "../schema/rules.ts";
import type { Sender } from "../surface/model.ts";

export interface FactPlace {
  readonly sender: Sender;
  readonly label: string;
  readonly trail: readonly Step[];
}

/** What changed in one line, and what would make it safe. */
export function describeFact(fact: Fact, place: FactPlace): { text: string; fix: string } {
  const [base, revision] = place.sender === "client" ? [fact.producer, fact.consumer] : [fact.consumer, fact.producer];
  const what = fact.name === undefined ? keywordText(fact, base, revision) : propertyText(fact, revision);
  return { text: `${showPlace(place)}: ${what}`, fix: fixText(fact, place.sender) };
}

function keywordText(fact: Fact, base: JsonValue | undefined, revision: JsonValue | undefined): string {
  if (fact.keyword === "false schema")
    return revision === false ? "no value is allowed any more" : "values are allowed now";
  if (base === undefined) return `${fact.keyword}${detail(revision)} was added`;
  if (revision === undefined) return `${fact.keyword}${detail(base)} was removed`;
  if (typeof base === "boolean" && typeof revision === "boolean") {
    return base === revision ? `${fact.keyword} changed` : `${fact.keyword} changed from ${base} to ${revision}`;
  }
  return `${fact.keyword} changed from ${short(base)} to ${short(revision)}`;
}

function detail(value: JsonValue | undefined): string {
  return value === true || value === undefined ? "" : ` ${short(value)}`;
}

function propertyText(fact: Fact, revision: JsonValue | undefined): string {
  const name = JSON.stringify(fact.name);
  if (fact.keyword === "required")
    return revision === true ? `${name} became required` : `${name} is no longer required`;
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
