// The types of the HTTP server of a mock that the library shows. They name nothing of Node, so that a project without
// its types compiles.
import type { Contract } from "../../contract/model.ts";
import type { Journals } from "../../mock/journal/journal.ts";
import type { Mask } from "../../mock/journal/mask.ts";
import type { Worlds } from "../../mock/worlds.ts";
import type { Inference } from "../../resource/model.ts";
import type { ControlOptions } from "../control/gate.ts";
import type { Timeouts, Tls } from "../listening.ts";
import type { MockOptions } from "../options.ts";
import type { ConsoleFiles } from "../pages/console.ts";
import type { RequestRecord } from "../routing/observe.ts";
import type { WebhookOptions } from "./sending/options.ts";

export interface MockServerOptions extends MockOptions {
  readonly timeouts?: Partial<Timeouts>;
  /** Receives each request that was answered. */
  readonly onRequest?: (record: RequestRecord) => void;
  /** Receives each internal error. */
  readonly onError?: (error: unknown, template: string | undefined) => void;
  /** The maximum number of open connections; by default as many as there are file descriptors and memory for. */
  readonly maxConnections?: number;
  /** The web console: its path, without a trailing slash, and its files; absent for none. */
  readonly console?: { readonly path: string; readonly files: ConsoleFiles };
  /** A certificate and its private key, in PEM: serves HTTPS instead of HTTP. */
  readonly tls?: Tls;
  /** Lets tests and tools control the mock over HTTP; absent: not available. See spec/control.yaml. */
  readonly control?: ControlOptions;
  /** Where and how webhooks and callbacks are sent. */
  readonly webhooks?: WebhookOptions | undefined;
}

/** Where a server listens. */
export interface Address {
  /** The base URL, including the path prefix: "http://127.0.0.1:4010/v1". */
  readonly url: string;
  readonly port: number;
}

export interface MockServer {
  /** Starts to listen. @throws the error of the operating system, for example EADDRINUSE */
  listen(where?: { readonly host?: string; readonly port?: number }): Promise<Address>;
  /** Shuts down: answers pending requests and closes the rest, within the time for closing and a little more. */
  close(): Promise<void>;
  /** Returns every resource of the shared world to its initial items. */
  reset(): void;
  /**
   * Serves another contract from now on, or the same one with other options, in new worlds; connections stay open.
   * @throws SeedError when items of a seed do not fit; then nothing has changed
   */
  reload(contract: Contract, inference: Inference, options?: MockOptions): void;
  /** The shared world, and the world of each session. */
  readonly worlds: Worlds;
  /** The recorded requests; absent if nothing is recorded. */
  readonly journals: Journals | undefined;
  /** Hides secrets in what is reported of requests. */
  readonly mask: Mask;
}
