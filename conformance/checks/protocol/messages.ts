// Messages: complete, in UTF-8, in time, and with the same content in every requested form.
import { isJson, mediaParameter } from "../../../src/contract/media.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { count } from "../../../src/report/text.ts";
import { eachOperation } from "../subjects.ts";
import { isTagged } from "../../items/conditions.ts";
import { recordCheck } from "../../judgements/record.ts";
import { type Plan, resourceOf } from "../../plan.ts";
import { validProbe } from "../../items/operation.ts";
import { type Outcome, PASS, type Subject, defineCheck, fail, inconclusive, judgeEach } from "../../check.ts";
import {
  type Exchange,
  describeAnswer,
  headerOf,
  isServed,
  isSuccess,
  isTimeout,
  size,
  statusOf,
  textOf,
  valueOf,
} from "../../client/exchange.ts";
import type { Probe } from "../../client/request.ts";
import { Undecidable } from "../../client/undecidable.ts";
import type { Target } from "../../client/target.ts";
import { nothingSent } from "../../judgements/unseen.ts";
import { valueAt } from "../../../src/json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";

const whole = defineCheck<Subject>({
  id: "protocol.whole-answers",
  claim: "every request must get a complete response",
  basis: "the operation's responses; RFC 9112 section 8",
  stage: "record",
  applies: (plan) => eachOperation(plan),
  run: ({ operation }, target) => allWhole(operation, target),
});

function allWhole(operation: Operation, target: Target): Outcome {
  const own = target.session.recordOf(operation);
  const cut = own.find(({ response }) => response !== undefined && !response.complete);
  const lost = lostOf(own.filter(isModest));
  own.slice(0, 1).forEach((exchange) => target.look(exchange));
  if (cut !== undefined) {
    const bytes = cut.response?.body.length ?? 0;
    return fail("the body that was announced", `${count(bytes, "byte")}, and then the connection closed`, cut);
  }
  if (lost !== undefined && isTimeout(lost) && saysStream(target.plan, operation))
    return inconclusive("its answer goes on, as the document says", "a look by hand");
  if (lost !== undefined) return fail("an answer", `none: ${lost.failure ?? "unknown"}`, lost);
  return own.length > 0 ? PASS : nothingSent(target.session, operation);
}

/** True if the text of an operation says that its answer has no end. */
function saysStream({ contract: { document } }: Plan, { pointer }: Operation): boolean {
  const { summary = "", description = "" } = (valueAt(document.root, pointer) ?? {}) as JsonObject;
  const said = [summary, description].filter((one) => typeof one === "string").join(" ");
  return /\b(?:streams?|streaming|follows?|real[- ]time)\b/i.test(said);
}

/** A server may close the connection on a body that is too large for it (RFC 9110 section 15.5.14). */
const LARGE_BODY = 50_000;
const isModest = ({ request }: Exchange): boolean => (request.body?.length ?? 0) < LARGE_BODY;

/**
 * An idle connection may close at any time (RFC 9112 section 9.3.1), but only rarely: `FEW` times in a run, or in one
 * of `MANY` requests.
 */
const FEW = 2;
const MANY = 12;

function lostOf(exchanges: readonly Exchange[]): Exchange | undefined {
  const lost = exchanges.filter(({ response }) => response === undefined);
  return (
    lost.find(({ stale }) => stale !== true) ??
    (lost.length > Math.max(FEW, exchanges.length / MANY) ? lost[0] : undefined)
  );
}

const charset = recordCheck({
  id: "protocol.charset",
  level: "should",
  claim: "a charset of a JSON media type should be UTF-8",
  basis: "RFC 8259 sections 8.1 and 11",
  everything: true,
  applies: (plan) => eachOperation(plan),
  select: (exchange) => isJson(headerOf(exchange, "content-type") ?? ""),
  judge: (exchange) => {
    const value = headerOf(exchange, "content-type") ?? "";
    const name = mediaParameter(value, "charset");
    return name === undefined || /^(utf-?8|us-ascii)$/i.test(name)
      ? undefined
      : ["charset=utf-8, or no charset", `Content-Type: ${value}`];
  },
});

const inTime = recordCheck({
  id: "protocol.in-time",
  level: "should",
  claim: "responses should arrive within the time limit",
  basis: "the option --max-ms",
  everything: true,
  asked: ({ maxMs }) => maxMs !== undefined,
  applies: (plan) => eachOperation(plan),
  select: () => true,
  judge: (exchange, _plan, { maxMs }) =>
    maxMs === undefined || exchange.ms <= maxMs
      ? undefined
      : [`an answer in ${maxMs} ms`, `an answer after ${Math.round(exchange.ms)} ms`],
});

const bounded = recordCheck({
  id: "protocol.response-size",
  level: "should",
  claim: "responses should be no larger than the suite reads",
  basis: "the option --max-body",
  everything: true,
  applies: (plan) => eachOperation(plan),
  select: () => true,
  judge: (exchange) => {
    const cut = exchange.response?.cut;
    return cut?.kind === "large" ? [`at most ${size(cut.limit)}`, describeAnswer(exchange)] : undefined;
  },
});

/** Operations whose method is GET. */
export function readable(plan: Plan): Subject[] {
  return eachOperation(plan, ({ method }) => method === "GET");
}

