// Carries requests to a service and its answers back. What is small is read whole before it is sent, so that the answer
// can say how it breaks the document; what is larger, and streams, pass as they come.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Visit } from "../../http/routing/visit.ts";
import type { HttpUpstream } from "../../http/node/server.ts";
import type { Refusal } from "../../mock/errors/refusal.ts";
import { readAhead } from "./ahead.ts";
import type { Forwarding } from "./forwarding.ts";
import { Passage } from "./passage.ts";
import { Tunnels } from "./tunnels.ts";

export class Forwarder implements HttpUpstream {
  readonly #how: Forwarding;
  readonly #tunnels: Tunnels;
  readonly takes: HttpUpstream["takes"];

  constructor(how: Forwarding) {
    this.#how = how;
    this.takes = how.takes;
    this.#tunnels = new Tunnels(how.service);
  }

  readonly connect = (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    this.#tunnels.open(req, socket, head);
  };

  /** Ends the connections that are no longer HTTP. */
  closeTunnels(): void {
    this.#tunnels.close();
  }

  carry(visit: Visit, objection: (() => Refusal | undefined) | undefined): void {
    // A server that can ask a service is one of Node's.
    const [req, res] = [visit.req as IncomingMessage, visit.res as ServerResponse];
    if (visit.awaitsContinue) res.writeContinue();
    readAhead(req, this.#how.maxBody, (sent) => {
      if (sent.isWhole && sent.bytes.length > 0) visit.body = sent.bytes;
      const passage = new Passage(this.#how, { visit, req, res, sent, objection });
      passage.begin();
    });
  }
}
