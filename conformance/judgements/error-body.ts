// Compares the body of an error with the documented errors of the contract.
import { isObject } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { showViolations } from "../../src/schema/violation.ts";
import type { Blame } from "../causes/cause.ts";
import { type Exchange, jsonOf, mediaTypeOf, statusOf, valueOf } from "../client/exchange.ts";
import type { Plan } from "../plan.ts";

type Fault = readonly [expected: string, seen: string, blame?: Blame];

const OF_BODY: Blame = { cause: { kind: "error-body" } };

/** The fault in an error that no response of the document describes: it should look like the documented ones. */
export function errorFault(exchange: Exchange, { error }: Plan): Fault | undefined {
  if (error === undefined) return undefined;
  const seen = mediaTypeOf(exchange);
  if (seen !== error.media.name) return [error.media.name, seen || "no Content-Type", OF_BODY];
  const reading = jsonOf(exchange);
  const violations = "fault" in reading ? undefined : error.schema.validate(reading.value);
  if (violations?.length === 0) return statusFault(exchange, error.status?.property);
  return ["the error body of the document", violations === undefined ? "no JSON" : showViolations(violations), OF_BODY];
}

/** The fault in the status that an error's body states. errors.body judges bodies of another shape. */
export function statusFault(exchange: Exchange, field: string | undefined): Fault | undefined {
  const value = valueOf(exchange);
  if (!isObject(value) || field === undefined || value[field] === undefined) return undefined;
  const seen = value[field];
  return seen === statusOf(exchange) ? undefined : [`${field}: ${statusOf(exchange)}`, `${field}: ${writeJson(seen)}`];
}
