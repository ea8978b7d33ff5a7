// Requests that may create items: how many a run may send, and for what it keeps the rest.
import { showScalar } from "../../../src/contract/serialization/text.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { type CreatedItem, removerOf } from "../../items/created.ts";
import { type Plan, resourceOf } from "../../plan.ts";
import { type Exchange, mayHaveCreated } from "../exchange.ts";
import { type Probe, intentOf } from "../request.ts";
import type { Stage } from "../stage.ts";
import type { TargetOptions } from "../target/options.ts";
import { isTight, keptForChanging, keptForOthers, kindsOf, onlyOne, specialsOfKind, spent } from "./budget.ts";
import type { Sender } from "./sender.ts";

interface WritesParts {
  readonly plan: Plan;
  readonly options: TargetOptions;
  readonly sender: Sender;
  /** The items of a resource that the run created. */
  readonly created: (resource: Resource) => readonly CreatedItem[];
  readonly alone: <T>(name: string, act: () => Promise<T>) => Promise<T>;
}

export class Writes {
  count = 0;
  /** Whether writes are so few that checks share items. */
  readonly isTight: boolean;
  readonly #parts: WritesParts;
  /** Requests that were repeated and may create something. */
  #writtenAgain = 0;
  /** The kinds of items of which one was created that cannot be removed, by a valid and by a wrong request. */
  readonly #left = new Set<string>();
  readonly #keptForChanging: number;
  readonly #keptForOthers: number;
  readonly #kinds: number;
  /** How many items with special values each operation may still create. */
  readonly #specials = new Map<string, number>();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(parts: WritesParts) {
    const { plan, options } = parts;
    this.#parts = parts;
    this.isTight = isTight(plan, options.maxWrites);
    this.#keptForChanging = keptForChanging(plan, options.maxWrites);
    this.#keptForOthers = keptForOthers(plan, options.maxWrites);
    this.#kinds = kindsOf(plan);
  }

  /** How many more items may be created in a stage; a repeated request counts again, whatever became of it. */
  left(stage: Stage): number {
    // Writes are reserved for the checks that change items.
    const kept = ["changing", "risky", "record"].includes(stage) ? 0 : this.#keptForChanging;
    return this.#parts.options.readOnly ? 0 : Math.max(0, this.#unspent - kept);
  }

  get #unspent(): number {
    return this.#parts.options.maxWrites - this.count - this.#writtenAgain;
  }

  /** Sends a request that may create an item, within the budget. */
  send(probe: Probe, stage: Stage): Promise<Exchange> {
    const { operation } = probe;
    const { options, alone } = this.#parts;
    if (options.leavesOne !== true || !this.#staysForEver(probe)) return this.#spend(probe, stage);
    // One after another: what becomes of one decides whether the next is sent.
    return alone(`leaving one of ${operation.pointer}`, async () => {
      const isValid = ["valid", "edge"].includes(intentOf(probe));
      const name = `${isValid} ${operation.pointer}`;
      if (this.#left.has(name)) throw onlyOne(isValid);
      const exchange = await this.#spend(probe, stage);
      if (mayHaveCreated(exchange)) this.#left.add(name);
      return exchange;
    });
  }

  /** Whether a request may add an item that the document has no operation to remove. */
  #staysForEver(probe: Probe): boolean {
    const { operation, method = operation.method } = probe;
    const resource = resourceOf(this.#parts.plan, operation);
    if (resource === undefined) return method === "POST";
    if (removerOf(resource) !== undefined) return false;
    const { create, replace } = resource.operations;
    return operation === create || (operation === replace && resource.upserts && !this.#isOwn(resource, probe));
  }

  /** True for a change of an item of the run's own, which adds none. */
  #changesOwn(probe: Probe): boolean {
    const { operation, method = operation.method } = probe;
    const resource = resourceOf(this.#parts.plan, operation);
    return resource !== undefined && (method === "PUT" || method === "PATCH") && this.#isOwn(resource, probe);
  }

  #isOwn(resource: Resource, { path = {} }: Probe): boolean {
    return this.#parts.created(resource).some(({ id }) => Object.values(path).includes(showScalar(id)));
  }

  async #spend(probe: Probe, stage: Stage): Promise<Exchange> {
    // A pending creation may be refused, which frees its place again.
    // Among changes, an item with special values leaves one plain item of each kind.
    const others = stage === "changing" ? Math.min(this.#kinds, this.#keptForOthers) : this.#keptForOthers;
    const kept = probe.isSpecial === true ? others : 0;
    const { pointer } = probe.operation;
    const special = this.#specials.get(pointer) ?? specialsOfKind(this.#parts.plan, this.#parts.options.maxWrites);
    if ((probe.isSpare === true && this.isTight) || (probe.isSpecial === true && stage !== "changing" && special < 1))
      throw spent(this.#parts.options.maxWrites, true);
    if (probe.isSpecial === true) this.#specials.set(pointer, special - 1);
    const isShort = (): boolean => this.left(stage) <= kept && !this.#changesOwn(probe);
    while (isShort() && this.#underWay.size > 0) await Promise.race(this.#underWay);
    if (isShort()) throw spent(this.#parts.options.maxWrites, this.#unspent > 0);
    this.count++;
    const sent = this.#parts.sender.send(probe, "write", {
      mayRepeat: () => this.#sendAgain(stage),
      spend: () => void this.#writtenAgain++,
    });
    const settled = sent.then(
      (exchange) => void (mayHaveCreated(exchange) || this.count--),
      () => void this.count--,
    );
    this.#underWay.add(settled);
    await settled;
    this.#underWay.delete(settled);
    return sent;
  }

  /** Counts a repeated request against the budget. @returns false if the budget is spent */
  #sendAgain(stage: Stage): boolean {
    if (this.left(stage) === 0) return false;
    this.#writtenAgain++;
    return true;
  }
}
