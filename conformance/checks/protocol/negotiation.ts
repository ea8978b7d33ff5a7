// Content negotiation: the same content in every requested form.
import { mediaFor, plainMedia } from "../../../src/contract/media.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { count as counted } from "../../../src/report/text.ts";
import { absentProbe, isItemOf } from "../../probes/item.ts";
import { eachOperation } from "../subjects.ts";
import { itemsOf, largestPage } from "../../probes/list.ts";
import { recordCheck } from "../../judgements/record.ts";
import { resourceOf } from "../../plan.ts";
import { describedResponse } from "../../operations.ts";
import type { Target } from "../../client/target.ts";
import { type Outcome, PASS, type Subject, defineCheck, fail, inconclusive, judgeEach } from "../../check.ts";
import {
  type Exchange,
  decodedBody,
  describeAnswer,
  header,
  headerOf,
  isSuccess,
  statusOf,
  valueOf,
} from "../../client/exchange.ts";
import type { Probe } from "../../client/request.ts";
import { plainAnswer, readable, sameKind, steadyProbe } from "./messages.ts";

const compressed = defineCheck<Subject>({
  id: "protocol.compressed",
  level: "should",
  claim: "a compressed response should decode to the plain one",
  basis: "RFC 9110 sections 8.4 and 12.5.3",
  quiet: true,
  // A document with a parameter for it describes the allowed codings itself.
  applies: (plan) => readable(plan).filter(({ operation }) => !hasParameter(operation, "accept-encoding")),
  run: async ({ operation }, target) => {
    const probe = steadyProbe(target, operation);
    const plain = await plainAnswer(target, probe);
    const resource = resourceOf(target.plan, operation);
    const tries: (readonly [Probe, (exchange: Exchange) => Outcome])[] = ["gzip", "br, deflate;q=0.5"].map((coding) => [
      { ...probe, ...accepting(coding) },
      (exchange) => sameContent(exchange, plain),
    ]);
    // Servers often leave short content uncompressed, so a list is also requested in full.
    if (resource?.operations.list === operation) {
      const full = { operation, query: largestPage(resource), ...accepting("gzip") };
      tries.push([full, (exchange) => atLeast(exchange, plain)]);
    }
    if (isItemOf(resource, operation) && resource !== undefined) {
      const missing = { ...absentProbe(resource, operation), ...accepting("gzip") };
      tries.push([missing, (exchange) => (isReadable(exchange) ? PASS : unreadable(exchange))]);
    }
    return judgeEach(tries, async ([one, judge]) => {
      const first = judge(await target.ask(one));
      return first.verdict === "fail" ? steadily(target, probe, plain, first) : first;
    });
  },
});

function hasParameter({ parameters }: Operation, header: string): boolean {
  return parameters.some((parameter) => parameter.in === "header" && parameter.name.toLowerCase() === header);
}

const accepting = (coding: string): Pick<Probe, "headers" | "intent"> => ({
  headers: [["Accept-Encoding", coding]],
  intent: "foreign",
});

/** A difference counts only if the plain answer is still what it was. */
async function steadily(target: Target, probe: Probe, plain: Exchange, seen: Outcome): Promise<Outcome> {
  const again = await target.ask({ ...probe, intent: "edge" });
  const isSteady =
    statusOf(again) === statusOf(plain) &&
    sameKind(valueOf(again), valueOf(plain)) &&
    itemsOf(again)?.length === itemsOf(plain)?.length;
  return isSteady ? seen : inconclusive("the plain answer changes meanwhile", "a store at rest");
}

function sameContent(exchange: Exchange, plain: Exchange): Outcome {
  if (!isReadable(exchange)) return unreadable(exchange);
  const same =
    statusOf(exchange) === statusOf(plain) && (!isKnown(exchange) || sameKind(valueOf(exchange), valueOf(plain)));
  return same ? PASS : otherwise(exchange, plain);
}

/** A list may have grown or shrunk since, but a full page cannot be shorter than a page of one. */
function atLeast(exchange: Exchange, plain: Exchange): Outcome {
  if (!isReadable(exchange)) return unreadable(exchange);
  const count = itemsOf(exchange)?.length ?? Number.POSITIVE_INFINITY;
  const isList = !isKnown(exchange) || valueOf(exchange) !== undefined;
  const same = isSuccess(exchange) && isList && (!isKnown(exchange) || count >= (itemsOf(plain)?.length ?? 0));
  return same ? PASS : otherwise(exchange, plain);
}

const CODINGS = /^(identity|gzip|x-gzip|br|deflate)$/i;

const isKnown = (exchange: Exchange): boolean =>
  CODINGS.test((headerOf(exchange, "content-encoding") ?? "identity").trim());

const isReadable = (exchange: Exchange): boolean => !isKnown(exchange) || decodedBody(exchange) !== undefined;

function unreadable(exchange: Exchange): Outcome {
  const coding = headerOf(exchange, "content-encoding") ?? "no coding";
  return fail(`a body in ${coding}`, "one that cannot be decoded", exchange);
}

function otherwise(exchange: Exchange, plain: Exchange): Outcome {
  const count = itemsOf(exchange)?.length;
  const seen = `${describeAnswer(exchange)}${count === undefined ? "" : `, ${counted(count, "item")}`}`;
  return fail("the same content as without compression", seen, plain, exchange);
}

const unasked = recordCheck({
  id: "protocol.coding-unasked",
  level: "should",
  claim: "a response should be compressed only for clients that accept it",
  basis: "RFC 9110 section 12.5.3",
  everything: true,
  applies: (plan) => eachOperation(plan),
  select: ({ request }) => header(request.headers, "accept-encoding") === "identity",
  judge: (exchange) => {
    const coding = (headerOf(exchange, "content-encoding") ?? "").trim();
    return /^(identity)?$/i.test(coding) ? undefined : ["no content coding", `Content-Encoding: ${coding}`];
  },
});

const accept = defineCheck<Subject>({
  id: "protocol.accept",
  level: "should",
  claim: "Accept: */* should get the documented media type",
  basis: "RFC 9110 section 12.5.1",
  quiet: true,
  applies: readable,
  run: async ({ operation }, target) => {
    const probe = steadyProbe(target, operation);
    const plain = await plainAnswer(target, probe);
    const exchange = await target.ask({ ...probe, headers: [["Accept", "*/*"]], intent: "foreign" });
    const isOther = statusOf(exchange) === statusOf(plain) && ofOtherDocumented(exchange, plain);
    const same = statusOf(exchange) === statusOf(plain) && sameKind(valueOf(exchange), valueOf(plain));
    return same || isOther
      ? PASS
      : steadily(target, probe, plain, fail("the same answer as without it", exchange, plain));
  },
});

/** True for an answer in another of several documented media types: any of them may be the one that is preferred. */
function ofOtherDocumented(exchange: Exchange, plain: Exchange): boolean {
  const content = describedResponse(plain)?.content ?? [];
  const mediaOf = (one: Exchange): string | undefined =>
    mediaFor(content, plainMedia(headerOf(one, "content-type") ?? ""))?.name;
  const [one, other] = [mediaOf(exchange), mediaOf(plain)];
  return one !== undefined && other !== undefined && one !== other;
}

export const negotiationChecks = [compressed, unasked, accept];
