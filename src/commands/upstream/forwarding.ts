// What passes a server on its way to a service, and what somebody says of it. Types only.
import type { Exchange } from "../../../conformance/client/exchange.ts";
import type { Upstream } from "../../http/upstream.ts";
import type { Service } from "./service.ts";

/** An exchange that came by, and why the document does not allow its request. */
export interface Passed extends Exchange {
  readonly objection?: string | undefined;
}

/** What somebody says of an exchange. */
export interface Said {
  /** One line each. */
  readonly violations: readonly string[];
  /** True if the client must not get the answer. */
  readonly isRefused: boolean;
}

export interface Forwarding {
  readonly service: Service;
  readonly takes: Upstream["takes"];
  /** The bytes of a body that are read before it is passed on. */
  readonly maxBody: number;
  /** How long the head of an answer may take. */
  readonly timeoutMs: number;
  /** Judges what came by; absent: nobody does. */
  readonly judge?: (passed: Passed) => Said;
}
