// The mock as a function of Node's own request and response, to use in another server.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { CompiledContract } from "../../contract/compiled/model.ts";
import type { Contract } from "../../contract/model.ts";
import type { Incoming } from "../exchange.ts";
import { type HostedOptions, hostedMock } from "../hosted.ts";
import { Mask } from "../../mock/journal/mask.ts";
import { DEFAULT_KEY } from "../options.ts";
import type { WebhookOptions } from "./sending/options.ts";
import { outboxesFor } from "./sending/sender.ts";
import { hasBody } from "../request/body/read.ts";
import { readHead } from "../request/head.ts";
import { readTarget } from "../request/target.ts";

/** Answers a request, or passes it on if the document has no such path. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void;

/** Like those of other hosts, and where webhooks and callbacks are sent. */
export interface NodeHandlerOptions extends HostedOptions {
  readonly webhooks?: WebhookOptions;
}

/**
 * Creates the mock of a contract.
 * @param source a contract, or one that `animal-store compile` wrote
 * @throws TypeError for anything else; SeedError when items of a seed do not fit
 */
export function toNodeHandler(source: Contract | CompiledContract, options: NodeHandlerOptions = {}): NodeHandler {
  const { webhooks, onWarning } = options;
  const mask = new Mask(options.keys ?? [DEFAULT_KEY], []);
  const sending = { webhooks, onWarning, onRequest: undefined, mask: () => mask };
  const mock = hostedMock(source, options, (contract, inference) => outboxesFor(contract, inference, sending));
  return (req, res, next) => {
    const asked = askedOf(req);
    const target = readTarget(asked.url ?? "");
    // A target that is none belongs to nobody, so it is refused here.
    if (next !== undefined && target !== undefined && !mock.has(target.path)) {
      next();
      return;
    }
    const fault = req.readableEnded && hasBody(readHead(req, "")) ? ALREADY_READ() : undefined;
    if (fault !== undefined && next !== undefined) next(fault);
    else mock.answer(asked, res, fault);
  };
}

const ALREADY_READ = (): Error => new Error("the body was already read: mount the mock before any body parser");

/** The request as it was sent: Express removes the mount path from its URL. */
function askedOf(req: IncomingMessage): Incoming {
  const { originalUrl = req.url } = req as { originalUrl?: string };
  const { method, rawHeaders, socket } = req;
  return { method, url: originalUrl, rawHeaders, socket, on: (event, listener) => req.on(event, listener) };
}
