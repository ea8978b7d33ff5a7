// Finds the causes of failures: the same check over operations and properties, the same header, the same difference.
import { type Exchange, isHidden, isSuccess, isTurnedAway, statusOf, textOf } from "../client/exchange.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { groupsOf, keptFor } from "../../src/memo.ts";
import { protection, showOperation } from "../operations.ts";
import { itemIn } from "../places.ts";
import { type Failure, isOtherMethod, joinBreaks } from "./breaks.ts";
import { isLargeInteger } from "./large-integers.ts";
import type { Result } from "../run.ts";
import { type Cause, type Signs, causeId } from "./cause.ts";

/** The cause of each failure among some results. */
export function causesOf(results: readonly Result[]): ReadonlyMap<Result, Cause> {
  const failures = results.flatMap((result): Failure[] =>
    result.outcome.verdict === "fail" ? [{ result, exchanges: result.outcome.exchanges ?? result.evidence }] : [],
  );
  const open = lettingIn(failures, ({ letIn }) => letIn === "credential");
  const careless = lettingIn(failures, ({ letIn }) => letIn === "any-key");
  const unvalidated = withoutValidation(failures, results);
  const causes = new Map<Result, Cause>();
  const otherwise = failures.filter(isRefusedOtherwise);
  const first = otherwise.find(({ result }) => result.check.signs?.letIn === "credential")?.result.check;
  for (const failure of failures) {
    const { operation } = failure.result.subject;
    const { check } = failure.result;
    const isLetIn = check.family === "auth" && letsIn(failure);
    const isStranger = check.family === "auth" && failure.exchanges.every(({ intent }) => intent === "unauthenticated");
    // Where others need no credential, what tells of the rest of a request without one has let it in.
    const isPassed = open.size > 0 && failure.exchanges.every(isAboutRest);
    causes.set(
      failure.result,
      (isLetIn || isStranger) && (open.has(operation) || isPassed)
        ? { kind: "credential" }
        : isLetIn && careless.has(operation)
          ? { kind: "any-key" }
          : unvalidated.has(operation) && check.signs?.wrongBody !== undefined && letsIn(failure)
            ? { kind: "unvalidated-body", name: showOperation(operation) }
            : first !== undefined && otherwise.includes(failure)
              ? { kind: "check", name: first.id }
              : causeOf(failure),
    );
  }
  // A header that is ignored is neither judged nor obeyed, and a page size leads to no pages.
  const ignored = new Map(
    failures.flatMap(({ result }) =>
      result.check.signs?.isIgnored === true ? [[ignorable(result), causes.get(result)]] : [],
    ),
  );
  for (const { result } of failures) {
    const cause = ["parameters", "paging"].includes(result.check.family) ? ignored.get(ignorable(result)) : undefined;
    if (cause !== undefined) causes.set(result, cause);
  }
  const accepted = acceptedBy(causes);
  for (const failure of failures) {
    const origin = failure.result.check.signs?.isShownAgain === true ? originOf(failure, accepted) : undefined;
    if (origin !== undefined) causes.set(failure.result, origin);
  }
  for (const failure of failures) {
    const isTold = failure.result.check.signs?.isToldElsewhere === true;
    const told = isTold ? toldBy(failure, failures) : acceptanceOf(failure, failures);
    const cause = told && causes.get(told);
    if (cause !== undefined) causes.set(failure.result, cause);
  }
  joinBreaks(failures, causes);
  return causes;
}

/** What a service may ignore: the pages of a list, or a parameter. */
const ignorable = ({ check, subject }: Result): unknown =>
  check.family === "paging" ? subject.operation : subject.pointer;

/** The result of a check that expected something else than all answers of a failure; others judge their form. */
function toldBy({ result: { check, subject }, exchanges }: Failure, all: readonly Failure[]): Result | undefined {
  const odd = exchanges.find((one) => !isSuccess(one)) ?? exchanges[0];
  if (odd === undefined) return undefined;
  const others = all.filter((other) => other.result.check !== check && other.result.check.stage !== "record");
  const same = others.find((other) => exchanges.every((one) => other.exchanges.includes(one)));
  // What is no list does not match the schema of one, and what is refused may have a status that is not documented.
  const form = isSuccess(odd) ? "schema.body" : "status.documented";
  if (isOtherMethod(odd)) return same?.result;
  const ofForm = all.filter(({ result: one }) => one.check.id === form && one.subject.operation === subject.operation);
  return (same ?? ofForm.find((other) => other.exchanges.some((one) => statusOf(one) === statusOf(odd))))?.result;
}

