// Access: a valid credential always gets in, a nearly valid one never does. The credential is judged first, and a
// refused request has no effect.
import { CREDENTIAL, REFUSAL } from "./tests.ts";
import type { Operation, SecurityScheme } from "../../../src/contract/model.ts";
import { eachOperation, inRole } from "../subjects.ts";
import { isItemOf } from "../../probes/item.ts";
import { itemsOf, largestPage } from "../../probes/list.ts";
import { type Plan, operationsInRole, resourceOf } from "../../plan.ts";
import { isSafe, keyedProtection, protection } from "../../operations.ts";
import { ownItems } from "./own-items.ts";
import { strangerProbe, validProbe } from "../../items/operation.ts";
import { PASS, type ResourceSubject, type Subject, defineCheck, fail, inconclusive, judgeEach } from "../../check.ts";
import { type Credential, NO_CREDENTIAL, credentialFor } from "../../client/target/credential.ts";
import { describeAnswer, isTurnedAway, statusOf } from "../../client/exchange.ts";
import { marksOf } from "../../items/bodies/marks.ts";
import type { Probe } from "../../client/request.ts";
import type { Target } from "../../client/target.ts";
import { findMarked } from "../../judgements/refused-items.ts";
import { messageChecks } from "./messages.ts";
import { unlike } from "./near-misses.ts";
import { writeRemedy } from "../../client/remedies.ts";
import { protectedOperations, nearMisses, mustBeRefused } from "./refusals.ts";

