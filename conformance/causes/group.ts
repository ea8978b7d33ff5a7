// Finds the causes of failures: the same check over operations and properties, the same header, the same difference.
import { type Exchange, isSuccess, statusOf } from "../client/exchange.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { keptFor } from "../../src/memo.ts";
import { showOperation } from "../plan.ts";
import { isLargeInteger } from "./large-integers.ts";
import type { Result } from "../run.ts";
import { type Cause, causeId } from "./cause.ts";

/** Checks that share a cause: one mistake in a server makes all of them fail. */
const SHARED: ReadonlyMap<string, Cause> = new Map<string, Cause>([
  ...["text", "fraction", "exponent", "sign", "hexadecimal", "infinity", "empty"].map((name): [string, Cause] => [
    `parameters.${name}`,
    { kind: "integer-syntax" },
  ]),
  ["parameters.not-listed", { kind: "listed-values" }],
  ["parameters.other-case", { kind: "listed-values" }],
  ["create.refuses-null", { kind: "body-types" }],
  ["create.refuses-type", { kind: "body-types" }],
  ["change.replace-refuses-wrong", { kind: "body-types" }],
  ["change.update-refuses-wrong", { kind: "body-types" }],
  ["errors.media-type", { kind: "error-body" }],
  ["errors.body", { kind: "error-body" }],
  ["errors.not-described", { kind: "error-body" }],
]);

/** Checks that judge each property on its own: a fault in one says nothing about the others. */
const BY_PROPERTY: ReadonlySet<string> = new Set(["create.accepts", "create.answers-as-sent", "create.keeps"]);

/** If all of these fail that are claimed of an operation, two or more, its body is not validated at all. */
const VALIDATION = ["create.refuses-missing", "create.refuses-type", "create.refuses-unlisted"] as const;

/** Checks of what a parameter does, which fail where it is ignored. */
const IGNORED: ReadonlySet<string> = new Set(["create.idempotency-key"]);

interface Failure {
  readonly result: Result;
  readonly exchanges: readonly Exchange[];
}

/** The cause of each failure among some results. */
export function causesOf(results: readonly Result[]): ReadonlyMap<Result, Cause> {
  const failures = results.flatMap((result): Failure[] =>
    result.outcome.verdict === "fail" ? [{ result, exchanges: result.outcome.exchanges ?? result.evidence }] : [],
  );
  const open = lettingIn(failures, "auth.missing");
  const careless = lettingIn(failures, "auth.unknown");
  const unvalidated = withoutValidation(failures, results);
  const causes = new Map<Result, Cause>();
  for (const failure of failures) {
    const { operation } = failure.result.subject;
    const { check } = failure.result;
    const isLetIn = check.family === "auth" && letsIn(failure);
    const isStranger = check.family === "auth" && failure.exchanges.every(({ intent }) => intent === "unauthenticated");
    causes.set(
      failure.result,
      (isLetIn || isStranger) && open.has(operation)
        ? { kind: "credential" }
        : isLetIn && careless.has(operation)
          ? { kind: "any-key" }
          : unvalidated.has(operation) && check.id.startsWith("create.refuse") && letsIn(failure)
            ? { kind: "unvalidated-body", name: showOperation(operation) }
            : causeOf(failure),
    );
  }
  // A header that is ignored is neither judged nor obeyed.
  const ignored = new Map(
    failures.flatMap(({ result }) =>
      IGNORED.has(result.check.id) ? [[result.subject.pointer, causes.get(result)]] : [],
    ),
  );
  for (const { result } of failures) {
    const cause = result.check.family === "parameters" ? ignored.get(result.subject.pointer) : undefined;
    if (cause !== undefined) causes.set(result, cause);
  }
  const accepted = acceptedBy(causes);
  for (const { result } of failures) {
    const origin = result.check.id === "schema.body" ? originOf(result, accepted) : undefined;
    if (origin !== undefined) causes.set(result, origin);
  }
  return causes;
}

/** Values that were accepted and should have been refused, each with its cause. */
interface Accepted {
  readonly byValue: ReadonlyMap<string, Cause>;
  readonly large: Cause | undefined;
}

