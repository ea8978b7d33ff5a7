// Whether the document is OpenAPI at all: checks it against the official schemas, and its schemas against JSON Schema.
import { appendPointer } from "../../json/pointer.ts";
import { patternsIn } from "../../schema/patterns-in.ts";
import type { LintContext } from "../context.ts";
import { type Complaint, OUT_OF_WORK } from "../model.ts";
import { type LintPart, isReference } from "../walk.ts";
import { Work } from "../../schema/work.ts";
import type { StructureFault } from "../structure/faults.ts";
import { clipped, quoted } from "../../json/quote.ts";

/** What does not conform to OpenAPI, in this file and in those it refers to. */
export function structureFaults({ structure, document }: LintContext): Complaint[] {
  const { lost = [], repeated = [], oddities } = document;
  // The empty object that stands for a missing part lacks whatever the part might have had.
  const missing = new Set(lost.map(({ pointer }) => pointer));
  const own = structure.faults.filter(({ pointer }) => !missing.has(pointer));
  return [...lost, ...repeated, ...own, ...oddities].map(told);
}

function told({ pointer, message }: StructureFault): Complaint {
  return { pointer, said: message };
}

/** Unknown names that nearly match a known one. */
export function misspellings({ misspelt }: LintContext): Complaint[] {
  return [...misspelt].map(([pointer, message]) => told({ pointer, message }));
}

/** What prevents a contract from being made, unless the structure rule already says so. */
export function contractProblems(context: LintContext): Complaint[] {
  const told = context.problems.length === 0 ? [] : structureFaults(context);
  return context.problems
    .filter(({ pointer }) => !told.some((fault) => `${fault.pointer}/`.startsWith(`${pointer}/`)))
    .map(({ pointer, message }) => ({ pointer, said: message }));
}

/** Schemas that are not valid JSON Schema or cannot be compiled. */
export function schemaFaults(context: LintContext): Complaint[] {
  const schemas = context.of("schema");
  const faults = schemas.flatMap((part) => [...context.schemaFaults(part.pointer).map(told), ...patternFaults(part)]);
  const wrong = new Set(faults.map(({ pointer }) => pointer));
  // Validators are compiled for whole schemas. If a part is already known to be wrong, the whole adds nothing.
  const whole = schemas.filter(({ nested, pointer }) => !nested && ![...wrong].some((at) => at.startsWith(pointer)));
  return wrong.size > 0 ? faults : uncompiled(context, whole);
}

/** Schemas without a validator. Stops early if a document keeps the compiler busy for too long. */
function uncompiled(context: LintContext, schemas: readonly LintPart[]): Complaint[] {
  const found: Complaint[] = [];
  for (const { pointer, value } of schemas) {
    // The target of a reference is a schema of its own and is checked where it is defined.
    const elsewhere = isReference(value) && context.home(pointer) !== pointer;
    if (elsewhere) continue;
    const asked = Work.within(() => ({ fault: context.compileFault(pointer) }));
    if (asked === undefined) return [...found, OUT_OF_WORK];
    const { fault } = asked;
    if (fault !== undefined) found.push({ pointer, said: `no validator can be made of it: ${fault.split("\n")[0]}` });
  }
  return found;
}

function patternFaults({ pointer, value }: LintPart): Complaint[] {
  return patternsIn(value).flatMap(({ pattern, steps }) => {
    const fault = patternFault(pattern);
    if (fault === undefined) return [];
    const said = `the pattern ${clipped(pattern)} is not a regular expression: ${fault}`;
    return [{ pointer: appendPointer(pointer, ...steps), said }];
  });
}

function patternFault(pattern: string): string | undefined {
  try {
    RegExp(pattern, "u");
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.split(": ").at(-1) ?? message;
  }
}

/** Siblings of a reference that are ignored for that reason. */
export function ignoredSiblings({ document, references }: LintContext): Complaint[] {
  const old = document.dialect === "3.0";
  return references.flatMap(({ kind, pointer, value }) => {
    // A path item may have both, and 3.1 gives siblings of `$ref` in a schema their full meaning.
    if (kind === "path-item" || (kind === "schema" && !old)) return [];
    const read = old ? ["$ref"] : ["$ref", "summary", "description"];
    return Object.keys(value)
      .filter((key) => !read.includes(key) && !key.startsWith("x-"))
      .map((key) => ({
        pointer: appendPointer(pointer, key),
        said: `${quoted(key)} stands beside a $ref, where OpenAPI ${document.dialect} ignores it`,
      }));
  });
}