const schemeCase = defineCheck<Subject>({
  id: "auth.scheme-case",
  level: "should",
  claim: "the name of the scheme should be accepted in any case",
  basis: "the http security scheme; RFC 9110 section 11.1",
  fault: "F205",
  stage: "creating",
  // The effect of an unmodelled operation is unknown, so none that may change something is sent for this check.
  tests: CREDENTIAL,
  applies: (plan) =>
    eachOperation(
      plan,
      (operation) =>
        keyedProtection(operation).some(({ type }: SecurityScheme) => type === "http") &&
        (isSafe(operation) || operationsInRole(plan, "create").some((creator) => creator.operation === operation)),
    ),
  run: async ({ operation }, target) => {
    if (!target.session.keyring.fits(protection(operation)))
      return inconclusive("no key was given", "--key, or --key-env");
    const cases = [(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()];
    // Lower case is common, so every operation is tried with it; upper case is tried once.
    const first = target.plan.operations.find((one) => keyedProtection(one).some(({ type }) => type === "http"));
    return judgeEach(operation === first ? cases : cases.slice(0, 1), async (change) => {
      const { headers, query } = target.session.credential(operation);
      // A key in another header may be required too; it has no scheme.
      const changed = headers.map(
        ([name, value]) => [name, /^authorization$/i.test(name) ? value.replace(/^\w+/, change) : value] as const,
      );
      const credential = { headers: changed, query };
      const exchange = await target.ask({ ...validProbe(target, operation), intent: "edge", credential });
      if (!isTurnedAway(exchange)) return PASS;
      const usual = await target.ask({ ...validProbe(target, operation), intent: "edge" });
      return isTurnedAway(usual)
        ? inconclusive(`the usual case is refused too: ${describeAnswer(usual)}`, "see auth.valid")
        : fail("an answer other than 401 and 403", exchange);
    });
  },
});

const beforeInput = defineCheck<Subject>({
  id: "auth.before-input",
  level: "should",
  claim: "the credential should be judged before the rest of the request",
  basis: "the 401 response; spec/decisions.md#credential-first",
  fault: "F204",
  stage: "refusing",
  tests: REFUSAL,
  applies: (plan) => protectedOperations(plan).filter(({ operation }) => canBeWrong(plan, operation)),
  run: async ({ operation }, target) => {
    const wrongs = wrongRequests(target, operation);
    const unknown = unknownCredential(target, operation);
    // Also with a wrong key: some servers check that there is a key, then the input, and only then the key.
    const more = unknown === undefined ? [] : wrongs.slice(-1).map((wrong) => ({ ...wrong, credential: unknown }));
    const tries = [...wrongs.map((one) => ({ ...one, credential: NO_CREDENTIAL })), ...more];
    return judgeEach(tries, async (wrong) => {
      const exchange = await target.ask({ ...wrong, intent: "unauthenticated" });
      return mustBeRefused(exchange, "401, whatever else is wrong with the request", [401, 403]);
    });
  },
});

function unknownCredential(target: Target, operation: Operation): Credential | undefined {
  const [scheme] = protection(operation);
  const key = target.session.keyring.keyFor(scheme);
  return key === undefined || scheme === undefined ? undefined : credentialFor([scheme], `${unlike(key)}-too`);
}

function canBeWrong(plan: Plan, operation: Operation): boolean {
  const query = operation.parameters.some((parameter) => parameter.in === "query");
  return query || operation.body !== undefined || isItemOf(resourceOf(plan, operation), operation);
}

/** Requests that are invalid in each way that the operation knows, one way at a time. */
function wrongRequests(target: Target, operation: Operation): Probe[] {
  const stranger = strangerProbe(target, operation);
  const found: Probe[] = [];
  const resource = resourceOf(target.plan, operation);
  const name = resource?.identifier.parameter?.name ?? "";
  if (isItemOf(resource, operation)) {
    found.push({ ...stranger, path: { [name]: "no-such-item" } }, { ...stranger, path: { [name]: "1987654321" } });
  }
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  if (query.length > 0)
    found.push({ ...stranger, query: query.map((parameter) => [parameter.name, "-wrong-"] as const) });
  if (operation.body !== undefined) {
    const { json: _, ...bare } = stranger;
    found.push({ ...bare, raw: "{" }, { ...stranger, mediaType: "text/plain" }, { ...bare, json: {} });
  }
  return found;
}

const head = defineCheck<Subject>({
  id: "auth.head",
  level: "should",
  claim: "HEAD should require the credential that GET requires",
  basis: "the operation's security; RFC 9110 section 9.3.2",
  fault: "F207",
  tests: REFUSAL,
  applies: (plan) => protectedOperations(plan).filter(({ operation }) => operation.method === "GET"),
  run: async ({ operation }, target) => {
    const stranger = { ...strangerProbe(target, operation), intent: "foreign" as const };
    const exchange = await target.ask({ ...stranger, method: "HEAD", credential: NO_CREDENTIAL });
    return statusOf(exchange) >= 400 ? PASS : fail("401, as on GET", exchange);
  },
});

const noEffect = defineCheck<ResourceSubject>({
  id: "auth.no-effect",
  claim: "a creation answered with 401 must not add an item",
  basis: "the operation's security",
  fault: "F206",
  stage: "early",
  quiet: true,
  writes: true,
  tests: CREDENTIAL,
  applies: (plan) =>
    inRole(
      plan,
      "create",
      ({ resource, operation }) => resource.operations.list !== undefined && protection(operation).length > 0,
    ),
  run: async ({ operation, resource }, target) => {
    const { list } = resource.operations;
    const tried = target.session
      .recordOf(operation)
      .filter((one) => one.intent === "unauthenticated" && statusOf(one) === 401);
    if (list === undefined || tried.length === 0)
      return inconclusive(
        "no creation was answered 401",
        writeRemedy(target.session, "a target that answers 401 to one"),
      );
    tried.slice(0, 1).forEach((one) => target.look(one));
    const page = await target.view({ operation: list, query: largestPage(resource) });
    const outcome = findMarked(target.session, page, resource, marksOf(target.session, "stranger"));
    return itemsOf(page) === undefined ? inconclusive("there is no list to look at", "see lists.untouched") : outcome;
  },
});

export const authChecks = [...nearMisses, schemeCase, beforeInput, head, noEffect, ownItems, ...messageChecks];
