// The headers that announce the end of a deprecated operation, as the document declares them, and the answers that must
// have them.
import { successHeader, headerNamed } from "../../src/contract/responses.ts";
import type { Header } from "../../src/contract/model.ts";
import type { Tested } from "../requirements/tested.ts";
import { eachWith } from "./subjects.ts";
import type { Subject } from "../check.ts";
import { type Exchange, isSuccess, statusOf } from "../client/exchange.ts";
import type { Plan } from "../plan.ts";
import { describedResponse } from "../operations.ts";

/** The headers that announce a deprecation. */
export const ANNOUNCING = ["Deprecation", "Sunset", "Link"] as const;

/** The deprecated operations that declare such a header. */
export function deprecated(plan: Plan, name: (typeof ANNOUNCING)[number]): Subject[] {
  return eachWith(plan, (operation) => (operation.lifecycle.deprecated ? successHeader(operation, name) : undefined));
}

/** Answers that the service gives itself; other errors may come from a gateway. */
export const isOwn = (exchange: Exchange): boolean =>
  isSuccess(exchange) || [400, 401, 404, 410, 422].includes(statusOf(exchange));

/** A header as declared for the response that was received. */
export function declaredFor(exchange: Exchange, name: string): Header | undefined {
  return headerNamed(describedResponse(exchange)?.headers ?? [], name);
}

/** What a check of an announcing header tests: the header, and that the operation is deprecated. */
export function ofHeader(name: (typeof ANNOUNCING)[number], ...fields: readonly string[]): Tested[] {
  return [
    { part: "operation", fields: ["deprecated", ...(name === "Sunset" ? ["x-sunset"] : [])] },
    { part: "operation", fields: ["description"], where: ({ operation }) => operation.lifecycle.deprecated },
    {
      part: "header",
      header: name.toLowerCase(),
      fields: ["self", "description", ...fields],
      keywords: ["description"],
    },
  ];
}