function acceptedBy(causes: ReadonlyMap<Result, Cause>): Accepted {
  const byValue = new Map(
    [...causes]
      .filter(([{ check }]) => check.id.startsWith("create.refuses-"))
      .flatMap(([one, cause]) => valuesOf(one).map((value): [string, Cause] => [writeJson(value), cause])),
  );
  return { byValue, large: [...causes.values()].find(({ kind }) => kind === "large-integers") };
}

/** The cause, if all that is wrong with a response are values that should have been refused. */
function originOf(result: Result, { byValue, large }: Accepted): Cause | undefined {
  const values = valuesOf(result).map((value) => writeJson(value));
  const origins = values.map((value) => byValue.get(value) ?? (isLargeInteger(JSON.parse(value)) ? large : undefined));
  if (origins.length === 0 || origins.includes(undefined)) return undefined;
  return origins.find((origin) => origin?.kind !== "large-integers") ?? origins[0];
}

function valuesOf({ outcome }: Result): readonly JsonValue[] {
  return outcome.verdict === "fail" ? (outcome.blame?.values ?? []) : [];
}

type Operation = Result["subject"]["operation"];

/** True if a request that had to be refused was carried out. */
function letsIn({ exchanges }: Failure): boolean {
  return exchanges.some(isSuccess);
}

function lettingIn(failures: readonly Failure[], id: string): ReadonlySet<Operation> {
  const own = failures.filter((failure) => failure.result.check.id === id && letsIn(failure));
  return new Set(own.map(({ result }) => result.subject.operation));
}

function withoutValidation(failures: readonly Failure[], results: readonly Result[]): ReadonlySet<Operation> {
  const [first = [], ...others] = VALIDATION.map((id) => {
    const claimed = new Set(results.flatMap(({ check, subject }) => (check.id === id ? subject.operation : [])));
    const open = lettingIn(failures, id);
    return [...claimed].map((operation) => [operation, open.has(operation)] as const);
  });
  const more = others.map((one) => new Map(one));
  const isOpen = (operation: Operation): boolean =>
    more.some((one) => one.has(operation)) && more.every((one) => one.get(operation) !== false);
  return new Set(first.flatMap(([operation, isLetIn]) => (isLetIn && isOpen(operation) ? [operation] : [])));
}

function causeOf(failure: Failure): Cause {
  const { result, exchanges } = failure;
  const { check, subject, outcome } = result;
  // Checks of credentials vary how the key is written, so only a refusal of the plain form means a refused key.
  const isPlain = check.family !== "auth" || check.id === "auth.valid";
  if (isPlain && exchanges.length > 0 && exchanges.every(isTurnedAway)) return { kind: "refused-key" };
  const isRefusal = check.id.startsWith("create.refuses-");
  // A value that was refused with an unexpected status was still not accepted.
  if (isRefusal && !letsIn(failure) && exchanges.every((one) => statusOf(one) > 0 && statusOf(one) < 500))
    return { kind: "check", name: check.id };
  if (outcome.verdict === "fail" && outcome.blame?.cause !== undefined) return outcome.blame.cause;
  // The operation of the exchange: a check may look at a creation through a fetch.
  const nameOf = ({ operation }: Exchange): string => showOperation(operation ?? subject.operation);
  const [seen] = exchanges;
  if (subject.isRun !== true && seen !== undefined) {
    const broken = exchanges.find((one) => statusOf(one) >= 500);
    if (broken !== undefined) return { kind: "server-error", name: nameOf(broken) };
    // What answers HEAD is mostly one place for all operations.
    const isHead = exchanges.every(({ request }) => request.method === "HEAD");
    if (exchanges.every((one) => one.response === undefined || !one.response.complete))
      return { kind: "no-answer", name: isHead ? "HEAD" : nameOf(seen) };
  }
  const shared = SHARED.get(check.id);
  if (shared !== undefined) return shared;
  const blamed = outcome.verdict === "fail" ? outcome.blame?.property : undefined;
  const varied = "special" in subject ? propertyOf(subject.special) : undefined;
  const property = BY_PROPERTY.has(check.id) ? (blamed ?? varied) : undefined;
  return { kind: "check", name: property === undefined ? check.id : `${check.id}:${property}` };
}

/** True for a request that was refused for its key although the key is valid. */
function isTurnedAway(exchange: Exchange): boolean {
  return [401, 403].includes(statusOf(exchange)) && ["valid", "edge", "invalid"].includes(exchange.intent);
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
