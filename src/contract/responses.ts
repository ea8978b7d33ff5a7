// Which of an operation's responses speaks for a status, and which statuses an operation documents.

/** What is described for a status: "200", "2XX" or "default". */
interface Described {
  readonly status: string;
}

/** Lists of responses by their statuses: a list is asked for each status of another. */
const known = new WeakMap<readonly Described[], ReadonlyMap<string, Described>>();

/** The first of some responses that is described by a status as it is written, such as "200" or "2XX". */
export function describedAs<T extends Described>(responses: readonly T[], status: string): T | undefined {
  const byStatus = (known.get(responses) as ReadonlyMap<string, T> | undefined) ?? indexOf(responses);
  known.set(responses, byStatus);
  return byStatus.get(status);
}

function indexOf<T extends Described>(responses: readonly T[]): ReadonlyMap<string, T> {
  // Of two with one status the first counts.
  return new Map(responses.toReversed().map((response) => [response.status, response]));
}

/** The response that is described for a status: for the status itself, else for its range, else the default. */
export function responseFor<T extends Described>(responses: readonly T[], status: number | string): T | undefined {
  const text = String(status);
  return describedAs(responses, text) ?? describedAs(responses, `${text[0]}XX`) ?? describedAs(responses, "default");
}

/** True where a status is one of the named ones, ranges included; `default` names none. */
export function isNamed(status: number, names: readonly string[]): boolean {
  return names.includes(String(status)) || names.includes(`${Math.floor(status / 100)}XX`);
}

/** True for "2XX" and every status in it. `default` describes errors: a success has to be named. */
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

/** True for a status whose responses never have content (RFC 9110 sections 15.2, 15.3.5, 15.3.6 and 15.4.5). */
export function hasNoContent(status: string): boolean {
  return status.startsWith("1") || status === "204" || status === "205" || status === "304";
}

/** A status that a documented one stands for: itself, the last of a range, 500 for the default. */
export function concreteStatus(status: string): string {
  if (status === "default") return "500";
  return /^[1-5]XX$/.test(status) ? `${status[0]}99` : status;
}
