// The exchanges of a run by operation: with a thousand operations, nobody can look through all of them each time.
import type { Operation } from "../../src/contract/model.ts";
import type { Exchange } from "./exchange.ts";

/** Follows a record that grows at its end, or is replaced by another one. */
export class RecordIndex {
  #record: readonly Exchange[] = [];
  #read = 0;
  readonly #byOperation = new Map<Operation, Exchange[]>();

  /** What was sent to an operation, in order. */
  of(record: readonly Exchange[], operation: Operation): readonly Exchange[] {
    if (record !== this.#record) {
      this.#record = record;
      this.#read = 0;
      this.#byOperation.clear();
    }
    for (; this.#read < record.length; this.#read++) {
      const exchange = record[this.#read] as Exchange;
      if (exchange.operation === undefined) continue;
      const own = this.#byOperation.get(exchange.operation);
      if (own === undefined) this.#byOperation.set(exchange.operation, [exchange]);
      else own.push(exchange);
    }
    return this.#byOperation.get(operation) ?? [];
  }
}
