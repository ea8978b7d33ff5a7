// Deprecation: announced on the deprecated operation, in the standard form, and nowhere else.
import { linksIn } from "../../src/contract/link-header.ts";
import { idOf } from "../../src/resource/items/identify.ts";
import { successHeader, isSuccessStatus } from "../../src/contract/responses.ts";
import { readImfDate } from "../../src/contract/http-date.ts";
import { parseItem } from "structured-headers";
import type { Header, Operation } from "../../src/contract/model.ts";
import { showScalar } from "../../src/contract/serialization/text.ts";
import { eachOperation, eachWith } from "./subjects.ts";
import { itemsOf, largestPage } from "../probes/list.ts";
import { recordCheck } from "../judgements/record.ts";
import { validProbe } from "../items/operation.ts";
import { unreachable } from "../probes/item.ts";
import { PASS, type Subject, defineCheck, fail } from "../check.ts";
import { headerOf, isSuccess, statusOf } from "../client/exchange.ts";
import { isSafe } from "../operations.ts";
import { ownItems } from "../items/known.ts";
import type { Probe } from "../client/request.ts";
import type { Target } from "../client/target.ts";
import { ANNOUNCING, deprecated, isOwn, declaredFor, ofHeader } from "./announced.ts";

const STANDARD = {
  Deprecation: "RFC 9745",
  Sunset: "RFC 8594",
  Link: "RFC 8594 section 6, RFC 9745 section 3",
} as const satisfies Record<(typeof ANNOUNCING)[number], string>;

const SENT_ON = [
  { suffix: "", where: "on success", isOn: isSuccessStatus },
  { suffix: "-on-errors", where: "on errors", isOn: (status: string) => !isSuccessStatus(status) },
] as const;

// An optional header may be absent; other checks judge its value when it is present.
const present = ANNOUNCING.flatMap((name) =>
  SENT_ON.map(({ suffix, where, isOn }) => {
    const required = (operation: Operation): Header | undefined =>
      operation.responses
        .filter(({ status }) => isOn(status))
        .flatMap(({ headers }) => headers)
        .find((header) => header.required && header.name.toLowerCase() === name.toLowerCase());
    return recordCheck({
      id: `lifecycle.${name.toLowerCase()}${suffix}`,
      claim: `a required ${name} header must be sent ${where}`,
      basis: `the required ${name} header of the deprecated operation; ${STANDARD[name]}`,
      tests: ofHeader(name, "required"),
      applies: (plan) =>
        eachWith(plan, (operation) => (operation.lifecycle.deprecated ? required(operation) : undefined)),
      select: (exchange) =>
        isOn(String(statusOf(exchange))) && isOwn(exchange) && declaredFor(exchange, name)?.required === true,
      judge: (exchange) =>
        headerOf(exchange, name) === undefined
          ? [`the header ${name}`, `no ${name} on a ${statusOf(exchange)}`, { cause: { kind: "missing-header", name } }]
          : undefined,
    });
  }),
);

/** Seconds since the epoch in a Deprecation header; undefined if it is not a Date item. */
function deprecationTime(value: string): number | undefined {
  // The parser does not support parameters after a date, so they are parsed separately (RFC 9651 section 3.3).
  const [, date = value, parameters = ""] = /^(@-?\d+)(;.*)$/.exec(value.trim()) ?? [];
  try {
    const [item] = parseItem(date);
    parseItem(`1${parameters}`);
    return item instanceof Date ? item.getTime() / 1000 : undefined;
  } catch {
    return undefined;
  }
}

const SYNTAX = [
  {
    name: "Deprecation",
    claim: "Deprecation must be a structured date, such as @1767225600",
    basis: "the Deprecation header's schema; RFC 9745 section 2.1",
    read: deprecationTime,
    wanted: "@ and the seconds since 1970",
  },
  {
    name: "Sunset",
    claim: "Sunset must be an HTTP date",
    basis: "the Sunset header's schema; RFC 8594 section 3, RFC 9110 section 5.6.7",
    read: readImfDate,
    wanted: 'a date such as "Thu, 05 Dec 2030 00:00:00 GMT"',
  },
] as const;

const syntax = SYNTAX.map(({ name, claim, basis, read, wanted }) =>
  recordCheck({
    id: `lifecycle.${name.toLowerCase()}-syntax`,
    claim,
    basis,
    fault: "F101",
    tests: ofHeader(name),
    applies: (plan) => deprecated(plan, name),
    select: (exchange) => isSuccess(exchange) || headerOf(exchange, name) !== undefined,
    judge: (exchange) => {
      const value = headerOf(exchange, name);
      return value === undefined || read(value) !== undefined ? undefined : [wanted, `${name}: ${value}`];
    },
  }),
);

