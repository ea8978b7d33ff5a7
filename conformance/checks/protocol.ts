// HTTP itself: whole answers, errors of one shape everywhere, and methods that mean what HTTP says.
import { isObject, equalJson, type JsonValue } from "../../src/contract/json.ts";
import { showViolations } from "../../src/contract/violation.ts";
import type { Operation } from "../../src/contract/model.ts";
import { eachOperation, itemProbe, itemsOf, resourceOf, validProbe } from "../ask.ts";
import { type AnyCheck, type Outcome, PASS, type Subject, defineCheck, fail, inconclusive, worst } from "../check.ts";
import {
  type Exchange,
  decodedBody,
  describeAnswer,
  header,
  headerOf,
  isSuccess,
  jsonOf,
  mediaTypeOf,
  statusOf,
  valueOf,
} from "../exchange.ts";
import type { Plan } from "../plan.ts";
import { anItem } from "../population.ts";
import type { Probe } from "../request.ts";
import type { Target } from "../target.ts";

const whole = defineCheck<Subject>({
  id: "protocol.whole-answers",
  family: "protocol",
  level: "must",
  claim: "every request gets a whole answer",
  basis: "RFC 9112 section 8",
  stage: "record",
  applies: (plan) => eachOperation(plan),
  run: ({ operation }, target) => {
    const own = target.session.record.filter((exchange) => exchange.operation === operation);
    const cut = own.find(({ response }) => response !== undefined && !response.complete);
    const lost =
      own.find(({ response }) => response === undefined) ??
      target.session.broken.find((exchange) => exchange.operation === operation);
    own.slice(0, 1).forEach((exchange) => target.look(exchange));
    if (cut !== undefined)
      return Promise.resolve(
        fail(
          "the body that was announced",
          `${cut.response?.body.length ?? 0} bytes, and then the connection closed`,
          target.look(cut),
        ),
      );
    if (lost !== undefined)
      return Promise.resolve(fail("an answer", `none: ${lost.failure ?? "unknown"}`, target.look(lost)));
    return Promise.resolve(
      own.length > 0 ? PASS : inconclusive("nothing was sent to the operation", "a run that may write"),
    );
  },
});

/** Judges an answer that no operation describes: it must be an error of the contract's own shape. */
function contractError(plan: Plan, exchange: Exchange, statuses: readonly number[], expected: string): Outcome {
  const status = statusOf(exchange);
  if (!statuses.includes(status)) return fail(expected, describeAnswer(exchange), exchange);
  const { error } = plan;
  if (error === undefined) return PASS;
  if (mediaTypeOf(exchange) !== error.media.name)
    return fail(`an error in ${error.media.name}`, describeAnswer(exchange), exchange);
  const reading = jsonOf(exchange);
  const violations = "fault" in reading ? undefined : error.schema.validate(reading.value);
  if (violations === undefined || violations.length > 0) {
    return fail(
      "the error body of the document",
      violations === undefined ? "no JSON" : showViolations(violations),
      exchange,
    );
  }
  const value = valueOf(exchange);
  const field = error.status?.property;
  const own = isObject(value) && field !== undefined ? value[field] : undefined;
  return own === undefined || own === status
    ? PASS
    : fail(`${field}: ${status}`, `${field}: ${JSON.stringify(own)}`, exchange);
}

function firstOperation(plan: Plan): Subject[] {
  const [operation] = plan.operations;
  return operation === undefined ? [] : [{ operation, pointer: "/paths" }];
}

const unknownPath = defineCheck<Subject>({
  id: "protocol.unknown-path",
  family: "protocol",
  level: "should",
  claim: "a path that the document does not know is answered 404, as an error",
  basis: "RFC 9110 section 15.5.5; spec/decisions.md#unknown-path",
  stage: "main",
  applies: firstOperation,
  run: async ({ operation }, target) => {
    const outcomes: Outcome[] = [];
    for (const rawPath of [
      "/no-such-path-of-the-document",
      `${operation.path.replaceAll(/\{[^}]+\}/g, "1")}/1/no-such-path`,
    ]) {
      const exchange = await target.ask({ operation, method: "GET", rawPath, intent: "foreign" });
      outcomes.push(contractError(target.plan, exchange, [404], "404 for an unknown path"));
    }
    return worst(outcomes);
  },
});

/** One subject for each path of the document. */
function paths(plan: Plan): Subject[] {
  const seen = new Set<string>();
  return plan.operations.flatMap((operation) => {
    if (seen.has(operation.path)) return [];
    seen.add(operation.path);
    return [
      { operation, pointer: operation.pointer.slice(0, operation.pointer.lastIndexOf("/")), about: operation.path },
    ];
  });
}

