// Causes a callback: sends a request of its operation with the address of the receiver where the document reads it.
import { type Source, parseTemplate, showSource } from "../../src/contract/runtime-expression.ts";
import type { Operation } from "../../src/contract/model.ts";
import { isJson } from "../../src/contract/media.ts";
import { pointerSteps } from "../../src/json/pointer.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../src/json/value.ts";
import { parametersIn, stepsOf } from "../../src/resource/paths.ts";
import { showScalar } from "../../src/contract/serialization/text.ts";
import { groupsOf } from "../../src/memo.ts";
import { describeAnswer, isSuccess } from "../client/exchange.ts";
import type { Probe } from "../client/request.ts";
import type { Target } from "../client/target.ts";
import { Undecidable } from "../client/undecidable.ts";
import { anItem, plainBody, plainOf } from "../items/create.ts";
import { validProbe } from "../items/operation.ts";
import { sentPlace } from "../places.ts";
import { type Plan, bodySchema, resourceOf } from "../plan.ts";
import { type Cause, type Caused, type SentSubject, causedBy, receiverOf } from "./sent.ts";

/** A part of a request. */
type PartSource = Exclude<Source, { readonly of: "exchange" }>;

/** All callbacks, those with the same address together: a service sends one or the other. */
export function callbacksIn({ contract, operations }: Plan): SentSubject[] {
  const owners = new Map(operations.map((operation) => [operation.name, operation] as const));
  const all = contract.unserved.filter(({ callback, problems }) => callback !== undefined && problems.length === 0);
  const groups = groupsOf(all, ({ callback, path }) => JSON.stringify([callback?.operation, path]));
  return [...groups.values()].flatMap((sent): SentSubject[] => {
    const [{ callback, pointer } = { callback: undefined, pointer: "" }] = sent;
    const operation = owners.get(callback?.operation ?? "");
    return operation === undefined ? [] : [{ operation, pointer, about: callback?.name ?? "", sent }];
  });
}

/** Sends the request, and waits for the callback. @throws Undecidable if it cannot be caused */
export function calledBack(target: Target, subject: SentSubject): Promise<Caused> {
  return causedBy(target, `callback ${subject.pointer}`, () => cause(target, subject));
}

async function cause(target: Target, { operation, sent }: SentSubject): Promise<Cause> {
  const source = sourceOf(sent[0]?.path ?? "");
  const receiver = receiverOf(target);
  const probe = await probeFor(target, operation);
  const box = await receiver.address();
  const exchange = await target.ask({ ...withAddress(operation, probe, source, box.url), intent: "edge" });
  if (!isSuccess(exchange))
    throw new Undecidable(
      `the request with the address of the receiver was answered ${describeAnswer(exchange)}`,
      "--callback-url with an address that the service accepts",
    );
  return { exchange, box };
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
  const acted = plan.actions.find((one) => one.operation === operation)?.resource;
  const creation = acted?.operations.create;
  const probe = validProbe(target, operation);
  const name = acted && parametersIn(stepsOf(operation.path))[acted.scope.length];
  if (acted === undefined || creation === undefined || name === undefined) return probe;
  const { id } = await anItem(target, { resource: acted, operation: creation }, `for the callbacks of ${operation.id}`);
  return { ...probe, path: { ...probe.path, [name]: showScalar(id) } };
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

/** A value with another one inside. */
export function withValue(whole: JsonValue, [step, ...rest]: readonly string[], value: string): JsonValue {
  if (step === undefined) return value;
  const object: JsonObject = isObject(whole) ? whole : {};
  return { ...object, [step]: withValue(ownValue(object, step) ?? {}, rest, value) };
}