/** A request whose answer does not change between two attempts: one item, or a page of one. */
export function steadyProbe(target: Target, operation: Operation): Probe {
  const pageSize = resourceOf(target.plan, operation)?.pageSize;
  const probe = validProbe(target, operation);
  if (pageSize === undefined || !operation.parameters.includes(pageSize.parameter)) return probe;
  const least = String(Math.max(1, pageSize.minimum ?? 1));
  return { ...probe, query: [[pageSize.parameter.name, least]], intent: "edge" };
}

/** A plain answer to compare others with. @throws Undecidable if there is none */
export async function plainAnswer(target: Target, probe: Probe): Promise<Exchange> {
  const plain = await target.view(probe);
  if (isSuccess(plain)) return plain;
  throw new Undecidable("the operation does not answer", "see status.success");
}

const conditional = defineCheck<Subject>({
  id: "protocol.conditional",
  level: "should",
  claim: "a conditional request should get the full response or a valid 304",
  basis: "RFC 9110 sections 13.1 and 15.4.5",
  quiet: true,
  applies: readable,
  run: async ({ operation }, target) => {
    const probe = steadyProbe(target, operation);
    const plain = await plainAnswer(target, probe);
    const etag = headerOf(plain, "etag");
    const tries: readonly (readonly [name: string, value: string, may304: boolean])[] = [
      ["If-None-Match", '"no-such-tag"', false],
      ...(etag === undefined ? [] : [["If-None-Match", etag, true] as const]),
      ["If-Modified-Since", "Sat, 01 Jan 2000 00:00:00 GMT", false],
      ["Range", "bytes=0-0", false],
    ];
    // A header that the document describes itself has its own format there.
    const isDescribed = (name: string): boolean =>
      operation.parameters.some((one) => one.in === "header" && one.name.toLowerCase() === name.toLowerCase());
    const asked = tries.filter(([name]) => !isDescribed(name));
    const outcome = await judgeEach(asked, async ([name, value, may304]) => {
      const exchange = await target.send({ ...probe, headers: [[name, value]], intent: "foreign" });
      return wholeOrNotModified(exchange, plain, `${name}: ${value}`, may304);
    });
    if (outcome.verdict !== "fail" || (await isSteady(target, probe, plain))) return outcome;
    return inconclusive("other requests changed what is shown meanwhile", "a target that nobody else writes to");
  },
});

/** True if a request still gets the same answer: others may have added something to it. */
async function isSteady(target: Target, probe: Probe, plain: Exchange): Promise<boolean> {
  const again = await target.send({ ...probe, intent: "foreign" });
  return textOf(again) === textOf(plain);
}

function wholeOrNotModified(exchange: Exchange, plain: Exchange, asked: string, may304: boolean): Outcome {
  const status = statusOf(exchange);
  const size = exchange.response?.body.length ?? 0;
  if (status === 304 && may304) {
    return size === 0 ? PASS : fail("a 304 without a body", exchange);
  }
  if (status === 206 && statusOf(plain) !== 206 && asked.startsWith("Range")) {
    const right = headerOf(exchange, "content-range") !== undefined && size === 1;
    return right ? PASS : fail("the one byte asked for, with Content-Range", exchange);
  }
  if (status === 416 && asked.startsWith("Range")) return PASS;
  const same = status === statusOf(plain) && sameKind(valueOf(exchange), valueOf(plain));
  return same ? PASS : fail(`the whole answer to a request with ${asked}`, exchange, plain);
}

/** True for two objects, two lists of the same length, or two values that are neither. */
export function sameKind(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return Array.isArray(one) ? Array.isArray(other) && one.length === other.length : isObject(one) === isObject(other);
}

const etag = defineCheck<Subject>({
  id: "protocol.etag",
  level: "should",
  claim: "an ETag should change when the content changes",
  basis: "RFC 9110 section 8.8.1",
  stage: "record",
  // Where the document describes the tag, change.etag judges it.
  applies: (plan) => {
    const tagged = new Set(plan.resources.filter(isTagged).map(({ operations }) => operations.fetch));
    return readable(plan).filter(({ operation }) => !tagged.has(operation));
  },
  run: ({ operation }, target) => {
    const own = target.session.recordOf(operation).filter(isServed);
    own.slice(0, 1).forEach((one) => target.look(one));
    const first = new Map<string, Exchange>();
    for (const exchange of own) {
      const tag = headerOf(exchange, "etag");
      // A weak tag may stay when a change means nothing to clients, which only the service can tell.
      if (tag === undefined || tag.startsWith("W/") || exchange.response?.complete !== true) continue;
      const name = `${exchange.request.url} ${headerOf(exchange, "content-encoding") ?? ""} ${tag}`;
      const other = first.get(name) ?? exchange;
      first.set(name, other);
      if (!sameBytes(other, exchange))
        return fail("another ETag for another body", `ETag: ${tag} for both`, other, exchange);
    }
    return own.length > 0 ? PASS : inconclusive("nothing was read", "see status.success");
  },
});

/** True if two answers have the same body, byte for byte. */
export function sameBytes(one: Exchange, other: Exchange): boolean {
  return Buffer.compare(one.response?.body ?? Buffer.alloc(0), other.response?.body ?? Buffer.alloc(0)) === 0;
}

export const messageChecks = [whole, charset, inTime, bounded, conditional, etag];
