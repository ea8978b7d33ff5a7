// What an operation answers with although nothing describes it.
import type { Operation } from "../model.ts";
import { isSuccessStatus } from "../responses.ts";
import { lackOf } from "./samples.ts";

/** Why an operation cannot succeed with a body; undefined if it can with one of those described. */
export function unmadeOf({ responses }: Operation): string | undefined {
  const content = responses.find(({ status }) => isSuccessStatus(status))?.content ?? [];
  const lacks = content.map((one) => lackOf(one, content));
  return lacks.every((one) => one !== undefined) ? lacks[0] : undefined;
}
