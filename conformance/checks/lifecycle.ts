// Deprecation: announced on the operation that goes away, in the standard form, and nowhere else.
import { parseItem } from "structured-headers";
import type { Header, Operation } from "../../src/contract/model.ts";
import { showScalar } from "../../src/contract/wire.ts";
import { eachOperation, itemsOf, largestPage, recordCheck, validProbe, unreachable } from "../ask.ts";
import { type AnyCheck, PASS, type Subject, defineCheck, fail } from "../check.ts";
import { type Exchange, describeAnswer, headerOf, isSuccess, statusOf } from "../exchange.ts";
import { type Plan, describedResponse, isSafe } from "../plan.ts";
import { ownItems } from "../population.ts";
import type { Probe } from "../request.ts";
import type { Target } from "../target.ts";

const ANNOUNCING = ["Deprecation", "Sunset", "Link"] as const;

/** The headers of a deprecated operation's success response that announce its end. */
function declared(operation: Operation, name: string): Header | undefined {
  return operation.responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap(({ headers }) => headers)
    .find((header) => header.name.toLowerCase() === name.toLowerCase());
}

function deprecated(plan: Plan, name: (typeof ANNOUNCING)[number]): Subject[] {
  return eachOperation(
    plan,
    (operation) => operation.lifecycle.deprecated && declared(operation, name) !== undefined,
    (operation) => declared(operation, name)?.pointer ?? operation.pointer,
  );
}

/** Statuses that a gateway gives before the service is reached. */
const isOwnError = (exchange: Exchange): boolean => [400, 401, 404, 410, 422].includes(statusOf(exchange));

function declaredFor(exchange: Exchange, name: string): boolean {
  const described =
    exchange.operation === undefined ? undefined : describedResponse(exchange.operation, statusOf(exchange));
  return described?.headers.some((header) => header.name.toLowerCase() === name.toLowerCase()) ?? false;
}

const present = ANNOUNCING.flatMap((name) => {
  const isRequired = (operation: Operation): boolean => declared(operation, name)?.required === true;
  const id = `lifecycle.${name.toLowerCase()}`;
  const missing = (exchange: Exchange): readonly [string, string] | undefined =>
    headerOf(exchange, name) === undefined
      ? [`the header ${name}`, `no ${name} on a ${statusOf(exchange)}`]
      : undefined;
  const basis = `the ${name} header of the deprecated operation; ${name === "Sunset" ? "RFC 8594" : name === "Link" ? "RFC 8594 section 6, RFC 9745 section 3" : "RFC 9745"}`;
  return [
    recordCheck({
      id,
      family: "lifecycle",
      level: name === "Deprecation" ? "must" : "should",
      claim: `a deprecated operation carries ${name} on success`,
      basis,
      applies: (plan) =>
        deprecated(plan, name).filter(({ operation }) => name !== "Deprecation" || isRequired(operation)),
      select: isSuccess,
      judge: missing,
    }),
    recordCheck({
      id: `${id}-on-errors`,
      family: "lifecycle",
      level: "should",
      claim: `a deprecated operation carries ${name} on errors too`,
      basis,
      applies: (plan) => deprecated(plan, name),
      select: isOwnError,
      judge: missing,
    }),
  ];
});

/** Seconds since the epoch in a Deprecation header; undefined where it is no Date item. */
export function deprecationTime(value: string): number | undefined {
  // The parser does not know that a date may have parameters, so they are read on their own (RFC 9651 section 3.3).
  const [, date = value, parameters = ""] = /^(@-?\d+)(;.*)$/.exec(value.trim()) ?? [];
  try {
    const [item] = parseItem(date);
    parseItem(`1${parameters}`);
    return item instanceof Date ? item.getTime() / 1000 : undefined;
  } catch {
    return undefined;
  }
}

const IMF =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Milliseconds since the epoch in an IMF-fixdate whose day of the week is right (RFC 9110 section 5.6.7). */
export function imfTime(value: string): number | undefined {
  const time = IMF.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) || new Date(time).toUTCString() !== value ? undefined : time;
}

const deprecationSyntax = recordCheck({
  id: "lifecycle.deprecation-syntax",
  family: "lifecycle",
  level: "must",
  claim: "Deprecation is a structured date, such as @1767225600",
  basis: "the Deprecation header's schema; RFC 9745 section 2.1",
  fault: "F101",
  applies: (plan) => deprecated(plan, "Deprecation"),
  select: (exchange) => isSuccess(exchange) || headerOf(exchange, "deprecation") !== undefined,
  judge: (exchange) => {
    const value = headerOf(exchange, "deprecation");
    if (value === undefined || deprecationTime(value) !== undefined) return undefined;
    return ["@ and the seconds since 1970", `Deprecation: ${value}`];
  },
});

const sunsetSyntax = recordCheck({
  id: "lifecycle.sunset-syntax",
  family: "lifecycle",
  level: "must",
  claim: "Sunset is an HTTP date",
  basis: "the Sunset header's schema; RFC 8594 section 3, RFC 9110 section 5.6.7",
  fault: "F101",
  applies: (plan) => deprecated(plan, "Sunset"),
  select: (exchange) => isSuccess(exchange) || headerOf(exchange, "sunset") !== undefined,
  judge: (exchange) => {
    const value = headerOf(exchange, "sunset");
    if (value === undefined || imfTime(value) !== undefined) return undefined;
    return ['a date such as "Thu, 05 Dec 2030 00:00:00 GMT"', `Sunset: ${value}`];
  },
});

