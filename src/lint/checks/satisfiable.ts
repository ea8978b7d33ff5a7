// Schemas that no value satisfies: either proved, because their parts exclude each other, or because a search found
// none.
import { drawContext } from "../../gate/exchange/draw.ts";
import { ANYTHING_GOES, memberPointer } from "../../schema/form/conjunction.ts";
import type { DrawContext } from "../../schema/compare/proposals/context.ts";
import { proposals } from "../../schema/compare/proposals/values.ts";
import type { LintContext } from "../context.ts";
import { type Complaint, OUT_OF_WORK } from "../model.ts";
import { ObviousSchemas } from "../obvious.ts";
import type { LintPart } from "../walk.ts";
import { type Contradiction, ContradictionSearch } from "../contradiction.ts";
import { Work } from "../../schema/work.ts";
import type { Direction } from "../../document/grammar.ts";
import type { JsonValue } from "../../json/value.ts";
import { once } from "../../memo.ts";

interface Proved {
  readonly complaints: readonly Complaint[];
  /** The pointers of all schemas proved to have no value, whether or not they are reported. */
  readonly without: ReadonlySet<string>;
}

/** Two rules need the same proofs. */
const proofsOf = once((context: LintContext): Proved => {
  const search = new ContradictionSearch(context.judge.response);
  const without = new Set<string>();
  const complaints: Complaint[] = [];
  const schemas = new Set(context.of("schema").map(({ pointer }) => pointer));
  for (const part of context.of("schema")) {
    const asked = Work.within(() => ({ found: search.of(part.pointer) }));
    if (asked === undefined) {
      complaints.push(OUT_OF_WORK);
      break;
    }
    const { found } = asked;
    if (found !== undefined) without.add(part.pointer);
    if (context.schemaFaults(part.pointer).length > 0) continue;
    if (found === undefined) complaints.push(...(Work.within(() => withoutValue(context, part)) ?? [OUT_OF_WORK]));
    else if (!isToldElsewhere(found, schemas)) complaints.push({ pointer: part.pointer, said: found.why });
  }
  for (const { pointer } of complaints) without.add(pointer);
  return { complaints, without };
});

/** Schemas whose parts exclude each other. What merely follows from a reported part is not reported again. */
export function contradictions(context: LintContext): Complaint[] {
  return [...proofsOf(context).complaints];
}

/**
 * If one inner schema is to blame and is a part of the document, it gets a finding of its own. A `false` is never a
 * finding.
 */
function isToldElsewhere({ inner }: Contradiction, schemas: ReadonlySet<string>): boolean {
  const [only, ...others] = inner?.members ?? [];
  if (only === undefined || others.length > 0) return false;
  const pointer = memberPointer(only);
  return pointer === undefined || schemas.has(pointer);
}

/** An enum whose values the rest of the schema rejects. Each value was tried, so this is a proof too. */
function withoutValue(context: LintContext, { pointer, value }: LintPart): Complaint[] {
  const values = value["const"] === undefined ? value["enum"] : [value["const"]];
  if (!Array.isArray(values) || values.length === 0) return [];
  if (values.some((item: JsonValue) => context.refusal(pointer, item).length === 0)) return [];
  return [{ pointer, said: "the rest of the schema refuses each value that it lists" }];
}

const RESPONSE: readonly Direction[] = ["response"];

/** Nesting depths for generated values. A shallow value usually works, and deeper ones cost more. */
const DEPTHS = [0, 2, 4];

/** Schemas for which a search, which is not a proof, found no value. */
export function withoutWitness(context: LintContext): Complaint[] {
  const { without } = proofsOf(context);
  const obvious = new ObviousSchemas(context);
  const found: Complaint[] = [];
  for (const part of context.of("schema")) {
    if ((part.nested && !part.optional) || without.has(part.pointer) || obvious.has(part.pointer)) continue;
    if (context.schemaFaults(part.pointer).length > 0) continue;
    const isMet = Work.within(() => hasWitness(context, part));
    if (isMet === undefined) {
      found.push(OUT_OF_WORK);
      break;
    }
    if (isMet) continue;
    found.push({ pointer: part.pointer, said: "no value was found that it allows" });
  }
  // The part without a value is reported, not the schemas around it.
  return found.filter(({ pointer }) => !found.some((other) => other.pointer.startsWith(`${pointer}/`)));
}

/** True if some value is allowed, or if nothing can be said: another rule reports schemas without a validator. */
function hasWitness(context: LintContext, { pointer, value, directions: travels }: LintPart): boolean {
  const own = [value["example"], value["default"], ...(Array.isArray(value["examples"]) ? value["examples"] : [])];
  return [...(travels.size === 0 ? RESPONSE : travels)].every((direction) => {
    const directions: ReadonlySet<Direction> = new Set([direction]);
    const sender = direction === "response" ? "server" : "client";
    const allows = (item: JsonValue): boolean => context.refusal(pointer, item, directions).length === 0;
    if (own.some((item: JsonValue | undefined) => item !== undefined && allows(item))) return true;
    const space = context.judge.space(sender);
    const drawing: DrawContext = {
      ...drawContext([context.judge, context.judge], sender, false),
      // Reuse the validators that other rules have compiled.
      check: (_, conjunction, item) =>
        conjunction.members.every((member) => {
          const place = memberPointer(member);
          return place === undefined || context.refusal(place, item, directions).length === 0;
        }),
    };
    const conjunction = space.conjunction(pointer);
    const isAllowed = (depth: number): boolean => {
      for (const value of proposals(drawing, conjunction, ANYTHING_GOES, depth)) if (allows(value)) return true;
      return false;
    };
    return DEPTHS.some(isAllowed);
  });
}
