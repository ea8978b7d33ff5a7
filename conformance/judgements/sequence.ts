// Judges the items of a sequence.
import { formatOf } from "../../src/contract/media.ts";
import type { MediaType } from "../../src/contract/model.ts";
import { itemFaults } from "../../src/contract/representation/items.ts";
import { readSequence } from "../../src/contract/representation/sequence.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { showViolations } from "../../src/schema/violation.ts";
import type { Blame } from "../causes/cause.ts";
import { type Exchange, refuseCut, textOf } from "../client/exchange.ts";

/** The fault in a body: it should be JSON and is not, or it violates its schema. */
export interface BodyFault {
  readonly kind: "json" | "schema";
  readonly message: string;
  readonly blame?: Blame;
  /** The objects that have what is wrong. */
  readonly around?: readonly JsonValue[];
}

/** Judges a sequence item by item. */
export function itemFault(exchange: Exchange, media: MediaType): BodyFault | undefined {
  refuseCut(exchange);
  const reading = readSequence(textOf(exchange), media.name);
  if ("fault" in reading) return { kind: "schema", message: `item ${reading.at}, as JSON, ${reading.fault}` };
  const items = reading.items.slice(0, MOST_ITEMS);
  const [fault] = itemFaults(items, media);
  if (fault === undefined) {
    // A list of events says what is in their data, which only the schema of an event could name.
    const violations = formatOf(media.name) === "lines" ? (media.schema?.validate(items) ?? []) : [];
    return violations.length === 0 ? undefined : { kind: "schema", message: showViolations(violations), around: items };
  }
  const { at, inData, violations } = fault;
  const message = inData ? `the data of item ${at} ` : `item ${at}: `;
  return { kind: "schema", message: message + showViolations(violations), around: [reading.items[at] ?? null] };
}

/** More items say no more. */
export const MOST_ITEMS = 10_000;
