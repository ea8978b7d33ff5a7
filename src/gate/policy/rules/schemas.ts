// Rules about schema annotations, and about properties that are no longer described.
import {
  ERROR,
  type PolicyRule,
  SCHEMAS,
  SDK_WARNING,
  WARNING,
  both,
  differs,
  goneUnannounced,
  show,
  strings,
} from "./rule.ts";
import { isAmong } from "../../../json/value-set.ts";
import type { JsonArray, JsonObject, JsonValue } from "../../../json/value.ts";
import type { Sender } from "../../surface/model.ts";
import { type Choice, TAG, choiceOf } from "../../../schema/form/tags.ts";

/** Like `differs`, for cases where OpenAPI 3.0 uses a format and 3.1 a keyword. */
const differsFromFormat = (keyword: string, formats: Readonly<Record<string, string>>): PolicyRule["says"] =>
  both((parts, subject, day) => {
    const meant = (part: JsonObject): JsonValue | undefined =>
      part[keyword] ?? (typeof part["format"] === "string" ? formats[part["format"]] : undefined);
    return show(meant(parts.base)) === show(meant(parts.revision))
      ? undefined
      : differs(keyword, keyword)(subject, day);
  });

/** A marker that is new in a part that clients send. */
const became = (marker: "readOnly" | "writeOnly", effect: string): PolicyRule["says"] =>
  both(({ base, revision }, { sender }) =>
    sender === "client" && base[marker] !== true && revision[marker] === true
      ? `it became ${marker}: ${effect}`
      : undefined,
  );

/** OpenAPI 3.0.3 section 4.7.24.1: `nullable` adds null to the type, and `enum` still has to list it. */
function lacksNull({ nullable, enum: values }: JsonObject): boolean {
  return nullable === true && Array.isArray(values) && !values.includes(null);
}

/** The most values of a list to name. */
const MOST_NAMED = 8;

export const SCHEMA_RULES = [
  {
    id: "property-default-changed",
    meaning: "a property has a different default",
    on: ["schema"],
    key: "default",
    severity: WARNING,
    says: differs("default", "the default"),
    fix: "keep the default: clients that leave the property out rely on it",
  },
  {
    id: "request-property-removed",
    meaning: "a property of a request is no longer described",
    on: ["schema"],
    severity: WARNING,
    says: goneUnannounced((_base, { sender }) =>
      sender === "client" ? "the property is no longer described: who sends it may be ignored" : undefined,
    ),
    fix: "keep describing it, deprecated, as long as it has an effect",
    isAlsoProved: true,
  },
  {
    id: "response-property-removed",
    meaning: "a property of a response is no longer described",
    on: ["schema"],
    severity: SDK_WARNING,
    says: goneUnannounced((_base, { sender }) =>
      sender === "server" ? "the property is no longer described: who reads it will miss it" : undefined,
    ),
    fix: "keep sending it, or deprecate it first",
    isAlsoProved: true,
  },
  {
    id: "extensible-enum-reduced",
    meaning: "x-extensible-enum lost values",
    on: SCHEMAS,
    key: "x-extensible-enum",
    severity: ERROR,
    says: both(({ base, revision }, { sender }) => {
      const [before, after] = [strings(base["x-extensible-enum"]), strings(revision["x-extensible-enum"])];
      const lost = before.filter((value) => !after.includes(value));
      return lost.length === 0 || after.length === 0 || sender === "server"
        ? undefined
        : `x-extensible-enum no longer has ${lost.join(", ")}`;
    }),
    fix: "keep accepting the old values",
  },
  {
    id: "nullable-enum-without-null",
    meaning: "nullable is set, but the enum does not list null",
    on: SCHEMAS,
    key: "enum",
    severity: WARNING,
    says: both(({ base, revision }) => {
      if (!lacksNull(revision) || lacksNull(base)) return undefined;
      return "nullable is true and enum has no null: by the letter of OpenAPI 3.0 null stays refused, and most readers will take it for allowed";
    }),
    fix: "add null to the enum, or leave nullable out",
  },
  {
    id: "response-enum-grown",
    meaning: "responses may hold values that clients do not know",
    on: SCHEMAS,
    severity: { wire: "warning", strict: "none", sdk: "none" },
    says: both(({ base, revision }, { sender, direction }) => {
      const [before, after] = [base["enum"], revision["enum"]];
      if (sender !== "server" || !Array.isArray(before) || !Array.isArray(after)) return undefined;
      // A witness shows what null breaks.
      const added = after.filter((value: JsonValue) => value !== null && !isAmong(before as JsonArray, value));
      return added.length === 0
        ? undefined
        : `${direction === "request" ? "what is sent" : "responses"} may hold values that clients do not know: ${added.slice(0, MOST_NAMED).map(show).join(", ")}${added.length > MOST_NAMED ? ` and ${added.length - MOST_NAMED} more` : ""}`;
    }),
    fix: "mark such values as open from the start, with x-extensible-enum",
    isAlsoProved: true,
  },
  {
    id: "discriminator-changed",
    meaning: "values no longer choose the alternatives they chose",
    on: SCHEMAS,
    key: TAG,
    severity: ERROR,
    says: both(({ base, revision }, { sender }) => discriminatorChange(base, revision, sender)),
    fix: "keep the property that tells alternatives apart, and its values",
  },
  {
    id: "content-encoding-changed",
    meaning: "a string is encoded differently",
    on: SCHEMAS,
    key: "contentEncoding",
    severity: ERROR,
    says: differsFromFormat("contentEncoding", { byte: "base64" }),
    fix: "keep the encoding, or bring the new one under a new name",
  },
  {
    id: "content-media-type-changed",
    meaning: "a string contains a different media type",
    on: SCHEMAS,
    key: "contentMediaType",
    severity: ERROR,
    says: differsFromFormat("contentMediaType", { binary: "application/octet-stream" }),
    fix: "keep the media type, or bring the new one under a new name",
  },
  {
    id: "content-schema-changed",
    meaning: "the content of a string has a different schema",
    on: SCHEMAS,
    key: "contentSchema",
    severity: WARNING,
    says: differs("contentSchema", "contentSchema"),
    fix: "keep the schema of the content",
  },
  {
    id: "became-read-only",
    meaning: "what clients send is ignored from now on",
    on: ["schema"],
    key: "readOnly",
    severity: WARNING,
    says: became("readOnly", "what clients send is ignored"),
    fix: "keep it writable",
  },
  {
    id: "became-write-only",
    meaning: "responses no longer show it",
    on: ["schema"],
    key: "writeOnly",
    severity: WARNING,
    says: became("writeOnly", "responses no longer show it"),
    fix: "keep sending it in responses",
  },
] as const satisfies readonly PolicyRule[];