function methodsOf(plan: Plan, path: string): Set<string> {
  return new Set(plan.contract.operations.filter((operation) => operation.path === path).map(({ method }) => method));
}

const UNLISTED = ["PUT", "PATCH", "DELETE", "POST"] as const;

/**
 * Requests by methods that the document does not list. On an item's path they go to an item of our own;
 * on other paths only PATCH is tried, which cannot remove what is there.
 */
async function unlistedProbes(target: Target, operation: Operation): Promise<Probe[]> {
  const { plan } = target;
  const listed = methodsOf(plan, operation.path);
  const resource = resourceOf(plan, operation);
  const creator = resource?.operations.create;
  const isItem = resource?.itemPath === operation.path;
  const methods = UNLISTED.filter((method) => !listed.has(method) && (isItem || method === "PATCH"));
  const body = creator === undefined ? {} : (validProbe(target, creator).json ?? {});
  if (isItem && resource !== undefined && creator === undefined) return [];
  const item =
    isItem && resource !== undefined && creator !== undefined
      ? await anItem(target, { resource, operation: creator })
      : undefined;
  const base =
    item === undefined || resource === undefined
      ? validProbe(target, operation)
      : itemProbe(resource, operation, item.id);
  return methods.map((method) => ({
    ...base,
    method,
    intent: "foreign" as const,
    ...(method === "DELETE" ? {} : { json: body as JsonValue, mediaType: "application/json" }),
  }));
}

const unlisted = defineCheck<Subject>({
  id: "protocol.unlisted-method",
  family: "protocol",
  level: "should",
  claim: "a method that the document does not list is refused, as an error",
  basis: "RFC 9110 section 15.5.6; spec/decisions.md#wrong-method",
  fault: "F210",
  stage: "main",
  writes: true,
  applies: paths,
  run: async ({ operation }, target) => {
    const outcomes: Outcome[] = [];
    for (const probe of await unlistedProbes(target, operation)) {
      const exchange = await target.ask(probe);
      outcomes.push(contractError(target.plan, exchange, [404, 405, 501], `405, 404 or 501 for ${probe.method ?? ""}`));
    }
    return outcomes.length > 0
      ? worst(outcomes)
      : inconclusive("no item of our own to try it on", "a document that can create one");
  },
});

const allow = defineCheck<Subject>({
  id: "protocol.allow",
  family: "protocol",
  level: "should",
  claim: "a 405 says in Allow which methods there are",
  basis: "RFC 9110 section 15.5.6",
  stage: "main",
  writes: true,
  applies: paths,
  run: async ({ operation }, target) => {
    const outcomes: Outcome[] = [];
    for (const probe of await unlistedProbes(target, operation)) {
      const exchange = await target.ask(probe);
      if (statusOf(exchange) !== 405) continue;
      const names = (headerOf(exchange, "allow") ?? "").split(",").map((name) => name.trim().toUpperCase());
      const missing = [...methodsOf(target.plan, operation.path)].find((method) => !names.includes(method));
      if (headerOf(exchange, "allow") === undefined) outcomes.push(fail("Allow", "no Allow on a 405", exchange));
      else if (missing !== undefined)
        outcomes.push(fail(`${missing} in Allow`, `Allow: ${headerOf(exchange, "allow") ?? ""}`, exchange));
      else if (names.includes(probe.method ?? ""))
        outcomes.push(
          fail(`no ${probe.method ?? ""} in Allow`, `Allow: ${headerOf(exchange, "allow") ?? ""}`, exchange),
        );
    }
    return worst(outcomes);
  },
});

const noAction = defineCheck<Subject>({
  id: "protocol.unlisted-no-action",
  family: "protocol",
  level: "must",
  claim: "a method that the document does not list changes nothing",
  basis: "the path's operations",
  fault: "F210",
  stage: "main",
  writes: true,
  applies: (plan) =>
    paths(plan).filter(({ operation }) => {
      const resource = resourceOf(plan, operation);
      return (
        resource?.itemPath === operation.path &&
        resource.operations.fetch !== undefined &&
        resource.operations.create !== undefined
      );
    }),
  run: async ({ operation }, target) => {
    const resource = resourceOf(target.plan, operation);
    const { fetch, create } = resource?.operations ?? {};
    if (resource === undefined || fetch === undefined || create === undefined)
      return inconclusive("no item to try it on", "a document that can create one");
    const item = await anItem(target, { resource, operation: create });
    const before = await target.ask(itemProbe(resource, fetch, item.id));
    for (const probe of await unlistedProbes(target, operation)) {
      if (isObject(probe.json))
        await target.ask({
          ...probe,
          json: { ...probe.json, [firstText(probe.json)]: "changed by an unlisted method" },
        });
      else await target.ask(probe);
    }
    const after = await target.ask(itemProbe(resource, fetch, item.id));
    const unchanged = isSuccess(after) && equalJson(valueOf(before) ?? null, valueOf(after) ?? null);
    return unchanged ? PASS : fail("the item as it was", describeAnswer(after), ...target.evidence.slice(-3));
  },
});

