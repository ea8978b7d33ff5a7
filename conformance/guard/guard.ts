// Every request of a run passes here before it is sent. What existed before the run must stay as it is, however lenient
// or broken the target is: a request that might change it is not sent, and the claim is inconclusive with the reason.
import { plainMedia } from "../../src/contract/media.ts";
import type { Operation } from "../../src/contract/model.ts";
import { showScalar } from "../../src/contract/serialization/text.ts";
import { keptFor } from "../../src/memo.ts";
import { type JsonValue, isInteger } from "../../src/json/value.ts";
import { parametersIn, placeOf, stepsOf } from "../../src/resource/paths.ts";
import type { Resource } from "../../src/resource/model.ts";
import { idText } from "../../src/resource/items/identify.ts";
import { isInvented } from "../items/bodies/identifier.ts";
import { type CreatedItem, isSameStore } from "../items/created.ts";
import { sentText } from "../bodies.ts";
import {
  type Exchange,
  type SentRequest,
  header,
  isServed,
  isSuccess,
  isTurnedAway,
  statusOf,
} from "../client/exchange.ts";
import { type Probe, SAFE } from "../client/request.ts";
import { type Credential, NO_CREDENTIAL } from "../client/target/credential.ts";
import type { TargetOptions } from "../client/target/options.ts";
import { CHANGE_EXISTING, ForeignItem } from "../client/undecidable.ts";
import { type SchemaNode, schemaAt } from "../../src/schema/normal/schema-node.ts";
import { type Plan, resourceOf } from "../plan.ts";
import { bodySchema, isNamedAfterChange, isSafe, keyedProtection } from "../operations.ts";
import { itemsOf, largestCount, largestPage } from "../probes/list.ts";
import { type IsIdentity, identitiesIn, identitiesInText, identityNames } from "../items/bodies/identities.ts";
import { Keys, keyNames } from "./keys.ts";
import { Proofs } from "./proofs.ts";
import { type Step, pathSteps, valuesIn } from "./steps.ts";

/** What the guard needs of the session. */
export interface Guarded {
  readonly plan: Plan;
  readonly options: TargetOptions;
  readonly created: readonly CreatedItem[];
  createdOf(resource: Resource): readonly CreatedItem[];
  createdAt(home: Resource): readonly CreatedItem[];
  recordOf(operation: Operation): readonly Exchange[];
  send(probe: Probe): Promise<Exchange>;
}

/** Headers with which some frameworks let a request claim another method. */
const OVERRIDES = ["x-http-method-override", "x-http-method", "x-method-override"] as const;

/** How many operations are asked whether they refuse a request without a credential. */
const MOST_ASKED = 5;

/** Answers that say that there is no such item. */
const ABSENT = new Set([400, 404, 410, 422]);

export class Guard {
  readonly proofs: Proofs;
  readonly #keys: Keys;
  readonly #run: Guarded;
  readonly #byPlace: ReadonlyMap<string, Resource>;
  readonly #absent = new Map<string, Promise<boolean>>();
  readonly #closed = new Map<string, Promise<boolean>>();