/** How a discriminator changed, in words; undefined if the same values choose the same alternatives. */
function discriminatorChange(base: JsonObject, revision: JsonObject, sender?: Sender): string | undefined {
  const [before, after] = [choiceOf(base), choiceOf(revision)];
  // A reader may ignore the discriminator, and a sender may add one.
  if (sender === "client" ? after === undefined : sender === "server" && before === undefined) return undefined;
  const [own, other] = [base[TAG], revision[TAG]];
  if (before === undefined || after === undefined || before.property !== after.property) {
    return show(own) === show(other) ? undefined : `the discriminator changed from ${show(own)} to ${show(other)}`;
  }
  const known = sender === "server" ? before.mapping : after.mapping;
  const sent = sender === "server" ? after.mapping : before.mapping;
  const unknown = [...sent].filter((choice) => !isKnown(choice, { sent, known })).map(([value]) => value);
  const [kept, now] = sender === "server" ? [after.other, before.other] : [before.other, after.other];
  if (unknown.length === 0 && kept !== undefined && kept !== now) {
    return `values of ${show(before.property)} that choose no alternative were read as ${show(before.other ?? "none")}, and now as ${show(after.other ?? "none")}`;
  }
  if (unknown.length === 0) return undefined;
  const values = unknown.map((value) => show(value)).join(", ");
  return sender === "server"
    ? `clients do not know which alternative ${values} in ${show(before.property)} chooses`
    : `${values} in ${show(before.property)} no longer ${unknown.length === 1 ? "chooses its alternative" : "choose their alternatives"}`;
}

/** A renamed alternative is still the same one; its constraints are compared elsewhere. */
function isKnown(
  [value, target]: [string, string],
  { sent, known }: Record<"sent" | "known", Choice["mapping"]>,
): boolean {
  const other = known.get(value);
  if (other === undefined || other === target) return other !== undefined;
  return ![...sent.values()].includes(other) && ![...known.values()].includes(target);
}