/** The result about what should have been refused, if only the answers to that are wrong: records begin with the others. */
function acceptanceOf({ result: { check }, exchanges }: Failure, all: readonly Failure[]): Result | undefined {
  const [first] = exchanges;
  const isWrong = exchanges.every((one) => one.intent === "invalid" && isSuccess(one));
  if (check.stage !== "record" || first === undefined || !isWrong) return undefined;
  const isMissing = ({ result: { check: other, subject } }: Failure): boolean =>
    other.id === "fetch.missing" && subject.operation === first.operation;
  return all.find(
    (one) => isMissing(one) || (one.result.check.signs?.wrongBody !== undefined && one.exchanges.includes(first)),
  )?.result;
}

/** Values that were accepted and should have been refused, each with its cause. */
interface Accepted {
  readonly byValue: ReadonlyMap<string, Cause>;
  readonly large: Cause | undefined;
}

function acceptedBy(causes: ReadonlyMap<Result, Cause>): Accepted {
  const of = (isOf: (check: Result["check"]) => boolean): [string, Cause][] =>
    [...causes]
      .filter(([{ check }]) => isOf(check))
      .flatMap(([one, cause]) =>
        [...valuesOf(one), ...itemsOf(one)].map((value): [string, Cause] => [writeJson(value), cause]),
      );
  // What a body brought in stays, while a list repeats a parameter once.
  const byValue = new Map([
    ...of(({ family }) => family === "parameters"),
    ...of(({ signs }) => signs?.wrongBody !== undefined),
  ]);
  return { byValue, large: [...causes.values()].find(({ kind }) => kind === "large-integers") };
}

/** The cause, if all that is wrong with a response are values that should have been refused. */
function originOf({ result, exchanges }: Failure, { byValue, large }: Accepted): Cause | undefined {
  // An answer that is empty as a whole repeats no value.
  if (exchanges.some((one) => /^\s*\{\s*\}\s*$/.test(textOf(one)))) return undefined;
  const values = valuesOf(result).map((value) => writeJson(value));
  const origins = values.map((value) => byValue.get(value) ?? (isLargeInteger(JSON.parse(value)) ? large : undefined));
  if (origins.length === 0 || origins.includes(undefined)) return undefined;
  return origins.find((origin) => origin?.kind !== "large-integers") ?? origins[0];
}

function valuesOf({ outcome }: Result): readonly JsonValue[] {
  return outcome.verdict === "fail" ? (outcome.blame?.values ?? []) : [];
}

/** The items that were made of what should have been refused. */
function itemsOf({ outcome, check }: Result): JsonValue[] {
  if (outcome.verdict !== "fail" || check.signs?.wrongBody === undefined) return [];
  return (outcome.exchanges ?? []).filter(isSuccess).flatMap((one) => itemIn(one) ?? []);
}

type Operation = Result["subject"]["operation"];

/** True if a request that had to be refused was carried out: the answer to it may also lead elsewhere. */
const letsIn = ({ exchanges }: Failure): boolean =>
  exchanges.some((one) => statusOf(one) >= 200 && statusOf(one) < 400);

/** True for a refusal that is not about the credential. */
const isAboutRest = (exchange: Exchange): boolean =>
  statusOf(exchange) >= 400 && statusOf(exchange) < 500 && !isTurnedAway(exchange);

/** True if a wrong credential was refused, with another status than the document says. */
function isRefusedOtherwise({ result: { check }, exchanges }: Failure): boolean {
  const isRefused = exchanges.length > 0 && exchanges.every((one) => [400, 401, 403, 404].includes(statusOf(one)));
  return check.signs?.is401 === true && isRefused;
}

/** The operations that let a request in which a check of some kind sends. */
function lettingIn(failures: readonly Failure[], isOf: (signs: Signs) => boolean): ReadonlySet<Operation> {
  const own = failures.filter((failure) => isOf(failure.result.check.signs ?? {}) && letsIn(failure));
  return new Set(own.map(({ result }) => result.subject.operation));
}

