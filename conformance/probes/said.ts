// What the document says in words.
import type { Operation, Parameter } from "../../src/contract/model.ts";
import { valueAt } from "../../src/json/pointer.ts";
import { isObject } from "../../src/json/value.ts";
import type { Plan } from "../plan.ts";

/** The description of a parameter, and that of its schema. */
export function saidOf({ contract: { document } }: Plan, { pointer, schema }: Parameter): string {
  const own = [valueAt(document.root, pointer), valueAt(document.root, schema.pointer)];
  return own
    .flatMap((one) => (isObject(one) && typeof one["description"] === "string" ? [one["description"]] : []))
    .join(" ");
}

/** The texts of an operation, and of its responses with some statuses. */
export function saidOfOperation(
  { contract }: Plan,
  { pointer, responses, summary }: Operation,
  status: RegExp,
): string {
  const own = valueAt(contract.document.root, pointer);
  const answers = responses.filter((one) => status.test(one.status)).map(({ description }) => description);
  const texts = [summary, isObject(own) ? own["description"] : "", ...answers];
  return texts.filter((text) => typeof text === "string").join(". ");
}