const sunsetDay = recordCheck({
  id: "lifecycle.sunset-day",
  claim: "Sunset must name the documented day",
  basis: "the Sunset header's const, and x-sunset",
  tests: ofHeader("Sunset"),
  applies: (plan) => deprecated(plan, "Sunset").filter(({ operation }) => operation.lifecycle.sunset !== undefined),
  select: (exchange) => isSuccess(exchange) || headerOf(exchange, "sunset") !== undefined,
  judge: (exchange) => {
    const value = headerOf(exchange, "sunset");
    const time = value === undefined ? undefined : readImfDate(value);
    const day = exchange.operation?.lifecycle.sunset;
    if (time === undefined || new Date(time).toISOString().slice(0, 10) === day) return undefined;
    return [`Sunset on ${day}`, `Sunset: ${value}`];
  },
});

const order = recordCheck({
  id: "lifecycle.deprecation-before-sunset",
  level: "should",
  claim: "the deprecation should not be later than the sunset",
  basis: "RFC 9745 section 4",
  tests: ofHeader("Deprecation"),
  applies: (plan) =>
    deprecated(plan, "Deprecation").filter(({ operation }) => successHeader(operation, "Sunset") !== undefined),
  select: (exchange) => isSuccess(exchange) || headerOf(exchange, "deprecation") !== undefined,
  judge: (exchange) => {
    const from = deprecationTime(headerOf(exchange, "deprecation") ?? "");
    const fixed = successHeader(exchange.operation as Operation, "Sunset");
    const until = readImfDate(headerOf(exchange, "sunset") ?? (fixed?.fixed === true ? (fixed.known ?? "") : ""));
    if (from === undefined || until === undefined || from * 1000 <= until) return undefined;
    return ["Deprecation no later than Sunset", `Deprecation ${new Date(from * 1000).toISOString().slice(0, 10)}`];
  },
});

const successor = recordCheck({
  id: "lifecycle.successor",
  level: "should",
  claim: "Link should lead to the documented successor",
  basis: "the Link header of the deprecated operation; RFC 8288 section 3, RFC 5829 section 3.4",
  tests: ofHeader("Link"),
  applies: (plan) =>
    deprecated(plan, "Link").filter(
      ({ operation }) => relations(successHeader(operation, "Link")?.known ?? "").length > 0,
    ),
  select: (exchange) => isSuccess(exchange) && headerOf(exchange, "link") !== undefined,
  judge: (exchange) => {
    const wanted = relations(successHeader(exchange.operation as Operation, "Link")?.known ?? "");
    const seen = relations(headerOf(exchange, "link") ?? "");
    const missing = wanted.filter((name) => name === "successor-version").find((name) => !seen.includes(name));
    return missing === undefined
      ? undefined
      : [`a link with rel="${missing}"`, `Link: ${headerOf(exchange, "link") ?? ""}`];
  },
});

/** The relation types of a Link header. */
const relations = (value: string): string[] => linksIn(value).flatMap((link) => link.relations);

const elsewhere = recordCheck({
  id: "lifecycle.nowhere-else",
  level: "should",
  claim: "only a deprecated operation should announce its deprecation",
  basis: "the operation's deprecated; RFC 9745 section 2.2",
  applies: (plan) =>
    plan.operations.some(({ lifecycle }) => lifecycle.deprecated)
      ? eachOperation(plan, (operation) => !operation.lifecycle.deprecated)
      : [],
  select: () => true,
  judge: (exchange) => {
    const name = ["Deprecation", "Sunset"].find(
      (one) => headerOf(exchange, one) !== undefined && declaredFor(exchange, one) === undefined,
    );
    return name === undefined ? undefined : [`no ${name}`, `${name}: ${headerOf(exchange, name) ?? ""}`];
  },
});

/** A request for something that exists: a 404 for something missing would prove nothing. */
async function stillThere(target: Target, operation: Operation): Promise<Probe> {
  const probe = validProbe(target, operation);
  const resource = target.plan.resources.find(({ itemPath }) => itemPath === operation.path);
  const parameter = resource?.identifier.parameter;
  const list = resource?.operations.list;
  if (resource === undefined || parameter === undefined) return probe;
  const page = list === undefined ? undefined : await target.view({ operation: list, query: largestPage(resource) });
  const known = page === undefined ? undefined : idOf(resource.identifier, itemsOf(page)?.[0]);
  const id = ownItems(target.session, resource)[0]?.id ?? (isSafe(operation) ? known : undefined);
  return id === undefined || unreachable(resource, operation, id) !== undefined
    ? probe
    : { ...probe, path: { [parameter.name]: showScalar(id) } };
}

const gone = defineCheck<Subject>({
  id: "lifecycle.gone",
  level: "should",
  claim: "an operation should be gone after its sunset",
  basis: "x-sunset; spec/decisions.md#after-sunset",
  tests: [
    { part: "operation", fields: ["self", "x-sunset"] },
    { part: "response", status: ["404"], fields: ["self", "description"] },
  ],
  applies: (plan) => plan.gone.map((operation) => ({ operation, pointer: operation.pointer })),
  run: async ({ operation }, target) => {
    const exchange = await target.ask({ ...(await stillThere(target, operation)), intent: "foreign" });
    const status = statusOf(exchange);
    return [404, 405, 410].includes(status) ? PASS : fail("404 or 410 after the sunset", exchange);
  },
});

export const lifecycleChecks = [...present, ...syntax, sunsetDay, order, successor, elsewhere, gone];
