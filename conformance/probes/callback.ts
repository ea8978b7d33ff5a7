// Causes a callback: sends a request of its operation with the address of the receiver where the document reads it.
import { type Source, parseTemplate, showSource } from "../../src/contract/runtime-expression.ts";
import type { DescribedOperation, Operation } from "../../src/contract/model.ts";
import { JSON_TYPE, isJson, jsonMediaWithSchema } from "../../src/contract/media.ts";
import { isSuccessStatus } from "../../src/contract/responses.ts";
import { pointerSteps } from "../../src/json/pointer.ts";
import { writeJson } from "../../src/json/write.ts";
import { groupsOf, once } from "../../src/memo.ts";
import { describeAnswer, isSuccess } from "../client/exchange.ts";
import { type Answered, untilArrival } from "../client/receiver.ts";
import type { Probe } from "../client/request.ts";
import type { Target } from "../client/target.ts";
import { Undecidable } from "../client/undecidable.ts";
import { anItem, plainBody, plainOf } from "../items/create.ts";
import { actedOnBy, actionProbe, validProbe } from "../items/operation.ts";
import { sampleValue } from "../items/bodies/sample.ts";
import { sentPlace } from "../places.ts";
import { type Plan, creatorOf, resourceOf } from "../plan.ts";
import { bodySchema } from "../operations.ts";
import { type Cause, type Caused, PATIENCE, type SentSubject, causedBy, receiverOf } from "./sent.ts";
import { withValue } from "../../src/json/parts.ts";

/** A part of a request. */
type PartSource = Exclude<Source, { readonly of: "exchange" }>;

/** A callback of an operation, or one that follows it. */
interface CallbackSubject extends SentSubject {
  /** What it follows, if that is itself sent. */
  readonly after?: DescribedOperation | undefined;
}

/** All callbacks, those with the same address together: a service sends one or the other. */
export const callbacksIn = once(({ contract, operations }: Plan): readonly CallbackSubject[] => {
  const owners = new Map(operations.map((operation) => [operation.name, operation] as const));
  const others = new Map(contract.unserved.map((one) => [one.name, one] as const));
  const all = contract.unserved.filter(({ callback, problems }) => callback !== undefined && problems.length === 0);
  const groups = groupsOf(all, ({ callback, path }) => JSON.stringify([callback?.operation, path]));
  return [...groups.values()].flatMap((sent): CallbackSubject[] => {
    const [{ callback, pointer } = { callback: undefined, pointer: "" }] = sent;
    const after = others.get(callback?.operation ?? "");
    let root = callback?.operation ?? "";
    for (let above = after; above !== undefined; above = others.get(root)) root = above.callback?.operation ?? "";
    const operation = owners.get(root) ?? (after?.kind === "webhook" ? operations[0] : undefined);
    return operation === undefined ? [] : [{ operation, pointer, about: callback?.name ?? "", sent, after }];
  });
});

/** Sends the request, and waits for the callback. @throws Undecidable if it cannot be caused */
export function calledBack(target: Target, subject: SentSubject): Promise<Caused> {
  const { after } = subject as CallbackSubject;
  return causedBy(target, `callback ${subject.pointer}`, () =>
    after === undefined ? cause(target, subject) : causeAfter(target, subject, after),
  );
}

/** Answers a callback with an address to which another one is sent. */
async function causeAfter(target: Target, subject: SentSubject, after: DescribedOperation): Promise<Cause> {
  const { operation, sent } = subject;
  const source = firstSource(sent[0]?.path ?? "");
  if (after.callback?.operation !== operation.name)
    throw new Undecidable(`it follows ${after.name}, which the suite does not answer`, "a callback of an operation");
  if (source === undefined || source.of !== "response")
    throw new Undecidable("its URL is not in what the receiver answers", "a URL such as {$response.body#/url}");
  const receiver = receiverOf(target);
  const box = await receiver.address();
  const answer = answerWith(target.plan, after, source, box.url);
  const first = await cause(target, { ...subject, sent: [after] }, answer);
  await untilArrival(first.box, PATIENCE, target.session.stop);
  if (first.box.arrivals.length === 0)
    throw new Undecidable("the callback that it follows did not arrive", "see callbacks.arrives");
  return { exchange: first.exchange, box };
}

