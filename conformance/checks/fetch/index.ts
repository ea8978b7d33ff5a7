// Fetching one item: the requested one, or a documented answer if it does not exist.
import { identifierText, itemIn } from "../../places.ts";
import { names } from "../../../src/resource/items/bodies.ts";
import { idOf } from "../../../src/resource/items/identify.ts";
import { MEANING, ofIdentifier, ofItem } from "../tests.ts";
import { FORM, MISSING } from "./tests.ts";
import type { Operation } from "../../../src/contract/model.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import { absentIdentifier, isItemOf, itemProbe, refusalsInPath, unreachable } from "../../probes/item.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive, judgeEach } from "../../check.ts";
import {
  type Exchange,
  describeAnswer,
  isRefusal,
  isServed,
  isSuccess,
  needsSecret,
  statusOf,
  valueOf,
} from "../../client/exchange.ts";
import { sideBySide } from "../../client/side-by-side.ts";
import type { Plan } from "../../plan.ts";
import { isSafe } from "../../operations.ts";
import { knownItems, ownItems } from "../../items/known.ts";
import type { Probe } from "../../client/request.ts";
import type { Target } from "../../client/target.ts";
import { difference, shownNames } from "../../judgements/difference.ts";
import { stillIn } from "../../judgements/still.ts";
import { mayMoveByItself } from "../../items/bodies/references.ts";
import { existing, fetchers, number, small } from "./identifiers.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { isLookup } from "../../../src/resource/inference/roles.ts";

const same = defineCheck<ResourceSubject>({
  id: "fetch.same",
  claim: "a fetch must return the requested item",
  basis: "the item's identifier and its path parameter",
  stage: "changing",
  tests: [
    MEANING,
    { part: "parameter", in: ["path"], fields: ["self", "description"], keywords: ["description"] },
    ...ofIdentifier(),
    ...ofItem(),
  ],
  applies: (plan) => fetchers(plan),
  run: async (subject, target) => {
    const { operation, resource } = subject;
    const { property } = resource.identifier;
    // Now that there are more items, the first ones must still be returned correctly.
    const own = ownItems(target.session, resource).filter(
      ({ id }) => unreachable(resource, operation, id) === undefined,
    );
    const first = own.slice(0, 2);
    const ids = first.length > 0 ? first.map(({ id }) => id) : [await existing(target, subject)];
    // One of the last items may be there to be removed, so only its identity is judged.
    const last = own.at(-1);
    const looks: Probe[] = [
      ...ids.map((id) => itemProbe(resource, operation, id)),
      ...(last === undefined ? [] : [{ ...itemProbe(resource, operation, last.id), intent: "edge" as const }]),
    ];
    await sideBySide(looks, (probe) => target.ask(probe));
    const untouched = first.filter(({ id }) => !mayHaveChanged(target, subject, id));
    const again = await sideBySide(untouched, ({ id }) => changedByLooking(target, subject, id));
    const changed = again.find((outcome) => outcome !== undefined);
    if (changed !== undefined) return changed;
    const served = target.session.recordOf(operation).filter(isServed);
    served.slice(0, 1).forEach((one) => target.look(one));
    for (const exchange of served) {
      const asked = identifierText(exchange);
      const item = itemIn(exchange);
      // schema.body judges an answer that is not an item or has no identifier.
      const seen = idOf(resource.identifier, item);
      if (seen === undefined || seen === null || showScalar(seen) === asked) continue;
      return fail(`${property}: ${asked}`, `${property}: ${writeJson(seen)}`, exchange);
    }
    return served.length > 0 ? PASS : inconclusive("no item could be fetched", "see status.success");
  },
});

/** True for an item that another check may have changed when it tried an operation on it. */
function mayHaveChanged({ plan, session }: Target, { resource }: ResourceSubject, id: JsonValue): boolean {
  const text = showScalar(id);
  return plan.contract.operations
    .filter((operation) => !isSafe(operation) && isItemOf(resource, operation))
    .some((operation) => session.recordOf(operation).some((exchange) => identifierText(exchange) === text));
}

/** An item of the run's own that nothing changes must be the same each time it is fetched. */
async function changedByLooking(
  target: Target,
  { operation, resource }: ResourceSubject,
  id: JsonValue,
): Promise<Outcome | undefined> {
  const text = showScalar(id);
  const earlier = target.session.recordOf(operation).find((one) => isServed(one) && identifierText(one) === text);
  const now = await target.ask(itemProbe(resource, operation, id));
  const [before, after] = [earlier === undefined ? undefined : itemIn(earlier), itemIn(now)];
  if (earlier === undefined || !isObject(before) || !isObject(after)) return undefined;
  const names = shownNames(target.plan, resource, "fetch").filter(
    (name) => !mayMoveByItself(target.plan, resource, name),
  );
  const still = (item: JsonObject): JsonObject => stillIn(target.plan, resource, item);
  const wrong = difference(names, still(before), still(after));
  return wrong === undefined ? undefined : fail(`${wrong.before}, as before`, wrong.after, earlier, now);
}

/** The status for a missing item: 404 and 410 if the document describes them, otherwise 404. */
function missingStatuses(operation: Operation): number[] {
  const named = [404, 410].filter((status) => names(operation, String(status)));
  return named.length > 0 ? named : [404];
}

const ANY_EXISTS = inconclusive(
  "items can only be fetched, so each that the parameter allows may exist",
  "a 404 or 410 in the document, if some do not",
);

