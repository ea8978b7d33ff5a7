// What stands behind a server besides its mock: a service that answers some requests, or all of them.
import type { Contract } from "../../contract/model.ts";
import type { ServedOptions } from "../../http/node/server.ts";

export interface Behind {
  readonly options: Pick<ServedOptions, "upstream" | "auth" | "basePath">;
  /** What the server does, for the banner. */
  readonly title: (url: string) => string;
  /** Ends connections that are no longer HTTP, before the server closes. */
  closing(): void;
  /** Called when the server has closed. @returns the exit code */
  close(): Promise<number>;
}

/** @param contract the one that is served now: it may be read again */
export type MakeBehind = (contract: () => Contract) => Promise<Behind>;
