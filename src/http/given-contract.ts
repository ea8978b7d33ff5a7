// Checks a contract that a caller passes in, because JavaScript callers have no types to warn them.
import type { Contract } from "../contract/model.ts";

/** @throws TypeError with an explanation if it is not a contract */
export function givenContract(called: string, source: unknown): Contract {
  const isThing = typeof source === "object" && source !== null;
  if (isThing && "operations" in source && "document" in source) return source as Contract;
  const isDocument = isThing && "openapi" in source;
  const seen = isDocument ? "an OpenAPI document" : source instanceof Promise ? "a promise" : shown(source);
  const other =
    called === "createFetchHandler"
      ? "the default export of a module that animal-store compile wrote"
      : "an OpenAPI document as an object";
  throw new TypeError(
    `${called} takes a contract, which is what "await loadContract(document)" gives, or ${other}; it got ${seen}`,
  );
}

function shown(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "string" ? JSON.stringify(value) : typeof value;
}
