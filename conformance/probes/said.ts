// What the document says in words.
import type { Operation, Parameter } from "../../src/contract/model.ts";
import type { Plan } from "../plan.ts";
import { descriptionAt } from "../../src/document/document.ts";

/** The description of a parameter, and that of its schema. */
export function saidOf({ contract: { document } }: Plan, { pointer, schema }: Parameter): string {
  return [pointer, schema.pointer]
    .map((one) => descriptionAt(document, one))
    .join(" ")
    .trim();
}

/** The texts of an operation, and of its responses with some statuses. */
export function saidOfOperation(
  { contract }: Plan,
  { pointer, responses, summary }: Operation,
  status: RegExp,
): string {
  const answers = responses.filter((one) => status.test(one.status)).map(({ description }) => description);
  return [summary, descriptionAt(contract.document, pointer), ...answers].join(". ");
}