  constructor(run: Guarded) {
    this.#run = run;
    this.proofs = new Proofs(run);
    this.#keys = new Keys(run);
    this.#byPlace = new Map(
      run.plan.resources.flatMap((one) => (one.itemPath === undefined ? [] : [[placeOf(stepsOf(one.itemPath)), one]])),
    );
  }

  /** @throws ForeignItem for a request that might change what existed before the run */
  async admit(probe: Probe, request: SentRequest): Promise<void> {
    const method = OVERRIDES.map((name) => header(request.headers, name)).find((one) => one !== undefined);
    const { operation } = probe;
    if (SAFE.has(method ?? request.method)) return this.#mustRead(probe, request);
    const resource = resourceOf(this.#run.plan, operation) ?? this.#actedOn(operation);
    const steps = this.#steps(probe, request);
    const isInside = await this.#isInside(probe, steps, resource);
    const isIdentity = identityNames(resource);
    const schema = probe.json === undefined ? undefined : bodySchema(operation);
    const node = schema && schemaAt(this.#run.plan.contract.document, schema.pointer, "request");
    const carried = carriedBy(probe, request, isIdentity, node);
    for (const value of carried) await this.#mustBeFree(value, { resource, probe, steps });
    if (isInside) return;
    await this.#mustBeHarmless(probe, request, { resource, named: carried.length });
    if (resource?.operations.create === operation) await this.#mustReplaceNothing(probe, request, resource, steps);
  }

  /** @throws ForeignItem for a GET that is called like a change, unless somebody knows what it does */
  #mustRead({ operation, rawPath }: Probe, { method }: SentRequest): void {
    const { plan, options } = this.#run;
    const isAsked = rawPath === undefined && (method === "GET" || method === "HEAD");
    if (options.changeExisting === true || !isAsked || !plan.unmodelled.has(operation)) return;
    if (isNamedAfterChange(operation))
      throw new ForeignItem("its name says that it changes something, although it is a GET", CHANGE_EXISTING);
  }

  /** @throws ForeignItem for a creation with a key that an existing item may have */
  async #mustReplaceNothing(
    probe: Probe,
    request: SentRequest,
    resource: Resource,
    steps: readonly Step[],
  ): Promise<void> {
    if (this.#run.options.changeExisting === true) return;
    const values = carriedBy(probe, request, keyNames(resource));
    if (await this.#keys.areFree(values, resource, steps.slice(0, resource.scope.length))) return;
    throw new ForeignItem(
      "an item that existed before may have a key in it, and a service may replace that item",
      CHANGE_EXISTING,
    );
  }

  #actedOn(operation: Operation): Resource | undefined {
    return this.#run.plan.actions.find((one) => one.operation === operation)?.resource;
  }

  #steps({ operation, rawPath }: Probe, { url }: SentRequest): readonly Step[] {
    const steps =
      rawPath === undefined ? pathSteps(operation.path, url.slice(this.#run.options.baseUrl.length)) : undefined;
    if (steps === undefined)
      throw new ForeignItem("it is not known what a request to this path may change", CHANGE_EXISTING);
    return steps;
  }

  /** Whether the path leads to or below an item that is the run's own, or that does not exist. */
  async #isInside(probe: Probe, steps: readonly Step[], acted: Resource | undefined): Promise<boolean> {
    const { plan, options } = this.#run;
    for (const [index, { place, text }] of steps.entries()) {
      const resource = this.#byPlace.get(place);
      if (resource === undefined) {
        // A name above a collection that no operation of the document fetches or changes, such as a tenant.
        if (index < (acted?.scope.length ?? 0) || text.includes(options.marker)) continue;
        throw new ForeignItem(`nothing shows that the thing ${text} in the path is the run's own`, CHANGE_EXISTING);
      }
      if (await this.#isFree(resource, text, probe, steps.slice(0, index))) return true;
      const isAbove = acted !== resource && acted?.operations.create === probe.operation;
      const isSingle = plan.singletons.some(({ operations }) => Object.values(operations).includes(probe.operation));
      if (options.changeExisting !== true || !(isAbove || isSingle))
        throw new ForeignItem(
          `the item ${text} in the path may have existed before the run`,
          isAbove || isSingle
            ? CHANGE_EXISTING
            : "a target on which the run can create one, and see that it is its own",
        );
    }
    return false;
  }

  /** True for an identifier of an item of the run's own, and for one that no item has. */
  async #isFree(resource: Resource, text: string, probe: Probe, above: readonly Step[]): Promise<boolean> {
    const own = this.#own(resource, text);
    if (own !== undefined) return this.proofs.isOwn(own);
    if (text.toLowerCase().includes(this.#run.options.marker)) return true;
    if (!/^(?:0|-?[1-9]\d*)$/.test(text) && !isOnlyText(text, resource)) return false;
    const { fetch } = resource.operations;
    if (fetch === undefined) return isInvented(resource.identifier, text, this.#run.options.marker);
    const names = parametersIn(stepsOf(fetch.path));
    const path = Object.fromEntries([...above.map((step) => step.text), text].map((one, index) => [names[index], one]));
    const where = probe.elsewhere === true ? { elsewhere: true as const } : {};
    return keptFor(this.#absent, JSON.stringify([fetch.pointer, path]), async () =>
      ABSENT.has(statusOf(await this.#run.send({ operation: fetch, path, ...where, intent: "invalid" }))),
    );
  }

  #own(resource: Resource, text: string): CreatedItem | undefined {
    return this.#run.created.find(
      (one) => !one.removed && isSameStore(one.resource, resource) && showScalar(one.id) === text,
    );
  }

  /** @throws ForeignItem for an identifier that an existing item may have, however a lenient server reads it */
  async #mustBeFree(value: JsonValue, { resource, probe, steps }: At): Promise<void> {
    const text = showScalar(value);
    if (typeof value === "string" && text.toLowerCase().includes(this.#run.options.marker)) return;
    const others = resource === undefined ? this.#run.plan.resources : [resource];
    for (const one of others) {
      const own = this.#own(one, text);
      if (own !== undefined && (await this.proofs.isOwn(own))) return;
    }
    // A lenient server also reads "7" as 7.
    const isClear = isInteger(value) || (typeof value === "string" && isOnlyText(text, resource));
    const above = steps.slice(0, resource?.scope.length);
    if (isClear && resource !== undefined && (await this.#isFree(resource, text, probe, above))) return;
    throw new ForeignItem(
      "an item that existed before may have the identifier in it, or one that a lenient server reads it as",
      "a request sent by hand, to a service where nothing can be lost",
    );
  }

  /** @throws ForeignItem for a request that names no item, unless it only adds one */
  async #mustBeHarmless(probe: Probe, request: SentRequest, { resource, named }: Named): Promise<void> {
    const { plan, options } = this.#run;
    const { operation } = probe;
    if (options.changeExisting === true) return;
    const isListed = request.method === operation.method;
    const { create, ...others } = resource?.operations ?? {};
    if (isListed && create === operation) return;
    const isMany = resource !== undefined && isListed && MANY.some((role) => others[role] === operation);
    if (isMany) return this.#mustActOnOwn(resource, named);
    if (isListed && plan.unmodelled.has(operation) && this.#isRefusal(probe)) {
      const { credential = NO_CREDENTIAL } = probe;
      if (await keptFor(this.#closed, JSON.stringify(credential), () => this.#refuses(credential))) return;
      throw new ForeignItem(
        "it may change something, and nothing shows that the service refuses strangers",
        CHANGE_EXISTING,
      );
    }
    const isSingle = plan.singletons.some(({ path }) => path === operation.path);
    throw new ForeignItem(
      isSingle ? "it was there before the run" : "it may change what was there before the run",
      CHANGE_EXISTING,
    );
  }

  /** A creation without a known role that must be refused: it is not below a collection, whose items it might change. */
  #isRefusal({ operation, intent }: Probe): boolean {
    const isBelow = this.#run.plan.resources.some(({ collection }) => operation.path.startsWith(`${collection}/`));
    return operation.method === "POST" && intent === "unauthenticated" && !isBelow;
  }

  /** Whether the target has turned somebody with this credential away: where it lets them in, it does what they ask. */
  async #refuses(credential: Credential): Promise<boolean> {
    const { plan } = this.#run;
    const asked = plan.operations.filter((one) => isSafe(one) && keyedProtection(one).length > 0);
    const plain = asked.filter((one) => !one.path.includes("{") && !isNamedAfterChange(one));
    let isRefused = false;
    for (const operation of plain.slice(0, MOST_ASKED)) {
      const probe: Probe = { operation, intent: "unauthenticated", credential };
      const answer = await this.#run.send(probe);
      if (isSuccess(answer)) return false;
      isRefused ||= isTurnedAway(answer);
    }
    return isRefused;
  }

  /** A target that ignores which items a request names would change all of them, so there must be no others. */
  async #mustActOnOwn(resource: Resource, named: number): Promise<void> {
    const { list } = resource.operations;
    const page = list && (await this.#run.send({ operation: list, query: largestPage(resource), intent: "edge" }));
    const items = page !== undefined && isServed(page) ? itemsOf(page) : undefined;
    const isWhole = items !== undefined && items.length < largestCount(resource);
    const isOwn = items?.every((item) => this.#own(resource, idText(resource.identifier, item)));
    if (named > 0 && isWhole && isOwn === true) return;
    throw new ForeignItem(
      "a target that does not look at which items it names would change all of them",
      CHANGE_EXISTING,
    );
  }

  /** Notes what an answer proves. */
  note(exchange: Exchange): void {
    if (SAFE.has(exchange.request.method) && isSuccess(exchange)) this.proofs.note(exchange);
  }
}

const MANY = ["replace-many", "update-many", "remove-many"] as const;

interface At {
  readonly resource: Resource | undefined;
  readonly probe: Probe;
  readonly steps: readonly Step[];
}

interface Named {
  readonly resource: Resource | undefined;
  readonly named: number;
}

/** The identifiers in the query and the body of a request. */
function carriedBy(probe: Probe, request: SentRequest, isIdentity: IsIdentity, node?: SchemaNode): JsonValue[] {
  const query = valuesIn(new URL(request.url).searchParams, isIdentity);
  if (probe.json !== undefined) return [...query, ...identitiesIn(probe.json, isIdentity, node)];
  if (request.body === undefined) return query;
  const text = sentText(request);
  const isForm = plainMedia(header(request.headers, "content-type") ?? "").endsWith("urlencoded");
  const fields = isForm && probe.json === undefined ? valuesIn(new URLSearchParams(text), isIdentity) : [];
  return [...query, ...fields, ...identitiesInText(text, isIdentity)];
}

/** True for a text that no server reads as a number, a truth value or nothing. */
function isOnlyText(text: string, resource: Resource | undefined): boolean {
  if (resource?.identifier.kind === "uuid" && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return true;
  return /^[^\s\d.+-]/.test(text) && !/^(?:true|false|null|undefined|nan|infinity|yes|no|on|off)\W*$/i.test(text);
}
