// Turns the errors that Ajv reports for the official schemas into what a person needs: which alternative was meant,
// which errors are only consequences, and a message in words.
import { appendPointer, parentPointer, valueAt } from "../../json/pointer.ts";
import { type JsonObject, isObject } from "../../json/value.ts";
import { groupsOf } from "../../memo.ts";
import { type RawViolation, explainError } from "../../schema/violation.ts";
import { quoted } from "../../json/quote.ts";

/** Something that does not conform to OpenAPI, and where. */
export interface StructureFault {
  readonly pointer: string;
  readonly message: string;
}

/** @param root the judged document */
export function explainFaults(root: JsonObject, errors: readonly RawViolation[]): StructureFault[] {
  const found = withoutConsequences(asOneDemand(ofAlternativesMeant(errors.filter((error) => says(root, error)))));
  const faults = found.map((error) => explain(root, error));
  return [...new Map(faults.map((fault) => [`${fault.pointer} ${fault.message}`, fault])).values()];
}

/** A condition is not a fault in itself, nor is why a name is wrong; and rules for objects do not apply to anything else. */
function says(root: JsonObject, error: RawViolation): boolean {
  if (error.keyword === "if" || "propertyName" in error) return false;
  return error.keyword !== "not" || isObject(valueAt(root, error.instancePath));
}

/**
 * If a tag says which alternative was meant, the errors of the others are dropped. A tag that matches none is reported
 * itself.
 */
function ofAlternativesMeant(errors: readonly RawViolation[]): readonly RawViolation[] {
  const tags = errors.filter(isTag);
  const others = new Set(tags.map(alternativeOf));
  const meant = errors.filter((error) => !others.has(alternativeOf(error)));
  const told = placesAround(meant.filter((error) => !isChoice(error)));
  const unknown = new Map<string, RawViolation>();
  for (const tag of tags.filter((error) => !told.has(holderOf(error)))) {
    const values = [...allowedBy(unknown.get(tag.instancePath)), ...allowedBy(tag)];
    unknown.set(tag.instancePath, { ...tag, params: { ...tag.params, allowedValues: values } });
  }
  return [...meant, ...unknown.values()];
}

/** An error that means this alternative was not meant. */
function isTag(error: RawViolation): boolean {
  const { missingProperty } = error.params as Record<string, unknown>;
  if (error.keyword === "required") return missingProperty === "type";
  return error.keyword === "enum" && allowedBy(error).length === 1 && /\/(?:in|type)$/.test(error.instancePath);
}

function allowedBy(error: RawViolation | undefined): readonly unknown[] {
  const { allowedValues } = (error?.params ?? {}) as { readonly allowedValues?: readonly unknown[] };
  return allowedValues ?? [];
}

/** The end of a schema path: the failed keyword of the schema or of one of its properties. */
const KEYWORD = /(\/properties\/[^/]+)?\/\w+$/;

/** The object that the failed schema was applied to. */
function holderOf({ instancePath, schemaPath }: RawViolation): string {
  const [, property] = KEYWORD.exec(schemaPath) ?? [];
  return property === undefined ? instancePath : parentPointer(instancePath);
}

/** That object, and the schema. */
function alternativeOf(error: RawViolation): string {
  return `${holderOf(error)} ${error.schemaPath.replace(KEYWORD, "")}`;
}

/** One of several properties is enough, so report a single error instead of one for each. */
function asOneDemand(errors: readonly RawViolation[]): readonly RawViolation[] {
  const demands = groupsOf(errors.filter(isDemand), choiceOf);
  return errors.flatMap((error) => {
    const [first, ...rest] = demands.get(choiceOf(error)) ?? [];
    if (first === undefined || rest.length === 0) return [error];
    const names = [first, ...rest].map(({ params }) => (params as { missingProperty?: string }).missingProperty);
    return error === first ? [{ ...first, keyword: "choice", message: `must have one of ${names.join(", ")}` }] : [];
  });
}

function isDemand({ keyword, schemaPath }: RawViolation): boolean {
  return keyword === "required" && ALTERNATIVE.test(schemaPath);
}

const ALTERNATIVE = /\/(?:oneOf|anyOf)\/\d+\/.*$/;

function choiceOf({ instancePath, schemaPath }: RawViolation): string {
  return `${instancePath} ${schemaPath.replace(ALTERNATIVE, "")}`;
}

/** Drops errors that merely follow from another one, at the same place or deeper. */
function withoutConsequences(errors: readonly RawViolation[]): RawViolation[] {
  const alternatives = placesAround(errors.filter((error) => !isChoice(error)));
  const others = placesAround(errors.filter((error) => !isChoice(error) && !isOtherType(error)));
  const wrong = placesAround(errors.filter(({ keyword }) => keyword !== "unevaluatedProperties"));
  const wrongInside = placesAround(errors.map((error) => ({ instancePath: parentPointer(error.instancePath) })));
  const empty = new Set(errors.filter(({ keyword }) => keyword === "minProperties").map((one) => one.instancePath));
  return errors.filter((error) => {
    // An empty object lacks whatever it might have had.
    if (error.keyword === "required" && empty.has(error.instancePath)) return false;
    // A choice fails along with its alternatives, and an alternative for another type was not meant.
    if (isChoice(error)) return !alternatives.has(error.instancePath);
    if (isOtherType(error)) return !others.has(error.instancePath);
    // A wrong part counts as unevaluated, and so does everything else in its holder.
    const { keyword, instancePath } = error;
    return keyword !== "unevaluatedProperties" || !(wrong.has(instancePath) || wrongInside.has(instancePath));
  });
}

function isChoice({ keyword }: RawViolation): boolean {
  return keyword === "oneOf" || keyword === "anyOf";
}

function isOtherType({ keyword, schemaPath }: RawViolation): boolean {
  return keyword === "type" && /\/(?:oneOf|anyOf)\/\d+\/type$/.test(schemaPath);
}

/** The places of errors and all their ancestors. */
function placesAround(errors: readonly Pick<RawViolation, "instancePath">[]): ReadonlySet<string> {
  const places = new Set<string>(errors.length === 0 ? [] : [""]);
  for (const { instancePath } of errors) {
    for (let place = instancePath; !places.has(place); place = parentPointer(place)) places.add(place);
  }
  return places;
}

/** Properties of which a part may have only one. */
const RIVALS = [
  ["schema", "content"],
  ["example", "examples"],
  ["operationRef", "operationId"],
  ["identifier", "url"],
];

function explain(root: JsonObject, error: RawViolation): StructureFault {
  const { instancePath: pointer, params, keyword } = error;
  const { additionalProperty, unevaluatedProperty } = params as Record<string, unknown>;
  const unknown = additionalProperty ?? unevaluatedProperty;
  if (typeof unknown === "string") {
    return { pointer: appendPointer(pointer, unknown), message: `${quoted(unknown)} is not known here` };
  }
  const value = valueAt(root, pointer);
  const excludes = keyword === "not" || keyword === "oneOf";
  const both = RIVALS.find((names) => excludes && isObject(value) && names.every((name) => Object.hasOwn(value, name)));
  if (both !== undefined) return { pointer, message: `must not have both ${both.join(" and ")}` };
  return { pointer, message: explainError(error, () => pointer).message };
}