const sunsetDay = recordCheck({
  id: "lifecycle.sunset-day",
  family: "lifecycle",
  level: "must",
  claim: "Sunset names the day that the document names",
  basis: "the Sunset header's const, and x-sunset",
  applies: (plan) => deprecated(plan, "Sunset").filter(({ operation }) => operation.lifecycle.sunset !== undefined),
  select: (exchange) => isSuccess(exchange) || headerOf(exchange, "sunset") !== undefined,
  judge: (exchange) => {
    const value = headerOf(exchange, "sunset");
    const time = value === undefined ? undefined : imfTime(value);
    const day = exchange.operation?.lifecycle.sunset;
    if (time === undefined || new Date(time).toISOString().slice(0, 10) === day) return undefined;
    return [`Sunset on ${day}`, `Sunset: ${value}`];
  },
});

const order = recordCheck({
  id: "lifecycle.deprecation-before-sunset",
  family: "lifecycle",
  level: "should",
  claim: "the deprecation is no later than the sunset",
  basis: "RFC 9745 section 4",
  applies: (plan) =>
    deprecated(plan, "Deprecation").filter(({ operation }) => declared(operation, "Sunset") !== undefined),
  select: (exchange) => isSuccess(exchange) || headerOf(exchange, "deprecation") !== undefined,
  judge: (exchange) => {
    const from = deprecationTime(headerOf(exchange, "deprecation") ?? "");
    const fixed = declared(exchange.operation as Operation, "Sunset");
    const until = imfTime(headerOf(exchange, "sunset") ?? (fixed?.fixed === true ? (fixed.known ?? "") : ""));
    if (from === undefined || until === undefined || from * 1000 <= until) return undefined;
    return ["Deprecation no later than Sunset", `Deprecation ${new Date(from * 1000).toISOString().slice(0, 10)}`];
  },
});

const successor = recordCheck({
  id: "lifecycle.successor",
  family: "lifecycle",
  level: "should",
  claim: "Link leads to the successor that the document names",
  basis: "the Link header of the deprecated operation; RFC 8288 section 3, RFC 5829 section 3.4",
  applies: (plan) =>
    deprecated(plan, "Link").filter(({ operation }) => relations(declared(operation, "Link")?.known ?? "").length > 0),
  select: (exchange) => isSuccess(exchange) && headerOf(exchange, "link") !== undefined,
  judge: (exchange) => {
    const wanted = relations(declared(exchange.operation as Operation, "Link")?.known ?? "");
    const seen = relations(headerOf(exchange, "link") ?? "");
    const missing = wanted.filter((name) => name === "successor-version").find((name) => !seen.includes(name));
    return missing === undefined
      ? undefined
      : [`a link with rel="${missing}"`, `Link: ${headerOf(exchange, "link") ?? ""}`];
  },
});

/** The relation types of a Link header. */
function relations(value: string): string[] {
  return [...value.matchAll(/;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/gi)].flatMap(([, quoted, plain]) =>
    (quoted ?? plain ?? "").toLowerCase().split(/\s+/),
  );
}

const elsewhere = recordCheck({
  id: "lifecycle.nowhere-else",
  family: "lifecycle",
  level: "should",
  claim: "an operation that is not deprecated does not say that it is",
  basis: "the operation's deprecated; RFC 9745 section 2.2",
  applies: (plan) =>
    eachOperation(
      plan,
      (operation) => !operation.lifecycle.deprecated && plan.operations.some(({ lifecycle }) => lifecycle.deprecated),
    ),
  select: () => true,
  judge: (exchange) => {
    const name = ["Deprecation", "Sunset"].find(
      (one) => headerOf(exchange, one) !== undefined && !declaredFor(exchange, one),
    );
    return name === undefined ? undefined : [`no ${name}`, `${name}: ${headerOf(exchange, name) ?? ""}`];
  },
});

/** A request for something that exists: a 404 for what does not would prove nothing. */
async function stillThere(target: Target, operation: Operation): Promise<Probe> {
  const probe = validProbe(target, operation);
  const resource = target.plan.resources.find(({ itemPath }) => itemPath === operation.path);
  const { parameter, property } = resource?.identifier ?? {};
  const list = resource?.operations.list;
  if (resource === undefined || parameter === undefined || property === undefined) return probe;
  const page = list === undefined ? undefined : await target.view({ operation: list, query: largestPage(resource) });
  const known = page === undefined ? undefined : itemsOf(page)?.[0]?.[property];
  const id = ownItems(target.session, resource)[0]?.id ?? (isSafe(operation) ? known : undefined);
  return id === undefined || unreachable(resource, operation, id) !== undefined
    ? probe
    : { ...probe, path: { [parameter.name]: showScalar(id) } };
}

const gone = defineCheck<Subject>({
  id: "lifecycle.gone",
  family: "lifecycle",
  level: "should",
  claim: "an operation is gone after its sunset",
  basis: "x-sunset; spec/decisions.md#after-sunset",
  stage: "main",
  applies: (plan) => plan.gone.map((operation) => ({ operation, pointer: operation.pointer })),
  run: async ({ operation }, target) => {
    const exchange = await target.ask({ ...(await stillThere(target, operation)), intent: "foreign" });
    const status = statusOf(exchange);
    return [404, 405, 410].includes(status)
      ? PASS
      : fail("404 or 410 after the sunset", describeAnswer(exchange), exchange);
  },
});

export const lifecycleChecks: readonly AnyCheck[] = [
  ...present,
  deprecationSyntax,
  sunsetSyntax,
  sunsetDay,
  order,
  successor,
  elsewhere,
  gone,
];
