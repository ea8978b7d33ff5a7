// The options of a mock.
import type { ServerHandlers } from "./handlers.ts";
import type { Seed } from "../mock/seed/seed.ts";
import type { Situation } from "../mock/situations/situation.ts";

/** The operator's choices for the mock. */
export interface MockOptions {
  /** The accepted API keys. */
  readonly keys?: readonly string[];
  /** The initial items of the resources. */
  readonly seeds?: Seeds;
  /** The day to simulate, "2030-12-06", instead of the real one. */
  readonly today?: string;
  /** The maximum number of items of a resource. */
  readonly capacity?: number;
  /** The maximum number of bytes for the items of all resources together; by default a quarter of V8's heap limit. */
  readonly capacityBytes?: number;
  /** The largest body of a request in bytes; by default 64 KiB, and 10 MB for files and forms with files. */
  readonly bodyLimit?: number;
  /** The path prefix to serve under, instead of those in the document's servers: "/api/v2", or "" for none. */
  readonly basePath?: string;
  /** Hosts to answer besides localhost and IP literals. */
  readonly allowedHosts?: readonly string[];
  /** False admits every request, whatever credentials the document requires. */
  readonly auth?: boolean;
  /** "any" accepts every credential, where the document requires one. */
  readonly accept?: "any" | undefined;
  /** True answers requests that break the document as if they were right, and says how they break it. */
  readonly lenient?: boolean;
  /** True shows no optional property that nobody sent, not even those that only the service decides. */
  readonly onlyRequired?: boolean;
  /** Answers of operations in code, by `operationId`. */
  readonly handlers?: ServerHandlers;
  /** Origins whose pages are answered besides those on loopback: "https://app.example.com". */
  readonly origins?: readonly string[];
  /** True if the server listens on more than loopback: pages on private addresses are then answered as well. */
  readonly isOnNetwork?: boolean;
  /** The header that names a session, instead of `X-Mock-Session`. */
  readonly sessionHeader?: string;
  /** The situations that are active in every world from the start. */
  readonly situations?: readonly Situation[];
  /** False records no requests. */
  readonly journal?: boolean;
  /** Receives what an operator should know, such as why a resource starts empty. */
  readonly onWarning?: (message: string) => void;
}

/** Seeds for some or all resources; a resource without one starts with the document's examples. */
interface Seeds {
  /** For the first resource of the document. */
  readonly first?: Seed;
  /** By the name of the resource. */
  readonly named?: Readonly<Record<string, Seed>>;
  /** For all others. */
  readonly default?: Seed;
}

export const DEFAULT_KEY = "demo-key";
