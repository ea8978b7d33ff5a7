// The lines below the title of a finding: places, the witness in words, the reason, and what would be safe.
import { showLocation } from "../document/location.ts";
import { clip } from "../report/text.ts";
import type { WireRequest, WireResponse } from "./exchange/model.ts";
import { sayGrown } from "./exchange/grown.ts";
import { type ShownParts, sayPartHeaders, showRequest, showResponse } from "./exchange/show.ts";
import type { Change, Witness } from "./model.ts";
import type { JsonValue } from "../json/value.ts";
import { writeJson } from "../json/write.ts";

/** The lines below the title of a change. */
export function detailsOf(change: Change): string[] {
  const { witness, base, revision } = change;
  const places = [base, revision].flatMap((place, index) =>
    place === null ? [] : [`${index === 0 ? "base" : "revision"} ${showLocation(place.location)} ${place.pointer}`],
  );
  return [
    ...places,
    ...(change.operations.length > 1 ? [`Operations: ${showOperations(change.operations, 12)}`] : []),
    ...(witness === undefined ? [] : witnessDetails(witness, change.operations)),
    ...(change.verdict === "policy" && witness !== undefined ? [ONLY_BETA] : []),
    ...(change.reason === undefined
      ? []
      : [`${change.verdict === "unknown" ? "Not shown" : "Because"}: ${change.reason}`]),
    ...(change.exempted === undefined ? [] : [`Exempted: ${change.exempted}`]),
    ...(change.fix === undefined || change.verdict === "compatible" ? [] : [`Safe would be: ${change.fix}`]),
  ];
}

/** Marks a proved break that is not an error; the report model has no other way to say so. */
const ONLY_BETA = "Only a warning: the base promises what it reaches as beta";

function witnessDetails(
  { exchange, operation, acceptedBy, refusedBy, violations, grown }: Witness,
  operations: readonly string[],
): string[] {
  const [first = "", ...others] = violations
    .slice(0, MOST_VIOLATIONS)
    .map(({ keyword, at, message, pointer }) => `${at} ${message} (${keyword}, ${pointer})`.trim());
  // An annotation shows only these lines, so they include the request or response, not only the command.
  const shown =
    exchange.kind === "request"
      ? sayRequest(exchange)
      : sayResponse(exchange, operations.length > 1 ? nameOf(operation, operations) : undefined);
  const larger = grown === undefined ? "" : `, ${sayGrown(grown)},`;
  return [
    `${shown}${larger} is allowed by the ${acceptedBy} and refused by the ${refusedBy}: ${first}`,
    ...others.map((other) => `and: ${other}`),
  ];
}

/** The name of the operation with a key. A key is a name in which path parameters have no names. */
function nameOf(key: string, operations: readonly string[]): string | undefined {
  return operations.find((name) => name === key || name.replaceAll(/\{[^}]*\}/g, "{}") === key);
}

const MOST_VIOLATIONS = 3;
const LONGEST = 300;

function sayRequest(request: WireRequest): string {
  const { method, url, body, parts } = showRequest(request);
  const cookies = request.cookies.map(([name, text]) => `the cookie ${name}=${text}`);
  const carried = [
    ...request.headers.map(sayHeader),
    ...cookies,
    ...(body === undefined ? [] : [sayBody(body)]),
    ...sayParts(parts),
  ];
  return `The request ${method} ${clip(url, LONGEST)}${carried.length === 0 ? "" : ` with ${carried.join(" and ")}`}`;
}

/** @param operation the operation that responds, if the change affects several */
function sayResponse(response: WireResponse, operation: string | undefined): string {
  const { status, headers, body } = response;
  const said = [...headers.map(sayHeader), ...sayParts(showResponse(response).parts)];
  const carried = said.length === 0 ? "" : ` with ${said.join(" and ")}`;
  const answer = operation === undefined ? `response ${status}` : `response ${status} of ${operation}`;
  return `The ${answer} ${body === undefined ? "without a body" : sayBody(body.value)}${carried}`;
}

const sayParts = (parts: ShownParts | undefined): string[] =>
  sayPartHeaders(parts).map((said) => `the header ${clip(said, LONGEST)}`);

function sayHeader([name, text]: readonly [string, string]): string {
  return `the header ${name}: ${clip(text, LONGEST)}`;
}

function sayBody(value: JsonValue): string {
  return clip(writeJson(value), LONGEST);
}

/** Names some operations, and says how many more there are. */
export function showOperations(operations: readonly string[], most = 1): string {
  if (operations.length === 0) return "the document";
  const more = operations.length - most;
  return `${operations.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
