// Conditional requests (RFC 9110, section 13), for operations whose document has them: tags and dates of what is shown,
// and the conditions under which a request is carried out.
import type { Operation } from "../../../contract/model.ts";
import { readJson } from "../../../json/read.ts";
import { isObject } from "../../../json/value.ts";
import { lazy } from "../../../memo.ts";
import { hashOf } from "../../../schema/samples/choices.ts";
import { timesIn } from "../../../realistic/texts/times.ts";
import { refuse } from "../../errors/refusal.ts";
import type { World } from "../../world.ts";
import type { Behaviour, MockRequest } from "../basis.ts";
import type { Answer } from "../../response.ts";
import { isCondition } from "../../../contract/conventions.ts";
import { namesInPath } from "../../../contract/parameters.ts";

/** What a document has of conditional requests. */
interface Conditions {
  /** A success has an `ETag`. */
  readonly isTagged: boolean;
  /** A success has a `Last-Modified`. */
  readonly isDated: boolean;
  /** Requests may carry a condition, or are refused if one does not hold. */
  readonly isGuarded: boolean;
  /** A request without a condition is refused. */
  readonly isRequired: boolean;
}

function conditionsOf({ parameters, responses }: Operation): Conditions {
  const names = responses.flatMap(({ status, headers }) =>
    status.startsWith("2") || status === "304" ? headers.map(({ name }) => name.toLowerCase()) : [],
  );
  const has = (status: string): boolean => responses.some((one) => one.status === status);
  const isRequired = has("428");
  const isAsked = parameters.some(isCondition);
  return {
    isTagged: names.includes("etag"),
    isDated: names.includes("last-modified"),
    isGuarded: isAsked || isRequired || has("412") || has("304"),
    isRequired,
  };
}

/** True if the mock computes the tags and dates in the answers of an operation. */
export function computesValidators(operation: Operation): boolean {
  const { isTagged, isDated } = conditionsOf(operation);
  return isTagged || isDated;
}

/** The operation that shows what another one acts on, and what it does. */
export interface Showing {
  readonly operation: Operation;
  readonly behaviour: () => Behaviour;
}

/** A behaviour that observes the conditions of its document; the same behaviour if the document has none. */
export function withConditions(
  operation: Operation,
  behaviour: Behaviour,
  showing: Showing | undefined,
  others: readonly Operation[],
): Behaviour {
  const own = conditionsOf(operation);
  if (operation.method === "GET") {
    // A tag is what the conditions of the other operations compare.
    const isTagged = own.isTagged || own.isGuarded || others.some((one) => conditionsOf(one).isGuarded);
    if (!isTagged && !own.isDated) return behaviour;
    const shown = showing && shownBy(operation, showing);
    return (request, world) => read({ behaviour, own: { ...own, isTagged }, shown }, request, world);
  }
  if (!own.isTagged && !own.isDated && !own.isGuarded) return behaviour;
  const shown = showing && shownBy(operation, showing);
  return (request, world) => write({ behaviour, own, shown }, request, world);
}

/** What the path of a request shows, whatever its query selects. */
type Shown = (request: MockRequest, world: World) => Answer | undefined;

function shownBy(operation: Operation, { operation: fetch, behaviour }: Showing): Shown {
  const inPath = ({ parameters }: Operation): number[] =>
    parameters.flatMap((parameter, at) => (parameter.in === "path" ? [at] : []));
  const own = inPath(operation);
  const names = namesInPath(fetch.path);
  const ownNames = namesInPath(operation.path);
  // Two spellings of one path may name its parameters differently.
  const from = fetch.parameters.map(({ in: place, name }) => {
    const other = place === "path" ? ownNames[names.indexOf(name)] : undefined;
    return other === undefined ? undefined : own.find((at) => operation.parameters[at]?.name === other);
  });
  return ({ values, url }, world) => {
    const asked = from.map((at) => (at === undefined ? undefined : values[at]));
    const answer = behaviour()({ values: asked, ...(url === undefined ? {} : { url }) }, world);
    return answer.kind === "answer" && answer.status < 300 ? answer : undefined;
  };
}

/** What an operation does, its conditions, and what its path shows. */
interface Guarded {
  readonly behaviour: Behaviour;
  readonly own: Conditions;
  readonly shown: Shown | undefined;
}

