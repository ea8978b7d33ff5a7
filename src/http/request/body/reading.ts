// The result of reading a body, and how a refusal explains what is wrong with it.
import { pointerSteps, valueAt } from "../../../json/pointer.ts";
import { type Fault, type Refusal, quote, refuse } from "../../../mock/errors/refusal.ts";
import { type PartFault, sayPartFault } from "../../../contract/representation/parts/read-parts.ts";
import type { SentFile } from "../../../contract/serialization/form.ts";
import type { Violation } from "../../../schema/model.ts";
import type { JsonValue } from "../../../json/value.ts";
import { ofTaggedKind } from "./tagged.ts";
import { writeJson } from "../../../json/write.ts";

/**
 * The result of reading a body: its value (undefined if there is none), the file that it is, or a refusal.
 */
export type BodyReading =
  | { readonly value: JsonValue | undefined; readonly file?: SentFile }
  | {
      readonly refusal: Refusal;
      /** What was read, if only the schema does not allow it. */
      readonly value?: JsonValue;
    };

/** The refusal of a body that its schema does not allow: the first three reasons, and how many more there are. */
export function invalidBody(value: JsonValue, all: readonly Violation[]): Refusal {
  const violations = ofTaggedKind(all);
  const shown = violations.slice(0, 3).map((violation) => explain(value, violation));
  const more = violations.length > 3 ? `; and ${violations.length - 3} more` : "";
  const where = `body ${violations[0]?.at ?? ""}`.trim();
  return refuse("invalid_body", where, `${shown.join("; ")}${more}`, violations.slice(0, MOST_FAULTS).map(faultOf));
}

/** The refusal of a body with a part that the document does not allow, or that cannot be read. */
export function partRefusal(fault: PartFault): Refusal {
  const kind = fault.kind === "malformed" ? "malformed_body" : "invalid_body";
  return refuse(kind, `body ${fault.at}`.trim(), sayPartFault(fault));
}

/** Faults that an error body lists. */
export const MOST_FAULTS = 50;

/** A missing property is a fault of the property, not of the object around it. */
function faultOf({ at, keyword, message, params }: Violation): Fault {
  const isMissing = keyword === "required" && params.property !== undefined;
  const path = [...pointerSteps(at), ...(isMissing ? [params.property] : [])].map(shorten);
  return { place: "body", path, keyword, message: isMissing ? "is required" : message };
}

/** 'status is "lost": must be one of …', 'the body must have the property "name"'. */
function explain(value: JsonValue, { at, message, keyword }: Violation): string {
  const name = at === "" ? "the body" : pointerSteps(at).join(".");
  const found = valueAt(value, at);
  const isPlain = found !== undefined && (typeof found !== "object" || found === null);
  if (at === "" || keyword === "required" || !isPlain) return `${shorten(name)} ${message}`;
  return `${shorten(name)} is ${typeof found === "string" ? quote(found) : writeJson(found)}: ${message}`;
}

/** Property names in a body come from the client too. */
function shorten(name: string): string {
  return (name.length > 80 ? `${name.slice(0, 80)}…` : name).toWellFormed();
}