function firstText(body: object): string {
  return Object.entries(body).find(([, value]) => typeof value === "string")?.[0] ?? "changed";
}

function readable(plan: Plan): Subject[] {
  return eachOperation(plan, ({ method }) => method === "GET");
}

/** A request whose answer does not change between two sendings: one item, or a page of one. */
function steadyProbe(target: Target, operation: Operation): Probe {
  const pageSize = resourceOf(target.plan, operation)?.pageSize;
  const probe = validProbe(target, operation);
  if (pageSize === undefined || !operation.parameters.includes(pageSize.parameter)) return probe;
  return { ...probe, query: [[pageSize.parameter.name, String(Math.max(1, pageSize.minimum ?? 1))]] };
}

const head = defineCheck<Subject>({
  id: "protocol.head",
  family: "protocol",
  level: "should",
  claim: "HEAD is answered like GET, where it is answered at all",
  basis: "RFC 9110 section 9.3.2",
  stage: "main",
  applies: readable,
  run: async ({ operation }, target) => {
    const probe = steadyProbe(target, operation);
    const before = await target.ask(probe);
    const exchange = await target.send({ ...probe, method: "HEAD", intent: "foreign" });
    const after = await target.ask(probe);
    if (exchange.response === undefined) return fail("an answer to HEAD", `none: ${exchange.failure ?? ""}`, exchange);
    const status = statusOf(exchange);
    if ([404, 405, 501].includes(status) && isSuccess(before))
      return status === 404 ? fail(`${statusOf(before)}, or 405`, "404", exchange) : PASS;
    if (status !== statusOf(before)) return fail(`the status of GET, ${statusOf(before)}`, String(status), exchange);
    for (const name of ["content-type", "content-length"]) {
      const seen = headerOf(exchange, name);
      const wanted = headerOf(before, name);
      const same = wanted === headerOf(after, name);
      if (seen !== undefined && wanted !== undefined && same && seen !== wanted)
        return fail(`${name}: ${wanted}, as on GET`, `${name}: ${seen}`, before, exchange);
      // RFC 9110 lets HEAD leave out what is only known after the body was made, such as the length.
      if (name === "content-type" && wanted !== undefined && seen === undefined)
        return fail(`${name}: ${wanted}, as on GET`, `no ${name}`, before, exchange);
    }
    return PASS;
  },
});

const conditional = defineCheck<Subject>({
  id: "protocol.conditional",
  family: "protocol",
  level: "should",
  claim: "a conditional request gets the whole answer, or a right 304",
  basis: "RFC 9110 sections 13.1 and 15.4.5",
  stage: "main",
  applies: readable,
  run: async ({ operation }, target) => {
    const probe = steadyProbe(target, operation);
    const plain = await target.ask(probe);
    if (!isSuccess(plain)) return inconclusive("the operation does not answer", "see status.success");
    const etag = headerOf(plain, "etag");
    const outcomes: Outcome[] = [];
    const tries: readonly (readonly [name: string, value: string, may304: boolean])[] = [
      ["If-None-Match", '"no-such-tag"', false],
      ["If-None-Match", etag ?? '"no-such-tag"', etag !== undefined],
      ["If-Modified-Since", "Sat, 01 Jan 2000 00:00:00 GMT", false],
      ["Range", "bytes=0-0", false],
    ];
    for (const [name, value, may304] of tries) {
      const exchange = await target.ask({ ...probe, headers: [[name, value]], intent: "foreign" });
      outcomes.push(wholeOrNotModified(exchange, plain, `${name}: ${value}`, may304));
    }
    return worst(outcomes);
  },
});

