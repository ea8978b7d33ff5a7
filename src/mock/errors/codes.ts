// The codes and titles of errors: the listed value that fits a refusal and its status best.
import type { SchemaNode } from "../../schema/normal/schema-node.ts";
import { type JsonValue, isLeaf } from "../../json/value.ts";
import { plainName } from "../../resource/paths.ts";

/** Words in codes for a status, likeliest first. */
const WORDS: ReadonlyMap<number, string> = new Map([
  [400, "badrequest invalidrequest validation invalid malformed parse"],
  [401, "unauthorized unauthenticated authentication invalidtoken credential auth"],
  [403, "forbidden permission denied authorization access auth"],
  [404, "notfound missing nosuch unknown resource"],
  [405, "methodnotallowed method"],
  [409, "conflict exists duplicate already taken"],
  [410, "gone deleted notfound"],
  [412, "precondition etag stale modified conflict"],
  [413, "toolarge size"],
  [415, "mediatype unsupported contenttype"],
  [422, "unprocessable validation invalid idempoten"],
  [428, "precondition required"],
  [429, "ratelimit toomany throttl limit quota"],
  [500, "internal server apierror unexpected"],
  [501, "notimplemented unsupported internal"],
  [503, "unavailable overload maintenance server internal apierror"],
]);
const REASONS: ReadonlyMap<number, string> = new Map([
  [400, "Bad Request"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "Not Found"],
  [405, "Method Not Allowed"],
  [409, "Conflict"],
  [410, "Gone"],
  [412, "Precondition Failed"],
  [413, "Payload Too Large"],
  [415, "Unsupported Media Type"],
  [422, "Unprocessable Entity"],
  [428, "Precondition Required"],
  [429, "Too Many Requests"],
  [500, "Internal Server Error"],
  [501, "Not Implemented"],
  [503, "Service Unavailable"],
]);
/** Words in codes for a fault that is called after a keyword of schemas. */
const FAULTS: ReadonlyMap<string, string> = new Map([
  ["required", "required missing blank presence empty"],
  ["min_length", "tooshort blank empty length"],
  ["max_length", "toolong length"],
  ["minimum", "toosmall toolow outofrange range"],
  ["maximum", "toobig toolarge toohigh outofrange range"],
  ["conflict", "alreadyexists taken duplicate unique exists"],
]);
const CLIENT = "invalidrequest badrequest invalid validation request client param";
const SERVER = "internal server unavailable apierror unexpected";

/** The code itself if the schema allows any text; otherwise the listed value that fits best. */
export function chooseCode(code: string, schema: SchemaNode | undefined, status: number): JsonValue {
  const values = schema?.form.values?.filter((value) => typeof value === "string") ?? [];
  const parts = code.split("_").filter((word) => word.length > 3);
  const words = `${FAULTS.get(code) ?? ""} ${WORDS.get(status) ?? ""} ${status < 500 ? CLIENT : SERVER}`
    .trim()
    .split(/\s+/);
  const ofStatus = (word: string): string | undefined => values.find((value) => plainName(value).includes(word));
  const nearest =
    values.find((value) => plainName(value) === plainName(code)) ??
    values.find((value) => value.includes(String(status))) ??
    values.find((value) => parts.every((word) => plainName(value).includes(word))) ??
    values.find((value) => parts.some((word) => plainName(value).includes(word))) ??
    words.map(ofStatus).find((value) => value !== undefined) ??
    values[0];
  // "Bad Request" is the reason of a status.
  const phrases = new Set<JsonValue>(REASONS.values());
  const reason =
    schema?.annotations.examples.some((one) => phrases.has(one)) === true ? REASONS.get(status) : undefined;
  return nearest ?? fit(reason ?? code, schema);
}

/**
 * Of the kinds of error that a schema lists, the one of a status that reads most like it: `{ status: 404, type: "not_found" }`.
 * @param isOfThing false where nothing is at the path
 */
export function fittingKind({ alternatives }: SchemaNode, status: number, isOfThing: boolean): SchemaNode | undefined {
  const branches = alternatives.length === 1 ? (alternatives[0]?.branches ?? []) : [];
  const textsIn = ({ properties }: SchemaNode): string[] =>
    [...properties.values()].flatMap(({ form }) => (form.values ?? []).filter((one) => isLeaf(one)).map(String));
  const own = branches.filter((one) => textsIn(one).includes(String(status)));
  const textOf = (one: SchemaNode): string => plainName(textsIn(one).join(" "));
  const ofThings = isOfThing ? own.filter((one) => !/method|route|endpoint|path/.test(textOf(one))) : own;
  const among = ofThings.length === 0 ? own : ofThings;
  const words = (WORDS.get(status) ?? "").split(" ");
  return words.flatMap((word) => among.filter((one) => textOf(one).includes(word)))[0] ?? among[0];
}

/** A text in a length that the schema allows. */
export function fit(text: string, schema: SchemaNode | undefined): string {
  const { minLength = 0, maxLength = Infinity } = schema?.form.bounds ?? {};
  return text.padEnd(Number(minLength), ".").slice(0, Number(maxLength));
}

/** "Invalid body" for `invalid_body`. */
export function titleOf(kind: string): string {
  const words = kind.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