/** Requests an item that does not exist, and expects the answer to say so. */
async function absent(
  target: Target,
  { operation, resource }: ResourceSubject,
  text: string,
  more: readonly number[] = [],
): Promise<Outcome> {
  const name = resource.identifier.parameter?.name ?? "";
  const exchange = await target.ask({ operation, path: { [name]: text }, intent: "invalid" });
  const refusals = [
    ...refusalsInPath(target.plan.contract, operation, name, text),
    ...(needsSecret(operation) ? [401, 403] : []),
  ];
  const allowed = [...new Set([...missingStatuses(operation), ...more, ...refusals])];
  if (allowed.includes(statusOf(exchange))) return PASS;
  if (isSuccess(exchange) && refusals.length === 0 && isLookup(operation, resource)) return ANY_EXISTS;
  if (isSuccess(exchange) && !names(operation, "404") && !names(operation, "410") && showsNone(resource, exchange))
    return inconclusive("the answer is a list of nothing", "a 404 or 410 in the document, if some do not exist");
  if (await isReal(target, { operation, resource, pointer: "" }, exchange, text)) return PASS;
  const { list } = resource.operations;
  const page = list && isRefusal(exchange) ? await target.view({ operation: list, intent: "edge" }) : undefined;
  if (page !== undefined && describeAnswer(page) === describeAnswer(exchange))
    return inconclusive(`the list is answered like that too: ${describeAnswer(page)}`, "see status.success");
  return fail(`${allowed.join(" or ")} for the identifier ${text}`, exchange);
}

/** True for an answer whose list is empty: [], or {"tokens":[]}. */
function showsNone({ identifier }: Resource, exchange: Exchange): boolean {
  const value = valueOf(exchange);
  const lists = isObject(value) && idOf(identifier, value) === undefined ? Object.values(value) : [value];
  return lists.some((one) => Array.isArray(one) && one.length === 0);
}

/** True if an item really has the identifier, so that the server has not made it up for the request. */
async function isReal(target: Target, subject: ResourceSubject, exchange: Exchange, text: string): Promise<boolean> {
  const { operation, resource } = subject;
  const own = idOf(resource.identifier, itemIn(exchange));
  if (!isSuccess(exchange) || own === undefined || own === null || showScalar(own) !== text) return false;
  if (knownItems(target.session, resource).has(text)) return true;
  const name = resource.identifier.parameter?.name ?? "";
  const other = await target.view({ operation, path: { [name]: `1${text.replace("-", "")}3` }, intent: "invalid" });
  return !isSuccess(other);
}

async function allAbsent(
  target: Target,
  subject: ResourceSubject,
  texts: readonly string[],
  more: readonly number[] = [],
): Promise<Outcome> {
  return judgeEach(texts, (text) => absent(target, subject, text, more));
}

function numeric(plan: Plan): ResourceSubject[] {
  return fetchers(plan, ({ identifier }) => identifier.kind === "integer");
}

const missing = defineCheck<ResourceSubject>({
  id: "fetch.missing",
  claim: "an item that does not exist must be answered as documented",
  basis: "the 404 response of the operation",
  tests: [{ part: "parameter", in: ["path"], fields: ["self", "description"] }, MISSING],
  applies: (plan) => fetchers(plan),
  run: (subject, target) => {
    const numbers = subject.resource.identifier.kind === "integer" ? ["40000007"] : [];
    return allAbsent(target, subject, [absentIdentifier(subject.resource), ...numbers]);
  },
});

const large = defineCheck<ResourceSubject>({
  id: "fetch.large-identifier",
  claim: "an identifier near the end of its range must be looked up exactly",
  basis: "the identifier's format",
  tests: FORM,
  applies: (plan) => numeric(plan),
  run: async (subject, target) => {
    const wide = (subject.resource.identifier.maximum ?? 0n) > 2n ** 31n;
    const ends = wide ? ["2147483648", "9007199254740993", "9223372036854775807"] : ["2147483647"];
    // A 32-bit counter turns the last of these into a small number that an item really has.
    const base = await small(target, subject);
    const wrapped = wide && base !== undefined ? [String(base + 2n ** 32n)] : [];
    return allAbsent(target, subject, [...ends, ...wrapped]);
  },
});

const outside = defineCheck<ResourceSubject>({
  id: "fetch.out-of-range",
  claim: "zero, negative and too large identifiers must find nothing",
  basis: "the identifier's format; spec/decisions.md#malformed-identifier",
  tests: FORM,
  applies: (plan) => numeric(plan),
  run: async (subject, target) => {
    const base = await number(target, subject);
    const wrapped = base > 0n ? [String(base + 2n ** 64n), String(-base)] : [];
    return allAbsent(target, subject, ["0", "-1", "9223372036854775808", ...wrapped], [400, 422]);
  },
});

const malformed = defineCheck<ResourceSubject>({
  id: "fetch.malformed",
  claim: "a malformed identifier must find nothing and break nothing",
  basis: "the path parameter's schema; spec/decisions.md#malformed-identifier",
  tests: FORM,
  applies: (plan) => fetchers(plan, ({ identifier }) => identifier.kind !== "text"),
  run: (subject, target) => allAbsent(target, subject, ["abc", "%", "é犬", `1' OR "1`, "1,2"], [400, 422]),
});

const lenient = defineCheck<ResourceSubject>({
  id: "fetch.lenient",
  level: "should",
  claim: "text that is not an integer should not be read as an identifier",
  basis: "the path parameter's schema; spec/decisions.md#malformed-identifier",
  tests: FORM,
  applies: (plan) => numeric(plan),
  run: async (subject, target) => {
    const base = await number(target, subject);
    const digits = String(base);
    // Many parsers read 0151, 151.0 and +151 as the integer 151, and the document prescribes no spelling.
    const hexadecimal = base < 0n ? [] : [`0x${base.toString(16)}`];
    const texts = [`${digits}abc`, `${digits}.5`];
    return allAbsent(target, subject, [...texts, ...hexadecimal], [400, 422]);
  },
});

export const fetchChecks = [same, missing, large, outside, malformed, lenient];
