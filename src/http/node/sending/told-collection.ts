// A collection that tells of each change of an item.
import { Collection } from "../../../mock/items/collection.ts";
import type { ItemChange } from "../../../mock/outbox.ts";
import type { ResourcePlan } from "../../../mock/resource-plan.ts";

export class ToldCollection extends Collection {
  readonly #tell: (change: ItemChange) => void;

  constructor(plan: ResourcePlan, tell: (change: ItemChange) => void) {
    super(plan);
    this.#tell = tell;
  }

  override put(...[key, item]: Parameters<Collection["put"]>): string | undefined {
    const former = this.store.fetch(key);
    const text = super.put(key, item);
    const kind = former === undefined ? "created" : "updated";
    if (text !== undefined) this.#tell({ kind, plan: this.plan, key, text, former });
    return text;
  }

  override remove(key: ItemChange["key"]): void {
    const text = this.store.fetch(key);
    super.remove(key);
    if (text !== undefined) this.#tell({ kind: "removed", plan: this.plan, key, text });
  }
}
