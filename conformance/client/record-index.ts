// Indexes the exchanges of a run: those of each operation, and those whose outcome no answer of the service confirms.
// With a thousand operations, searching the whole record each time would take too long.
import type { Operation } from "../../src/contract/model.ts";
import type { Exchange } from "./exchange.ts";
import { keptFor } from "../../src/memo.ts";
import { maybeOfAnother } from "./sending/steadiness.ts";

/** Follows a record that grows at its end or is replaced by another one. */
export class RecordIndex {
  #record: readonly Exchange[] = [];
  #read = 0;
  readonly #byOperation = new Map<Operation, Exchange[]>();
  #unclear: Exchange[] = [];

  /** The exchanges of an operation, in order. */
  of(record: readonly Exchange[], operation: Operation): readonly Exchange[] {
    this.#follow(record);
    return this.#byOperation.get(operation) ?? [];
  }

  /** Requests that may have been carried out although no answer of the service says so. */
  unclear(record: readonly Exchange[]): readonly Exchange[] {
    this.#follow(record);
    return this.#unclear;
  }

  #follow(record: readonly Exchange[]): void {
    if (record !== this.#record) {
      this.#record = record;
      this.#read = 0;
      this.#byOperation.clear();
      this.#unclear = [];
    }
    for (; this.#read < record.length; this.#read++) this.#note(record[this.#read] as Exchange);
  }

  #note(exchange: Exchange): void {
    if (exchange.response === undefined || maybeOfAnother(exchange)) this.#unclear.push(exchange);
    if (exchange.operation === undefined) return;
    keptFor(this.#byOperation, exchange.operation, () => []).push(exchange);
  }
}
