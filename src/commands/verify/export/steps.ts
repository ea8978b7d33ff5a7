// The valid requests of a run as steps that somebody can send again: secrets are variables, and so are the identifiers of
// items that an earlier step creates.
import { type Exchange, isServed, statusOf, valueOf } from "../../../../conformance/client/exchange.ts";
import { isUsual } from "../../../../conformance/client/request.ts";
import type { CreatedItem } from "../../../../conformance/items/created.ts";
import { redactorOf } from "../../../../conformance/report/report.ts";
import type { Run } from "../../../../conformance/run.ts";
import type { Operation } from "../../../contract/model.ts";
import { showScalar } from "../../../contract/serialization/text.ts";

import { type JsonValue, equalJson, isObject } from "../../../json/value.ts";
import { keptFor } from "../../../memo.ts";

/** Text, and the names of variables in it. */
export type Written = readonly (string | { readonly variable: string })[];

/** One request to send. */
export interface Step {
  /** Unique among the steps: "createOrder", "createOrder2". */
  readonly name: string;
  readonly method: string;
  /** What follows the base URL. */
  readonly path: Written;
  readonly headers: readonly (readonly [name: string, value: Written])[];
  readonly body?: Written;
  readonly status: number;
  /** The variable that gets the identifier of what was created, and where the answer has it. */
  readonly sets?: { readonly variable: string; readonly at: readonly string[] };
}

export interface Steps {
  readonly baseUrl: string;
  readonly title: string;
  readonly steps: readonly Step[];
  /** The variables for secrets. */
  readonly secrets: readonly string[];
}

/** Requests of one operation. */
const MOST_EACH = 3;
/** Headers that each tool sends by itself. */
const OWN = /^(?:host|user-agent|connection|content-length|accept-encoding|transfer-encoding)$/i;
/** What stands for a secret in redacted text. */
const PLACEHOLDER = /(\$API_KEY|<(?:altered \$API_KEY|another key|hidden|the value of [\w-]+)>)/;

/** A created item that later requests are about. */
interface Thing {
  readonly created: CreatedItem;
  readonly variable: string;
  /** The identifier as paths have it. */
  readonly text: string;
}

export function stepsOf(run: Run): Steps {
  const { session } = run;
  const { contract } = session.plan;
  const things = thingsOf(run);
  const chosen = chosenOf(run, things);
  const names = new Map<string, number>();
  const secrets = new Set<string>();
  const redactor = redactorOf(run);
  const written = (text: string): Written =>
    redactor
      .text(text)
      .split(PLACEHOLDER)
      .filter((part) => part !== "")
      .map((part) => {
        if (!PLACEHOLDER.test(part)) return part;
        const variable = variableOf(part);
        secrets.add(variable);
        return { variable };
      });
  const steps = chosen.map((exchange): Step => {
    const { request, operation } = exchange;
    const id = (operation?.id ?? "request").replaceAll(/\W+/g, "_");
    const turn = (names.get(id) ?? 0) + 1;
    names.set(id, turn);
    const thing = things.find(({ created }) => created.exchange === exchange);
    const at = thing && placeIn(valueOf(exchange), thing.created.id);
    return {
      name: turn === 1 ? id : `${id}${turn}`,
      method: request.method,
      path: withVariables(request.url.slice(session.options.baseUrl.length), exchange, things).flatMap((part) =>
        typeof part === "string" ? written(part) : [part],
      ),
      headers: redactor
        .headers(request.headers)
        .filter(([name, value]) => !OWN.test(name) && !isUsual(name, value))
        .map(([name, value]) => [name, written(value)]),
      ...(request.body === undefined ? {} : { body: written(textIn(request.body) ?? "") }),
      status: statusOf(exchange),
      ...(thing === undefined || at === undefined ? {} : { sets: { variable: thing.variable, at } }),
    };
  });
  return { baseUrl: redactor.text(session.options.baseUrl), title: contract.title, steps, secrets: [...secrets] };
}

/** One created item of each resource: the one that most operations were about. */
function thingsOf({ session }: Run): Thing[] {
  const best = new Map<string, { thing: Thing; uses: number }>();
  for (const created of session.created) {
    const text = encodeURIComponent(showScalar(created.id));
    const name = created.resource.name.replaceAll(/\W+/g, "_");
    const thing = { created, text, variable: `${name}Id` };
    if (created.path !== undefined || placeIn(valueOf(created.exchange), created.id) === undefined) continue;
    const uses = new Set(
      session.record.filter((one) => isServed(one) && isAbout(one, thing)).map(({ operation }) => operation),
    ).size;
    const known = best.get(name);
    if (known === undefined || uses > known.uses) best.set(name, { thing, uses });
  }
  return [...best.values()].map(({ thing }) => thing);
}

