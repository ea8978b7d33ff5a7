// What a mock can be told when it is made.
import type { Seed } from "../mock/seed/seed.ts";
import type { ConsoleFiles } from "./pages/console.ts";
import type { Situation } from "../mock/situations/situation.ts";

/** What the operator of the mock decides. */
export interface MockOptions {
  /** The accepted API keys. */
  readonly keys?: readonly string[];
  /** What the resources start with. */
  readonly seeds?: Seeds;
  /** The day to live in, "2030-12-06", instead of the real one. */
  readonly today?: string;
  /** How many items a resource may hold. */
  readonly capacity?: number;
  /** How many bytes the items of all resources may take up together; a quarter of V8's heap limit unless given. */
  readonly capacityBytes?: number;
  /** The path prefix to serve under instead of those that the document's servers have: "/api/v2", or "" for none. */
  readonly basePath?: string;
  /** Hosts that are answered beside localhost and IP literals. */
  readonly allowedHosts?: readonly string[];
  /** False lets everybody in, whatever the document says of credentials. */
  readonly auth?: boolean;
  /** Origins whose pages are answered beside those on loopback: "https://app.example.com". */
  readonly origins?: readonly string[];
  /** True where the server listens on more than loopback: pages on private addresses are then answered as well. */
  readonly isOnNetwork?: boolean;
  /** The header that names a session instead of `X-Mock-Session`. */
  readonly sessionHeader?: string;
  /** What is switched on in every world from the start. */
  readonly situations?: readonly Situation[];
  /** False keeps nothing of what clients ask. */
  readonly journal?: boolean;
  /** The web console: its path, without a slash at the end, and its files; absent for none. */
  readonly console?: { readonly path: string; readonly files: ConsoleFiles };
  /** Is told what an operator should know, such as why a resource starts empty. */
  readonly onWarning?: (message: string) => void;
}

/** Seeds for some resources or all; one that has none starts as the document's examples say. */
interface Seeds {
  /** For the first resource of the document. */
  readonly first?: Seed;
  /** By the name of the resource. */
  readonly named?: Readonly<Record<string, Seed>>;
  /** For every other one. */
  readonly default?: Seed;
}

export const DEFAULT_KEY = "demo-key";