/** The operations that let in every basic kind of wrong body that was sent, two or more. */
function withoutValidation(failures: readonly Failure[], results: readonly Result[]): ReadonlySet<Operation> {
  const open = groupsOf(failures.filter(letsIn), ({ result }) => result.subject.operation);
  const sent = groupsOf(
    results.filter(({ check }) => check.signs?.wrongBody === "basic"),
    ({ subject }) => subject.operation,
  );
  const isOpen = ([operation, own]: readonly [Operation, readonly Result[]]): boolean => {
    const kinds = new Set(own.map(({ check }) => check));
    const taken = new Set(open.get(operation)?.map(({ result }) => result.check));
    return kinds.size > 1 && [...kinds].every((check) => taken.has(check));
  };
  return new Set([...sent].filter(isOpen).map(([operation]) => operation));
}

function causeOf(failure: Failure): Cause {
  const { result, exchanges } = failure;
  const { check, subject, outcome } = result;
  // Checks of credentials vary how the key is written, so only a refusal of the plain form means a refused key.
  // What is compared with an answer that came may be refused.
  const refused = exchanges.filter((one) => !isSuccess(one));
  if (refused.length > 0 && refused.every(isHidden)) return { kind: "check", name: "fetch.missing" };
  if (refused.length > 0 && refused.every(isTurnedAwayUnasked)) return { kind: "undocumented-key" };
  const isPlain = check.family !== "auth" || check.signs?.isPlainKey === true;
  if (isPlain && exchanges.length > 0 && exchanges.every(isKeyRefused)) return { kind: "refused-key" };
  const { wrongBody, mistake, isByProperty } = check.signs ?? {};
  // A value that was refused with an unexpected status was still not accepted.
  if (wrongBody !== undefined && !letsIn(failure) && exchanges.every((one) => statusOf(one) > 0 && statusOf(one) < 500))
    return { kind: "check", name: check.id };
  const breaks = wrongBody !== undefined && exchanges.some((one) => statusOf(one) >= 500);
  if (outcome.verdict === "fail" && outcome.blame?.cause !== undefined && !breaks) return outcome.blame.cause;
  // The operation of the exchange: a check may look at a creation through a fetch.
  const nameOf = (one: Exchange): string => {
    const operation = one.operation ?? subject.operation;
    return isOtherMethod(one) ? `${one.request.method} ${operation.path}` : showOperation(operation);
  };
  const [seen] = exchanges;
  if (subject.isRun !== true && seen !== undefined) {
    const breaking = exchanges.filter((one) => statusOf(one) >= 500);
    // What is wrong with refusals too does not come from a break.
    const isOwn = check.stage !== "record" || breaking.length === exchanges.length;
    const [broken] = isOwn ? breaking : [];
    if (broken !== undefined) return { kind: "server-error", name: nameOf(broken) };
    // What answers HEAD is mostly one place for all operations.
    const isHead = exchanges.every(({ request }) => request.method === "HEAD");
    if (exchanges.every((one) => one.response === undefined || !one.response.complete))
      return { kind: "no-answer", name: isHead ? "HEAD" : nameOf(seen) };
  }
  if (mistake !== undefined) return { kind: mistake };
  const blamed = outcome.verdict === "fail" ? outcome.blame?.property : undefined;
  const varied = "special" in subject ? propertyOf(subject.special) : undefined;
  const property = isByProperty === true ? (blamed ?? varied) : undefined;
  return { kind: "check", name: property === undefined ? check.id : `${check.id}:${property}` };
}

/** True for a request that was refused for its key although the key is valid. */
function isKeyRefused(exchange: Exchange): boolean {
  return isTurnedAway(exchange) && ["valid", "edge", "invalid"].includes(exchange.intent);
}

/** True for a request that was refused for lack of a key where the document asks for none. */
function isTurnedAwayUnasked(exchange: Exchange): boolean {
  const { operation, intent } = exchange;
  const isOpen = operation !== undefined && protection(operation).length === 0 && operation.security.length === 0;
  return isOpen && intent !== "unauthenticated" && isTurnedAway(exchange);
}

function propertyOf(special: unknown): string | undefined {
  const isNamed = typeof special === "object" && special !== null && "property" in special;
  return isNamed && typeof special.property === "string" ? special.property : undefined;
}

/** Some results by cause, the causes in the order in which they first appear. */
export function byCause(
  causes: ReadonlyMap<Result, Cause>,
): ReadonlyMap<string, { readonly cause: Cause; readonly results: readonly Result[] }> {
  const groups = new Map<string, { cause: Cause; results: Result[] }>();
  for (const [result, cause] of causes)
    keptFor(groups, causeId(cause), () => ({ cause, results: [] })).results.push(result);
  return groups;
}