function wholeOrNotModified(exchange: Exchange, plain: Exchange, asked: string, may304: boolean): Outcome {
  const status = statusOf(exchange);
  if (status === 304 && may304)
    return (exchange.response?.body.length ?? 0) === 0
      ? PASS
      : fail("a 304 without a body", describeAnswer(exchange), exchange);
  if (status === 206 && asked.startsWith("Range")) {
    const right = headerOf(exchange, "content-range") !== undefined && exchange.response?.body.length === 1;
    return right ? PASS : fail("the one byte asked for, with Content-Range", describeAnswer(exchange), exchange);
  }
  if (status === 416 && asked.startsWith("Range")) return PASS;
  const same =
    status === statusOf(plain) && valueOf(exchange) !== undefined && sameKind(valueOf(exchange), valueOf(plain));
  return same ? PASS : fail(`the whole answer to a request with ${asked}`, describeAnswer(exchange), plain, exchange);
}

function sameKind(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return Array.isArray(one) ? Array.isArray(other) && one.length === other.length : isObject(one) === isObject(other);
}

const compressed = defineCheck<Subject>({
  id: "protocol.compressed",
  family: "protocol",
  level: "should",
  claim: "an answer that may be compressed can be read, and is the same",
  basis: "RFC 9110 sections 8.4 and 12.5.3",
  stage: "main",
  applies: readable,
  run: async ({ operation }, target) => {
    const probe = steadyProbe(target, operation);
    const plain = await target.ask({ ...probe, headers: [["Accept-Encoding", "identity"]] });
    const outcomes: Outcome[] = [];
    for (const accepted of ["gzip", "br, deflate;q=0.5", "*"]) {
      const exchange = await target.ask({ ...probe, headers: [["Accept-Encoding", accepted]] });
      const coding = headerOf(exchange, "content-encoding");
      const known = coding === undefined || /^(identity|gzip|x-gzip|br|deflate)$/i.test(coding.trim());
      if (known && decodedBody(exchange) === undefined)
        outcomes.push(fail(`a body in ${coding ?? "no coding"}`, "one that cannot be decoded", exchange));
      else if (known && statusOf(exchange) === statusOf(plain) && !sameKind(valueOf(exchange), valueOf(plain))) {
        outcomes.push(fail("the same content as without compression", describeAnswer(exchange), plain, exchange));
      } else outcomes.push(PASS);
    }
    return worst(outcomes);
  },
});

const steady = defineCheck<Subject>({
  id: "protocol.steady",
  family: "protocol",
  level: "must",
  claim: "the same request, sent again, gets the same kind of answer",
  basis: "RFC 9110 section 9.2.2",
  stage: "main",
  applies: readable,
  run: async ({ operation }, target) => {
    const probe = steadyProbe(target, operation);
    const first = await target.ask(probe);
    for (let turn = 0; turn < 10; turn++) {
      const exchange = await target.ask(probe);
      if (statusOf(exchange) !== statusOf(first))
        return fail(`${statusOf(first)} again`, describeAnswer(exchange), first, exchange);
      if ((itemsOf(exchange)?.length ?? 0) !== (itemsOf(first)?.length ?? 0))
        return fail(
          `${itemsOf(first)?.length ?? 0} items again`,
          `${itemsOf(exchange)?.length ?? 0} items`,
          first,
          exchange,
        );
    }
    return PASS;
  },
});

const length = defineCheck<Subject>({
  id: "protocol.length",
  family: "protocol",
  level: "must",
  claim: "Content-Length is the length of the body",
  basis: "RFC 9110 section 8.6",
  stage: "record",
  applies: (plan) => eachOperation(plan),
  run: ({ operation }, target) => {
    const own = target.session.record.filter(
      (exchange) =>
        exchange.operation === operation && exchange.request.method !== "HEAD" && statusOf(exchange) !== 304,
    );
    const [first] = own;
    if (first === undefined)
      return Promise.resolve(inconclusive("nothing was sent to the operation", "a run that may write"));
    target.look(first);
    const wrong = own.find(({ response }) => {
      const announced = response === undefined ? undefined : header(response.headers, "content-length");
      return response !== undefined && announced !== undefined && Number(announced) !== response.body.length;
    });
    return Promise.resolve(
      wrong === undefined
        ? PASS
        : fail(
            "as many bytes as announced",
            `${wrong.response?.body.length ?? 0} of ${headerOf(wrong, "content-length") ?? ""} bytes`,
            target.look(wrong),
          ),
    );
  },
});

export const protocolChecks: readonly AnyCheck[] = [
  whole,
  length,
  unknownPath,
  unlisted,
  allow,
  noAction,
  head,
  conditional,
  compressed,
  steady,
];
