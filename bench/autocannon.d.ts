// The part of autocannon 8 that is used here; the package has no types.
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  export interface Request {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }

  export interface Options {
    readonly url: string;
    readonly connections: number;
    /** How many requests to send; the run ends when all are answered. */
    readonly amount: number;
    /** How often it checks whether it is done, in milliseconds. */
    readonly sampleInt: number;
    readonly requests: readonly Request[];
  }

  export interface Result {
    readonly errors: number;
    readonly timeouts: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  }

  export interface Instance extends EventEmitter {
    stop(): void;
  }

  export default function autocannon(options: Options, done: (error: Error | null, result: Result) => void): Instance;
}
