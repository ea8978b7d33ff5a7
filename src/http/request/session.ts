// Finds the session that a request names: in a header, in the query or in a cookie, in this order. A foreign page can
// set the cookie and the query, so a cross-site request cannot use them.
import { decodeFor } from "../../contract/serialization/styles.ts";
import { type Refusal, refuse } from "../../mock/errors/refusal.ts";
import { type Head, cookiePairs } from "./head.ts";
import { queryPairs } from "./target.ts";

/** The header that names a session; in lower case, also the cookie and the query parameter. */
export const SESSION_HEADER = "X-Mock-Session";

const NAME = /^[\w.~:@-]{1,64}$/;

/** True for a valid session name. */
export function isSessionName(name: unknown): name is string {
  return typeof name === "string" && NAME.test(name);
}

/** The rule for session names, in words. */
const ALLOWED = "a session is called by 1 to 64 letters, digits and any of . _ ~ : @ -";

const CROSS_SITE = refuse(
  "foreign_origin",
  "session",
  "a request from another site cannot choose a session by cookie or query; send the header instead",
);

/** The session that was named, and the query without its name. */
export interface SessionChoice {
  readonly name: string;
  readonly query: string;
}

/** The parts of a request that may name a session. */
interface Carrier {
  readonly head: Head;
  readonly query: string;
  readonly req: { readonly rawHeaders: readonly string[] };
}

/** Reads the name of a session. */
export class SessionReader {
  readonly #name: string;

  /** @param header the name of the header */
  constructor(header: string = SESSION_HEADER) {
    this.#name = header.toLowerCase();
  }

  /** The name of the header in lower case, for the reader of heads. */
  get header(): string {
    return this.#name;
  }

  /**
   * The session that a request names.
   * @param isTaken true if the operation itself has a query parameter of that name, which then belongs to the operation
   * @returns undefined if it names none
   */
  read(carrier: Carrier, isTaken: boolean): SessionChoice | Refusal | undefined {
    const { head, query } = carrier;
    if (head.session !== undefined) return choice(`header ${this.#name}`, head.session, query);
    const inQuery = !isTaken && query.includes(this.#name) ? this.#fromQuery(query) : undefined;
    if (inQuery !== undefined) {
      return head.fetchSite === "cross-site" ? CROSS_SITE : choice(`query ${this.#name}`, inQuery.name, inQuery.query);
    }
    if (!head.hasCookie) return undefined;
    const cookie = cookiePairs(carrier.req).find(([name]) => name === this.#name)?.[1];
    if (cookie === undefined) return undefined;
    return head.fetchSite === "cross-site" ? CROSS_SITE : choice(`cookie ${this.#name}`, cookie, query);
  }

  #fromQuery(query: string): SessionChoice | undefined {
    const own = queryPairs(query).filter(([name]) => name === this.#name);
    if (own.length === 0) return undefined;
    const rest = query.split("&").filter((part) => part !== this.#name && !part.startsWith(`${this.#name}=`));
    // Two names count as none.
    const text = own[0]?.[1] ?? "";
    return { name: own.length > 1 ? "" : (decodeFor("query", text) ?? text), query: rest.join("&") };
  }
}

function choice(where: string, name: string, query: string): SessionChoice | Refusal {
  return NAME.test(name) ? { name, query } : refuse("malformed_request", where, ALLOWED);
}