const FAILED = refuse("precondition_failed", "header", "what the request expects to find is not what is there");
/** The answer to a request that has to carry a condition and carries none. */
export const CONDITION_REQUIRED = refuse(
  "precondition_required",
  "header If-Match",
  "If-Match is missing: send the ETag of a fetch",
);
const NOT_MODIFIED = 304;

function read({ behaviour, own, shown }: Guarded, request: MockRequest, world: World): ReturnType<Behaviour> {
  const answer = behaviour(request, world);
  if (answer.kind !== "answer" || answer.text === undefined || answer.status >= 300) return answer;
  const state = validatorsOf(shown?.(request, world) ?? answer, world);
  const lines = linesOf(own, state);
  const match = headerOf(request, "if-match");
  if (match !== "" && !matches(match, state.tag, "strong")) return FAILED;
  const noneMatch = headerOf(request, "if-none-match");
  const isKnown =
    noneMatch === ""
      ? own.isDated && isSince(headerOf(request, "if-modified-since"), state)
      : matches(noneMatch, state.tag, "weak");
  if (isKnown) return { kind: "answer", status: NOT_MODIFIED, headers: lines };
  return { ...answer, headers: [...(answer.headers ?? []), ...lines] };
}

function write({ behaviour, own, shown }: Guarded, request: MockRequest, world: World): ReturnType<Behaviour> {
  const before = shown?.(request, world);
  if (before !== undefined) {
    const state = validatorsOf(before, world);
    const [match, noneMatch, unmodified] = ["if-match", "if-none-match", "if-unmodified-since"].map((name) =>
      headerOf(request, name),
    ) as [string, string, string];
    if (match !== "" ? !matches(match, state.tag, "strong") : unmodified !== "" && !isSince(unmodified, state))
      return FAILED;
    if (noneMatch !== "" && matches(noneMatch, state.tag, "weak")) return FAILED;
    if (own.isRequired && match === "" && unmodified === "" && noneMatch === "") return CONDITION_REQUIRED;
  }
  const answer = behaviour(request, world);
  if (answer.kind !== "answer" || answer.status >= 300) return answer;
  const after = shown?.(request, world) ?? answer;
  if (after.text === undefined) return answer;
  return { ...answer, headers: [...(answer.headers ?? []), ...linesOf(own, validatorsOf(after, world))] };
}

/** The state of what is shown: a tag, and when it last changed, in milliseconds. */
interface Validators {
  readonly tag: string;
  readonly modified: () => number;
}

function validatorsOf({ text = "" }: Answer, { clock }: World): Validators {
  // Two hashes of different texts: one of 32 bits would be equal for two states of one item too soon.
  const hex = [text, `${text.length} ${text}`].map((one) => hashOf(one).toString(16).padStart(8, "0"));
  return { tag: `"${hex.join("")}"`, modified: lazy(() => changedAt(text, clock.now())) };
}

/** When what is shown last changed, by its own moments; 0 if it has none. */
function changedAt(text: string, now: number): number {
  const reading = readJson(text);
  const value = "fault" in reading ? undefined : reading.value;
  const times = isObject(value) ? timesIn(value) : undefined;
  return [times?.updated, times?.created].find((time) => time !== undefined && time <= now) ?? 0;
}

function linesOf({ isTagged, isDated }: Conditions, { tag, modified }: Validators): string[] {
  const at = isDated ? modified() : 0;
  const date = at > 0 ? ["Last-Modified", new Date(at).toUTCString()] : [];
  return isTagged ? ["ETag", tag, ...date] : date;
}

const headerOf = ({ header }: MockRequest, name: string): string => header?.(name) ?? "";

/** Whether a list of tags, or `*`, names the tag (RFC 9110, section 8.8.3.2). */
function matches(list: string, tag: string, comparison: "strong" | "weak"): boolean {
  if (list.trim() === "*") return true;
  const named = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return named.some((one) => one === tag || (comparison === "weak" && one === `W/${tag}`));
}

/** True if nothing has changed since the date of a header; dates have no fractions of a second. */
function isSince(date: string, { modified }: Validators): boolean {
  const moment = Date.parse(date);
  return !Number.isNaN(moment) && Math.floor(modified() / 1000) * 1000 <= moment;
}
