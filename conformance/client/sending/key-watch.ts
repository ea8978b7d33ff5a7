// Notices that a key which was accepted is refused from some request on, and renews it. Without this, every later answer
// would look like a fault of its operation.
import { keyedProtection } from "../../operations.ts";
import type { Keyring } from "../target/keyring.ts";
import { type Exchange, isSuccess, isTurnedAway, statusOf } from "../exchange.ts";
import { type Probe, SAFE } from "../request.ts";
import { Undecidable } from "../undecidable.ts";

/** A request that carries the key as usual, and needs it. */
function isKeyed({ credential, intent, operation }: Probe): boolean {
  return credential === undefined && intent !== "unauthenticated" && keyedProtection(operation).length > 0;
}

export class KeyWatch {
  readonly #keyring: Keyring;
  readonly #ask: (probe: Probe) => Promise<Exchange>;
  /** A safe request that the key opened. */
  #opened: Probe | undefined;
  #ended: Undecidable | undefined;
  /** The number of the first request whose key was refused. */
  #first: number | undefined;
  #underWay: Promise<boolean> | undefined;

  /** @param ask sends a request again, which is not recorded */
  constructor(keyring: Keyring, ask: (probe: Probe) => Promise<Exchange>) {
    this.#keyring = keyring;
    this.#ask = ask;
  }

  /** What became of the key, in one sentence; undefined if it was accepted to the end. */
  get story(): string | undefined {
    if (this.#ended !== undefined) {
      const said = this.#ended.message;
      return `${said.charAt(0).toUpperCase()}${said.slice(1)}: what needs it could not be tested after that. It would take ${this.#ended.needs}.`;
    }
    const { renewals } = this.#keyring;
    if (renewals === 0) return undefined;
    return `The key stopped being accepted at request ${this.#first}, and was renewed${renewals === 1 ? "" : ` ${renewals} times in all`}.`;
  }

  /** True if the key is no longer accepted and could not be renewed. */
  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** @throws Undecidable if the request needs a key that is no longer accepted */
  admit(probe: Probe): void {
    if (this.#ended !== undefined && isKeyed(probe)) throw this.#ended;
  }

  /** Looks at an answer. @param number of the request @param key in use when it was sent */
  async isToRepeat(probe: Probe, exchange: Exchange, sent: { number: number; renewals: number }): Promise<boolean> {
    if (!isKeyed(probe)) return false;
    const method = probe.method ?? probe.operation.method;
    if (isSuccess(exchange) && SAFE.has(method)) this.#opened ??= probe;
    if (statusOf(exchange) !== 401) return false;
    if (this.#keyring.renewals > sent.renewals) return true;
    this.#underWay ??= this.#judge(sent.number).finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }

  /** Whether what was open before is closed now: otherwise 401 is the operation's own answer. */
  async #judge(number: number): Promise<boolean> {
    if (this.#opened === undefined) return false;
    if (this.#ended === undefined && !isTurnedAway(await this.#ask(this.#opened))) return false;
    this.#first ??= number;
    const { renewal } = this.#keyring;
    const said = `the key stopped being accepted at request ${number}`;
    if (this.#ended !== undefined) throw this.#ended;
    if (renewal === undefined) {
      throw (this.#ended = new Undecidable(said, "a key that lasts, or --login or --client-id, which renew it"));
    }
    try {
      await this.#keyring.renew(renewal);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw (this.#ended = new Undecidable(`${said}, and ${why}`, "a service that renews it"));
    }
    if (!isTurnedAway(await this.#ask(this.#opened))) return true;
    throw (this.#ended = new Undecidable(`${said}, and a renewed key is not accepted either`, "a key that lasts"));
  }
}
