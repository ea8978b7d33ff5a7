// Headers that mean the same in every API that has them.
import type { Operation, Parameter } from "./model.ts";

type Named = Pick<Parameter, "in" | "name">;

/** True for a header that makes a request conditional (RFC 9110, section 13.1). */
export const isCondition = ({ in: place, name }: Named): boolean =>
  place === "header" && /^if-(?:none-)?match$|^if-(?:un)?modified-since$/i.test(name);

/** Where among its parameters an operation has the key under which it is carried out only once; -1 without one. */
export function idempotencyKeyIn({ parameters }: Pick<Operation, "parameters">): number {
  return parameters.findIndex(isIdempotencyKey);
}

/** True for the key by which a request may be sent again. */
export const isIdempotencyKey = ({ in: place, name }: Named): boolean =>
  place === "header" && /^(?:x[-_]?)?idempotency[-_]?(?:key|token)$/i.test(name);