/** The exchanges to repeat, in the order in which they were sent. */
function chosenOf({ session }: Run, things: readonly Thing[]): Exchange[] {
  const byOperation = new Map<Operation, Exchange[]>();
  const made = new Set(session.created.map(({ id }) => encodeURIComponent(showScalar(id))));
  const makers = new Set(session.created.map(({ exchange }) => exchange));
  for (const exchange of session.record) {
    const { operation, request } = exchange;
    if (operation === undefined || exchange.elsewhere === true || !isServed(exchange)) continue;
    if (request.method !== operation.method || (request.body !== undefined && textIn(request.body) === undefined))
      continue;
    const isOurs = things.some((thing) => isAbout(exchange, thing));
    const isCreation = things.some(({ created }) => created.exchange === exchange);
    // Without its creation, another item of this run is not there.
    const isLost = !isOurs && (request.url.split("?", 1)[0] ?? "").split("/").some((step) => made.has(step));
    if (isLost || (makers.has(exchange) && !isCreation)) continue;
    keptFor(byOperation, operation, () => []).push(exchange);
  }
  const order = new Map(session.record.map((exchange, at) => [exchange, at]));
  const isCreation = (one: Exchange): boolean => things.some(({ created }) => created.exchange === one);
  const isRemoval = ({ request }: Exchange): boolean => request.method === "DELETE";
  const rank = (one: Exchange): number => (isCreation(one) ? 0 : isRemoval(one) ? 2 : 1);
  return [...byOperation.values()]
    .flatMap((all) => distinct(all, things).slice(0, isRemoval(all[0] as Exchange) ? 1 : MOST_EACH))
    .toSorted((a, b) => rank(a) - rank(b) || (order.get(a) ?? 0) - (order.get(b) ?? 0));
}

/** Each once: those about what a step creates first, as nothing else need be there, and the simplest of them. */
function distinct(all: readonly Exchange[], things: readonly Thing[]): Exchange[] {
  const seen = new Map(all.map((one) => [`${one.request.url} ${textIn(one.request.body ?? new Uint8Array())}`, one]));
  const rank = (one: Exchange): number => (things.some((thing) => isAbout(one, thing)) ? 0 : 1);
  return [...seen.values()].toSorted((a, b) => rank(a) - rank(b) || a.request.url.length - b.request.url.length);
}

function isAbout({ request }: Exchange, { text, created }: Thing): boolean {
  const steps = (request.url.split("?", 1)[0] ?? "").split("/");
  const last = created.resource.collection.split("/").findLast((step) => step !== "" && !step.startsWith("{"));
  return steps.some((step, at) => step === text && steps[at - 1] === last);
}

/** A path whose identifiers of created items are variables. */
function withVariables(path: string, exchange: Exchange, things: readonly Thing[]): Written {
  const own = things.filter((thing) => isAbout(exchange, thing));
  const [place = "", ...query] = path.split("?");
  let before = "";
  const parts: (string | { readonly variable: string })[] = [];
  for (const [at, step] of place.split("/").entries()) {
    const thing = own.find(({ text }) => text === step);
    before += at === 0 ? "" : "/";
    if (thing === undefined) before += step;
    else {
      parts.push(before, { variable: thing.variable });
      before = "";
    }
  }
  return [...parts, query.length === 0 ? before : `${before}?${query.join("?")}`];
}

/** Where an answer has a value: at the top, or one level below. */
function placeIn(answer: JsonValue | undefined, id: JsonValue): string[] | undefined {
  if (!isObject(answer)) return undefined;
  const own = Object.entries<JsonValue>(answer);
  const found = own.find(([name, value]) => /^[A-Za-z_]\w*$/.test(name) && equalJson(value, id));
  if (found !== undefined) return [found[0]];
  for (const [name, value] of own) {
    const inner = isObject(value) && /^[A-Za-z_]\w*$/.test(name) ? placeIn(value, id) : undefined;
    if (inner !== undefined) return [name, ...inner];
  }
  return undefined;
}

function variableOf(placeholder: string): string {
  const [, name] = /the value of ([\w-]+)/.exec(placeholder) ?? [];
  if (name !== undefined) return name.replaceAll("-", "_").toUpperCase();
  if (placeholder === "<another key>") return "OTHER_API_KEY";
  return placeholder === "<hidden>" ? "SECRET" : "API_KEY";
}

/** The bytes as text; undefined if they are none. */
function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
