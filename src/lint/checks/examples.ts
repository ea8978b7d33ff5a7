// Checks examples, defaults and enum values against their schemas.
import { resolve } from "../../document/document.ts";
import { appendPointer, lastStep } from "../../json/pointer.ts";
import { showViolations } from "../../schema/violation.ts";
import { isText, mayBeJson, plainMedia } from "../../contract/media.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";
import type { LintPart } from "../walk.ts";
import type { Direction } from "../../document/grammar.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";

const SHOWN = 60;

interface Given {
  readonly pointer: string;
  readonly value: JsonValue;
}

/** Examples that their schema rejects. */
export function refusedExamples(context: LintContext): Complaint[] {
  const holders = context.of("media-type", "parameter", "header").flatMap((part) => {
    if (part.value["schema"] === undefined) return [];
    const examples = examplesOf(context, part).filter(({ value }) => isJudged(part, value));
    const schema = appendPointer(part.pointer, "schema");
    return examples.flatMap((given) => refused(context, { schema, given, what: "example" }, part.directions));
  });
  const schemas = context.of("schema").flatMap(({ pointer, value }) => {
    const list = Array.isArray(value["examples"]) ? value["examples"] : [];
    const found: Given[] = list.map((item: JsonValue, index) => ({
      pointer: appendPointer(pointer, "examples", index),
      value: item,
    }));
    if (value["example"] !== undefined) {
      found.push({ pointer: appendPointer(pointer, "example"), value: value["example"] });
    }
    return found.flatMap((given) => refused(context, { schema: pointer, given, what: "example" }));
  });
  return [...holders, ...schemas];
}

/** Defaults that their schema rejects. */
export function refusedDefaults(context: LintContext): Complaint[] {
  return context.of("schema").flatMap(({ pointer, value }) => {
    const fallback = value["default"];
    if (fallback === undefined) return [];
    const given: Given = { pointer: appendPointer(pointer, "default"), value: fallback };
    return refused(context, { schema: pointer, given, what: "default" });
  });
}

/** Values of an `enum` that the rest of the schema rejects, so nobody can ever send them. */
export function deadValues(context: LintContext): Complaint[] {
  return context.of("schema").flatMap(({ pointer, value }) => {
    const values = value["enum"];
    if (!Array.isArray(values)) return [];
    return values.flatMap((item: JsonValue, index) => {
      const given: Given = { pointer: appendPointer(pointer, "enum", index), value: item };
      return refused(context, { schema: pointer, given, what: "value" });
    });
  });
}

interface Question {
  readonly schema: string;
  readonly given: Given;
  readonly what: string;
}

function refused(context: LintContext, question: Question, directions?: ReadonlySet<Direction>): Complaint[] {
  const { schema, given, what } = question;
  const violations = context.refusal(schema, given.value, directions);
  if (violations.length === 0) return [];
  const text = writeJson(given.value);
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return [{ pointer: given.pointer, said: `its schema refuses the ${what} ${shown}: ${showViolations(violations)}` }];
}

function examplesOf({ document }: LintContext, { pointer, value }: LintPart): Given[] {
  const found: Given[] = [];
  if (value["example"] !== undefined) {
    found.push({ pointer: appendPointer(pointer, "example"), value: value["example"] });
  }
  const named = value["examples"];
  if (!isObject(named)) return found;
  for (const name of Object.keys(named)) {
    const example = resolve(document, appendPointer(pointer, "examples", name));
    if (!isObject(example.value) || example.value["value"] === undefined) continue;
    found.push({ pointer: appendPointer(example.pointer, "value"), value: example.value["value"] });
  }
  return found;
}

/** Examples of XML and other text formats are written as strings, about which a schema says nothing. */
function isJudged({ kind, pointer }: LintPart, value: JsonValue): boolean {
  if (kind !== "media-type") return true;
  const name = plainMedia(lastStep(pointer));
  if (mayBeJson(name)) return true;
  return isText(name) ? typeof value === "string" && name !== "text/xml" : typeof value === "object";
}