/** An answer to a callback with an address where the document reads it. @throws Undecidable if it does not allow that */
function answerWith({ contract }: Plan, { responses }: DescribedOperation, source: PartSource, url: string): Answered {
  const described = responses.find(({ status }) => isSuccessStatus(status));
  const status = /^2\d\d$/.test(described?.status ?? "") ? Number(described?.status) : 200;
  if (source.part === "header") return { status, headers: { [source.name]: url }, text: "" };
  if (source.part !== "body") throw new Undecidable(`no answer has ${showSource(source)}`, "a header or a body");
  const schema = jsonMediaWithSchema(described?.content ?? [])?.schema;
  const base = schema === undefined ? {} : sampleValue(contract.document, schema.pointer);
  const body = withValue(base, pointerSteps(source.pointer), url);
  if (schema?.accepts?.(body) === false)
    throw new Undecidable(
      `the document does not allow ${url} at ${showSource(source)}`,
      "--callback-url with an address that it allows",
    );
  return { status: status === 204 ? 200 : status, headers: { "Content-Type": JSON_TYPE }, text: writeJson(body) };
}

/** @param answer to what comes */
async function cause(target: Target, { operation, sent }: SentSubject, answer?: Answered): Promise<Cause> {
  const source = sourceOf(sent[0]?.path ?? "");
  const receiver = receiverOf(target);
  const probe = await probeFor(target, operation);
  const box = await receiver.address();
  if (answer !== undefined) box.answer = answer;
  const exchange = await target.ask({ ...withAddress(operation, probe, source, box.url), intent: "edge" });
  if (!isSuccess(exchange))
    throw new Undecidable(
      `the request with the address of the receiver was answered ${describeAnswer(exchange)}`,
      "--callback-url with an address that the service accepts",
    );
  return { exchange, box };
}

/** The part of a message that a URL begins with. */
function firstSource(path: string): PartSource | undefined {
  const template = parseTemplate(path);
  const [first] = "fault" in template ? [] : template;
  return typeof first === "object" && first.of !== "exchange" ? first : undefined;
}

/** The part of a request that the address comes from. @throws Undecidable if there is none */
function sourceOf(path: string): PartSource {
  const template = parseTemplate(path);
  if ("fault" in template) throw new Undecidable(`the URL of the callback ${template.fault}`, "a runtime expression");
  const [first] = template;
  if (typeof first === "object" && first.of === "request" && first.part !== "path") return first;
  const what = first === undefined ? "nothing" : typeof first === "string" ? first : showSource(first);
  throw new Undecidable(
    `its URL begins with ${what}, not with an address in the request`,
    "a URL such as {$request.body#/url}",
  );
}

/** A valid request, for an item of the run's own if it needs one. */
async function probeFor(target: Target, operation: Operation): Promise<Probe> {
  const { plan, session } = target;
  const resource = resourceOf(plan, operation);
  if (resource?.operations.create === operation) {
    await session.working?.(operation);
    const creator = { resource, operation };
    return { operation, json: plainBody(target, creator, plainOf(target, creator)) };
  }
  const action = plan.actions.find((one) => one.operation === operation);
  if (action?.resource.operations.create === undefined || actedOnBy(action) === undefined)
    return validProbe(target, operation);
  const { id } = await anItem(target, creatorOf(action.resource), `for the callbacks of ${operation.id}`);
  return actionProbe(target, action, id);
}

/** The request with the address. @throws Undecidable if the document does not allow it there */
function withAddress(operation: Operation, probe: Probe, source: PartSource, url: string): Probe {
  if (source.part === "query") return { ...probe, query: [...(probe.query ?? []), [source.name, url]] };
  if (source.part === "header") return { ...probe, headers: [...(probe.headers ?? []), [source.name, url]] };
  if (source.part !== "body") return probe;
  const steps = pointerSteps(source.pointer);
  const outer = sentPlace(operation).steps;
  const isInside = outer.every((step, at) => steps[at] === step) && steps.length > outer.length;
  if (!isInside || !isWritten(operation))
    throw new Undecidable(`the suite cannot write ${showSource(source)}`, "an address in the item that is sent");
  const json = withValue(probe.json ?? {}, steps.slice(outer.length), url);
  if (bodySchema(operation)?.accepts?.(json) === false)
    throw new Undecidable(
      `the document does not allow ${url} at ${showSource(source)}`,
      "--callback-url with an address that it allows",
    );
  return { ...probe, json };
}

function isWritten({ body }: Operation): boolean {
  return body?.content.some(({ name }) => isJson(name) || /form/.test(name)) === true;
}
