// Checks that nearly valid credentials are refused, and what counts as a refusal.
import { defined } from "../../../src/json/defined.ts";
import { REFUSAL } from "./tests.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { describedAs } from "../../../src/contract/responses.ts";
import { names } from "../../../src/resource/items/bodies.ts";
import { eachWith } from "../subjects.ts";
import { largestPage } from "../../probes/list.ts";
import { type Plan, resourceOf } from "../../plan.ts";
import { keyedProtection, protection } from "../../operations.ts";
import { strangerProbe } from "../../items/operation.ts";
import { type Outcome, PASS, type Subject, defineCheck, fail, inconclusive, judgeEach } from "../../check.ts";
import { type Credential, NO_CREDENTIAL, isSameCredential, standsFor } from "../../client/target/credential.ts";
import { type Exchange, type HeaderPairs, statusOf } from "../../client/exchange.ts";
import type { Probe } from "../../client/request.ts";
import type { Target } from "../../client/target.ts";
import { NEAR_MISSES, type NearMiss } from "./near-misses.ts";

/** Operations that require a key, each with the place of its 401. */
export function protectedOperations(plan: Plan): Subject[] {
  return eachWith(plan, (operation) =>
    keyedProtection(operation).length > 0 ? (describedAs(operation.responses, "401") ?? operation) : undefined,
  );
}

export const nearMisses = NEAR_MISSES.map((miss) =>
  defineCheck<Subject>({
    id: miss.id,
    claim: miss.claim,
    basis: "the operation's security, and its 401 response",
    fault: miss.fault,
    signs: defined({ letIn: miss.letIn, is401: miss.exact }),
    stage: "refusing",
    tests: REFUSAL,
    applies: (plan) =>
      protectedOperations(plan).filter(({ operation }) =>
        protection(operation).some((scheme) => miss.fits?.(scheme) ?? true),
      ),
    run: async ({ operation }, target) => {
      const credentials = credentialsOf(miss, operation, target);
      if (credentials === undefined) return inconclusive("no key was given", "--key, or --key-env");
      const malformed = malformedOf(miss, operation, target);
      if (credentials.length + malformed.length === 0)
        return inconclusive("no such credential can be made of this key", "a longer key, with letters");
      const stranger = strangerProbe(target, operation);
      // A server may protect the plain list, but not the list with a page size.
      const query = sizeQuery(target.plan, operation);
      const sized = miss.id === "auth.missing" && query.length > 0 ? [{ ...stranger, query }] : [];
      const judge = (exchange: Exchange): Outcome =>
        miss.exact === true ? mustBe401(exchange, operation) : mustBeRefused(exchange, "a refusal");
      const tries: (readonly [Probe, (exchange: Exchange) => Outcome])[] = [
        ...sized.map(
          (probe) => [{ ...probe, credential: NO_CREDENTIAL }, (one: Exchange) => mustBe401(one, operation)] as const,
        ),
        ...credentials.map((credential) => [{ ...stranger, credential }, judge] as const),
        ...malformed.map((credential) => [{ ...stranger, credential }, refusedAsMalformed] as const),
      ];
      return judgeEach(tries, async ([probe, judged]) => judged(await target.ask(probe)));
    },
  }),
);

const refusedAsMalformed = (exchange: Exchange): Outcome =>
  mustBeRefused(exchange, "401, or 400 for a malformed header", [400, 401, 403]);

function sizeQuery(plan: Plan, operation: Operation): HeaderPairs {
  const resource = resourceOf(plan, operation);
  return resource?.operations.list === operation ? largestPage(resource) : [];
}

/** The credentials to try on an operation; undefined without a key to derive them from. */
function credentialsOf(miss: NearMiss, operation: Operation, target: Target): Credential[] | undefined {
  const schemes = protection(operation);
  const [scheme] = schemes;
  const { keyring } = target.session;
  const key = keyring.keyFor(scheme);
  if (miss.id === "auth.missing") return [NO_CREDENTIAL];
  if (key === undefined || scheme === undefined) return undefined;
  const { operations } = target.plan;
  const turn = operations.indexOf(operation);
  const own = (miss.once ?? []).filter((_, index) => index % operations.length === turn);
  const forged = [...miss.forge, ...own].flatMap((forge) => forge(scheme, key) ?? []);
  // A near miss for one scheme may be the valid key for another.
  const others = operation.security.filter((alternative) => !alternative.includes(scheme));
  const valid = keyring.credential(schemes);
  return forged.filter(
    (one) => !isSameCredential(one, valid) && !others.some((all) => all.every((other) => standsFor(one, other))),
  );
}

/** Headers that contain no credential although they begin like one. */
function malformedOf({ malformed = [] }: NearMiss, operation: Operation, target: Target): Credential[] {
  const [scheme] = protection(operation);
  const key = target.session.keyring.keyFor(scheme);
  return key === undefined || scheme === undefined ? [] : malformed.flatMap((forge) => forge(scheme, key) ?? []);
}

function mustBe401(exchange: Exchange, operation: Operation): Outcome {
  const status = statusOf(exchange);
  const isForbidden = status === 403 && (names(operation, "403") || !names(operation, "401"));
  return status === 401 || isForbidden ? PASS : fail("401", exchange);
}

/** Only auth.missing and auth.unknown judge which status is correct for a missing or wrong key. */
export function mustBeRefused(exchange: Exchange, expected: string, statuses?: readonly number[]): Outcome {
  const status = statusOf(exchange);
  const right = statuses?.includes(status) ?? (status >= 400 && status < 500);
  return right ? PASS : fail(expected, exchange);
}
