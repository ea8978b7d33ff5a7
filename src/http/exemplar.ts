// Answers for operations that have no role, made by Prism from the document; Prism is loaded when the first of them
// is asked for.
import type { Contract } from "../contract/model.ts";
import { refuse } from "../mock/refusal.ts";
import type { Examples } from "../prism/example.ts";
import type { Exemplar } from "./endpoint.ts";

const NOT_INSTALLED = refuse(
  "not_implemented",
  "operation",
  "this operation is answered by Prism, which is not installed: npm install @stoplight/prism-http@5.12.0",
);
const NO_EXAMPLE = refuse(
  "not_implemented",
  "operation",
  "the document has no example of a success of this operation, and none could be made from its schemas",
);

/** Loads what makes the examples; gives nothing where it is not installed. */
export type LoadExamples = (contract: Contract) => Promise<Examples | undefined>;

const loadFromPrism: LoadExamples = async (contract) => (await import("../prism/example.ts")).loadExamples(contract);

/** Prepares the examples of a contract. */
export function createExemplar(contract: Contract, load: LoadExamples = loadFromPrism): Exemplar {
  let examples: Promise<Examples | undefined> | undefined;
  return async (operation, visit) => {
    examples ??= load(contract);
    const loaded = await examples;
    if (loaded === undefined) return NOT_INSTALLED;
    const example = await loaded(operation, visit.texts);
    return example === undefined ? NO_EXAMPLE : { kind: "answer", ...example };
  };
}
