// Proves that an item is the run's own: the answer to its creation named its identifier, and a value that only this run
// has sent comes back under it.
import { showScalar } from "../../src/contract/serialization/text.ts";
import { writeJson } from "../../src/json/write.ts";
import { type JsonValue, isObject } from "../../src/json/value.ts";
import type { Operation } from "../../src/contract/model.ts";
import { idOf } from "../../src/resource/items/identify.ts";
import type { Resource } from "../../src/resource/model.ts";
import { keptFor } from "../../src/memo.ts";
import { sentText } from "../bodies.ts";
import { type Exchange, isSuccess } from "../client/exchange.ts";
import type { Probe } from "../client/request.ts";
import type { TargetOptions } from "../client/target/options.ts";
import { Undecidable } from "../client/undecidable.ts";
import { type CreatedItem, homeOf } from "../items/created.ts";
import { tracesIn } from "../items/bodies/marks.ts";
import { identifierText, shownIn } from "../places.ts";
import { type Plan, resourceOf } from "../plan.ts";
import { itemProbe } from "../probes/item.ts";
import { largestPage } from "../probes/list.ts";
import { isNewSince } from "../probes/further-pages.ts";

/** What proofs need of the session. */
export interface Proving {
  readonly plan: Plan;
  readonly options: Pick<TargetOptions, "marker">;
  createdOf(resource: Resource): readonly CreatedItem[];
  createdAt(home: Resource): readonly CreatedItem[];
  recordOf(operation: Operation): readonly Exchange[];
  send(probe: Probe): Promise<Exchange>;
}

export class Proofs {
  readonly #run: Proving;
  readonly #asked = new Map<CreatedItem, Promise<boolean>>();

  constructor(run: Proving) {
    this.#run = run;
  }

  /** Whether an item is the run's own. Looks at it, unless an answer has shown that already. */
  async isOwn(item: CreatedItem): Promise<boolean> {
    if (item.proven === true) return true;
    try {
      return await keptFor(this.#asked, item, () => this.#look(item));
    } catch (error) {
      this.#asked.delete(item);
      throw error;
    }
  }

  async #look(item: CreatedItem): Promise<boolean> {
    const { id, path } = item;
    // A list below another item says nothing about what has the identifier elsewhere.
    const resource = homeOf(item.resource);
    const { fetch, list } = resource.operations;
    const where = path === undefined ? {} : { elsewhere: true as const };
    for (const probe of [
      fetch && ((): Probe => ({ ...itemProbe(resource, fetch, id), intent: "invalid" })),
      list && ((): Probe => ({ operation: list, query: largestPage(resource), intent: "edge" })),
    ]) {
      if (probe === undefined) continue;
      try {
        const made = probe();
        this.note(await this.#run.send({ ...made, ...where, path: { ...path, ...made.path } }));
      } catch (error) {
        // The path may not allow the identifier; the list may still show it.
        if (!(error instanceof Undecidable)) throw error;
      }
      if (item.proven === true) return true;
    }
    const { plan } = this.#run;
    if (path === undefined && list !== undefined && isNewSince(plan, resource, this.#run.recordOf(list), item))
      return (item.proven = true);
    // Where nothing shows items alone or listed, a name that only this run gives is proof enough.
    return fetch === undefined && list === undefined && showScalar(id).toLowerCase().includes(this.#run.options.marker);
  }

  /** Notes which items of the run an answer shows with their marks. */
  note(exchange: Exchange): void {
    const { operation } = exchange;
    const resource = operation === undefined ? undefined : resourceOf(this.#run.plan, operation);
    if (resource === undefined || !isSuccess(exchange) || exchange.response?.cut !== undefined) return;
    const open = this.#run.createdAt(resource).filter(({ proven }) => proven !== true);
    if (open.length === 0) return;
    const { fetch, list } = resource.operations;
    if (operation === fetch) {
      const id = identifierText(exchange);
      this.#compare(
        open.filter((one) => showScalar(one.id) === id),
        valueIn(exchange),
      );
    } else if (operation === list) {
      const shown = valueIn(exchange);
      for (const item of Array.isArray(shown) ? (shown as readonly JsonValue[]) : []) {
        const id = isObject(item) ? idOf(resource.identifier, item) : undefined;
        if (id === undefined) continue;
        this.#compare(
          open.filter((one) => showScalar(one.id) === showScalar(id)),
          item,
        );
      }
    }
  }

  #compare(items: readonly CreatedItem[], shown: JsonValue | undefined): void {
    if (items.length === 0 || shown === undefined) return;
    const { marker } = this.#run.options;
    const traces = tracesIn(writeJson(shown), marker);
    for (const item of items) {
      // An identifier that the run chose was free before.
      const isChosen = item.isChosen === true || showScalar(item.id).toLowerCase().includes(marker);
      const sent = tracesIn(sentText(item.exchange.request), marker);
      if (isChosen || [...sent].some((trace) => traces.has(trace))) item.proven = true;
    }
  }
}

function valueIn(exchange: Exchange): JsonValue | undefined {
  try {
    return shownIn(exchange);
  } catch (error) {
    if (error instanceof Undecidable) return undefined;
    throw error;
  }
}
