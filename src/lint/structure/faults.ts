// From the errors that Ajv finds with the official schemas to what a person has to know: which alternative was meant,
// what only follows from something else, and the words for it.
import { hasReference } from "../../document/document.ts";
import { appendPointer, parentPointer, valueAt } from "../../json/pointer.ts";
import { type JsonObject, isObject } from "../../json/value.ts";
import { type RawViolation, explainError } from "../../schema/violation.ts";

/** Something that is not as OpenAPI says, and where. */
export interface StructureFault {
  readonly pointer: string;
  readonly message: string;
}

/** @param root the document that was judged */
export function explainFaults(root: JsonObject, errors: readonly RawViolation[]): StructureFault[] {
  const found = withoutConsequences(asOneDemand(ofAlternativesMeant(errors.filter((error) => says(root, error)))));
  const faults = found.map((error) => explain(root, error));
  return [...new Map(faults.map((fault) => [`${fault.pointer} ${fault.message}`, fault])).values()];
}

/** A condition is no fault of its own, what is no object breaks no rule for objects, and only a reference refers. */
function says(root: JsonObject, { keyword, schemaPath, instancePath }: RawViolation): boolean {
  const value = valueAt(root, instancePath);
  if (keyword === "if" || (keyword === "not" && !isObject(value))) return false;
  if (!schemaPath.startsWith("#/definitions/Reference/")) return true;
  return hasReference(value) || hasReference(valueAt(root, parentPointer(instancePath)));
}

/** Where a tag says which alternative was meant, the others say nothing. A tag that none of them has is told itself. */
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

/** An error that says: this is not the alternative that was meant. */
function isTag(error: RawViolation): boolean {
  const { missingProperty } = error.params as Record<string, unknown>;
  if (error.keyword === "required") return missingProperty === "type";
  return error.keyword === "enum" && allowedBy(error).length === 1 && /\/(?:in|type)$/.test(error.instancePath);
}

function allowedBy(error: RawViolation | undefined): readonly unknown[] {
  const { allowedValues } = (error?.params ?? {}) as { readonly allowedValues?: readonly unknown[] };
  return allowedValues ?? [];
}

/** The end of a schema path: the keyword that failed, of the schema or of one of its properties. */
const KEYWORD = /(\/properties\/[^/]+)?\/\w+$/;

/** The object of the document that a schema was applied to where an error comes from. */
function holderOf({ instancePath, schemaPath }: RawViolation): string {
  const [, property] = KEYWORD.exec(schemaPath) ?? [];
  return property === undefined ? instancePath : parentPointer(instancePath);
}

/** That object, and the schema. */
function alternativeOf(error: RawViolation): string {
  return `${holderOf(error)} ${error.schemaPath.replace(KEYWORD, "")}`;
}

/** One of several properties is enough: one error says so instead of one for each. */
function asOneDemand(errors: readonly RawViolation[]): readonly RawViolation[] {
  const demands = new Map<string, RawViolation[]>();
  for (const error of errors.filter(isDemand)) {
    demands.set(choiceOf(error), [...(demands.get(choiceOf(error)) ?? []), error]);
  }
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

/** Leaves out what only follows from another error, at the same place or further in. */
function withoutConsequences(errors: readonly RawViolation[]): RawViolation[] {
  const alternatives = placesAround(errors.filter((error) => !isChoice(error)));
  const others = placesAround(errors.filter((error) => !isChoice(error) && !isOtherType(error)));
  const wrong = placesAround(errors.filter(({ keyword }) => keyword !== "unevaluatedProperties"));
  const wrongInside = placesAround(errors.map((error) => ({ instancePath: parentPointer(error.instancePath) })));
  return errors.filter((error) => {
    // A choice fails with its alternatives, and an alternative for another type was not meant.
    if (isChoice(error)) return !alternatives.has(error.instancePath);
    if (isOtherType(error)) return !others.has(error.instancePath);
    // A part that is wrong counts as not looked at, and then everything in its holder does.
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

/** The places of errors, and all that hold them. */
function placesAround(errors: readonly Pick<RawViolation, "instancePath">[]): ReadonlySet<string> {
  const places = new Set<string>(errors.length === 0 ? [] : [""]);
  for (const { instancePath } of errors) {
    for (let place = instancePath; !places.has(place); place = parentPointer(place)) places.add(place);
  }
  return places;
}

/** Properties of which a part may have one. */
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
    return { pointer: appendPointer(pointer, unknown), message: `${JSON.stringify(unknown)} is not known here` };
  }
  const value = valueAt(root, pointer);
  const excludes = keyword === "not" || keyword === "oneOf";
  const both = RIVALS.find((names) => excludes && isObject(value) && names.every((name) => Object.hasOwn(value, name)));
  if (both !== undefined) return { pointer, message: `must not have both ${both.join(" and ")}` };
  return { pointer, message: explainError(error, () => pointer).message };
}
