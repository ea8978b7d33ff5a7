// A check's access to the target: it sends through the session that all checks share, and keeps the exchanges it looked
// at.
import type { Plan } from "../plan.ts";
import type { Exchange } from "./exchange.ts";
import type { Probe } from "./request.ts";
import type { Session } from "./sending/session.ts";
import { Undecidable } from "./undecidable.ts";

export { Session } from "./sending/session.ts";
export type { TargetOptions } from "./target/options.ts";

/** A check's own view of the session. The exchanges it looked at are its evidence. */
export class Target {
  readonly session: Session;
  readonly plan: Plan;
  readonly evidence: Exchange[] = [];

  constructor(session: Session) {
    this.session = session;
    this.plan = session.plan;
  }

  /** Sends a probe; see `Session.send`. */
  async send(probe: Probe): Promise<Exchange> {
    return this.look(await this.session.send(probe));
  }

  /**
   * Sends a probe whose answer the claim needs.
   * @throws Undecidable when no answer came; the checks of the protocol family judge that
   */
  async ask(probe: Probe): Promise<Exchange> {
    return answered(await this.send(probe));
  }

  /** Like `ask`, but reuses the answer to a safe request if this stage already sent it and nothing was added since. */
  async view(probe: Probe): Promise<Exchange> {
    const { operation, path = {}, query = [], written = [] } = probe;
    const { stage, created } = this.session;
    const name = JSON.stringify([stage, created.length, operation.pointer, path, query, written]);
    return answered(this.look(await this.session.once(name, () => this.session.send(probe))));
  }

  /** Adds a recorded exchange to this check's evidence. */
  look(exchange: Exchange): Exchange {
    if (!this.evidence.includes(exchange)) this.evidence.push(exchange);
    return exchange;
  }
}

function answered(exchange: Exchange): Exchange {
  if (exchange.response !== undefined) return exchange;
  throw new Undecidable(`no answer came (${exchange.failure ?? "unknown"})`, "a target that answers");
}
