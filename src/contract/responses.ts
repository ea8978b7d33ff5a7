// Finds which response of an operation applies to a status, and which statuses an operation documents.
import { once } from "../memo.ts";
import type { Header, Operation } from "./model.ts";

/** A response described for a status: "200", "2XX" or "default". */
interface Described {
  readonly status: string;
}

/** Responses by status for each list, because comparisons look up every status of another list. */
const byStatus = once((responses: readonly Described[]): ReadonlyMap<string, Described> => {
  // If a status occurs twice, the first one counts.
  return new Map(responses.toReversed().map((response) => [response.status, response]));
});

/** The first response described for a status as written, such as "200" or "2XX". */
export function describedAs<T extends Described>(responses: readonly T[], status: string): T | undefined {
  return byStatus(responses).get(status) as T | undefined;
}

/** The response that applies to a status: the one for the status itself, or else for its range, or else the default. */
export function responseFor<T extends Described>(responses: readonly T[], status: number | string): T | undefined {
  const text = String(status);
  return describedAs(responses, text) ?? describedAs(responses, `${text[0]}XX`) ?? describedAs(responses, "default");
}

/** True if a status is among the names, ranges included; `default` does not count. */
export function isNamed(status: number, names: readonly string[]): boolean {
  return names.includes(String(status)) || names.includes(`${Math.floor(status / 100)}XX`);
}

/** True for "2XX" and every status in it. `default` describes errors, because a success must be named. */
export function isSuccessStatus(status: string): boolean {
  return status.startsWith("2");
}

/** True for what describes errors: 4XX, 5XX, every status in them, and `default`. */
export function isErrorStatus(status: string): boolean {
  return status === "default" || /^[45]/.test(status);
}

/** The success statuses that an operation documents: "200", "2XX". */
export function successStatuses({ responses }: { readonly responses: readonly Described[] }): string[] {
  return responses.map(({ status }) => status).filter(isSuccessStatus);
}

/** The responses of an operation that describe success. */
export function successes<T extends Described>({ responses }: { readonly responses: readonly T[] }): T[] {
  return responses.filter(({ status }) => isSuccessStatus(status));
}

/** True for a status whose responses never have content (RFC 9110 sections 15.2, 15.3.5, 15.3.6 and 15.4.5). */
export function hasNoContent(status: string): boolean {
  return status.startsWith("1") || status === "204" || status === "205" || status === "304";
}

/** The header with a name, however it is spelled. */
export function headerNamed<T extends { readonly name: string }>(headers: readonly T[], name: string): T | undefined {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
}

/** The first header with a name that a success of an operation has. */
export function successHeader(operation: Pick<Operation, "responses">, name: string): Header | undefined {
  return headerNamed(
    successes(operation).flatMap(({ headers }) => headers),
    name,
  );
}

/** A status to use for a documented one: itself, the last of a range, or 500 for the default. */
export function concreteStatus(status: string): string {
  if (status === "default") return "500";
  return /^[1-5]XX$/.test(status) ? `${status[0]}99` : status;
}
