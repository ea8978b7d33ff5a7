// One path of the document as served: its operations, their access rules, and the allowed methods.
import type { Contract, Operation } from "../../contract/model.ts";
import type { ErrorBodies } from "../../mock/errors/body.ts";
import { computesValidators } from "../../mock/roles/around/conditional.ts";
import { Endpoint, type EndpointParts } from "./endpoint.ts";
import { OwnLinks } from "../answer/links/own-links.ts";
import { Replies } from "../answer/replies.ts";
import { isHeaderName } from "../answer/lines.ts";
import type { HeaderLines } from "../../contract/header-lines.ts";
import { Gatekeeper, type KeyRing } from "../request/admission/security.ts";

/** One operation of a path, and its access rules. */
export interface OperationEntry {
  readonly operation: Operation;
  readonly endpoint: Endpoint;
  readonly gatekeeper: Gatekeeper;
  readonly replies: Replies;
  /** The names of its query parameters. */
  readonly queryNames: ReadonlySet<string>;
  /** True if the document requires a credential, even if none is checked. */
  readonly isGuarded: boolean;
}

/** How requests are admitted. */
export interface Admission {
  readonly keys: KeyRing;
  /** True if every request is admitted. */
  readonly isOpen: boolean;
}

/** Headers that behaviours compute; where the document has no such condition, they are sent as it shows them. */
const VALIDATORS: ReadonlySet<string> = new Set(["etag", "last-modified"]);
const NONE: ReadonlySet<string> = new Set();

/** Creates the entry of an operation. @param errors writes the bodies of its refusals */
export function operationEntry(
  parts: Omit<EndpointParts, "replies">,
  errors: ErrorBodies,
  { keys }: Admission,
): OperationEntry {
  const { contract, operation, basePaths, lists, handler } = parts;
  // What the control plane tells is not an answer of the document.
  const links = handler === undefined ? new OwnLinks(contract, basePaths, lists?.resource) : undefined;
  const computed = parts.behaviour !== undefined && computesValidators(operation) ? VALIDATORS : NONE;
  const replies = new Replies(contract, errors, { operation, links, computed });
  const gatekeeper = new Gatekeeper(operation.security, keys, contract.title);
  prepareChallenges(replies, gatekeeper);
  const endpoint = new Endpoint({ ...parts, replies });
  const queryNames = new Set(operation.parameters.filter((one) => one.in === "query").map(({ name }) => name));
  const isGuarded = operation.security.length > 0;
  return { operation, endpoint, gatekeeper, replies, queryNames, isGuarded };
}

/** What all paths of a contract share. */
interface PathItemParts extends Admission {
  readonly contract: Contract;
  /** Creates the answers for requests that reach no operation. */
  readonly replies: () => Replies;
}

/** A path of the document. */
export class PathItem {
  readonly template: string;
  /** Checks a request with a method that the path does not have. */
  readonly gatekeeper: Gatekeeper;
  readonly replies: Replies;
  /** The methods of the path, as in `Allow`. */
  readonly allow: string;
  /** The header lines of a preflight response. */
  readonly preflight: HeaderLines;
  readonly #entries: ReadonlyMap<string, OperationEntry>;

  constructor(template: string, entries: readonly OperationEntry[], parts: PathItemParts) {
    this.template = template;
    this.#entries = new Map(entries.map((entry) => [entry.operation.method, entry]));
    this.allow = allowOf(this.#entries);
    // A client that may call one of the operations may also learn which methods exist.
    const open = parts.isOpen || entries.some(({ operation }) => operation.security.length === 0);
    const security = open ? [] : entries.flatMap(({ operation }) => operation.security);
    this.gatekeeper = new Gatekeeper(security, parts.keys, parts.contract.title);
    this.replies = parts.replies();
    prepareChallenges(this.replies, this.gatekeeper);
    this.preflight = [
      ...["Allow", this.allow],
      ...["Access-Control-Allow-Origin", "*"],
      ...["Access-Control-Allow-Methods", this.allow],
      ...["Access-Control-Allow-Headers", headersOf(entries).join(", ")],
      ...["Access-Control-Max-Age", "600"],
    ];
  }

  /** The operation of a method. HEAD is GET without the body, so GET's own pipeline handles it. */
  entry(method: string): OperationEntry | undefined {
    return this.#entries.get(method === "HEAD" && this.#entries.has("GET") ? "GET" : method);
  }
}

/** Prepares the answers to a missing and to an invalid credential. */
function prepareChallenges(replies: Replies, gatekeeper: Gatekeeper): void {
  for (const kind of ["missing_credential", "invalid_credential"] as const) {
    const challenge = gatekeeper.challenge(kind);
    replies.prepare(gatekeeper.refusals[kind], challenge === "" ? [] : ["WWW-Authenticate", challenge]);
  }
}

function allowOf(entries: ReadonlyMap<string, OperationEntry>): string {
  const methods = new Set(entries.keys());
  // GET implies HEAD (RFC 9110, section 9.1), and OPTIONS is always answered.
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods.add("OPTIONS")].join(", ");
}

/** The request headers that pages may send: credentials, the media type, and those that the operations read. */
function headersOf(entries: readonly OperationEntry[]): string[] {
  const declared = entries.flatMap(({ operation, gatekeeper }) => [
    ...operation.parameters.filter((one) => one.in === "header").map(({ name }) => name),
    ...gatekeeper.keyHeaders,
  ]);
  return [...new Set(["Authorization", "Content-Type", ...declared.filter(isHeaderName)])];
}
