// The HTTP server of the mock: node:http with everything configured that Node leaves open.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { Contract } from "../../contract/model.ts";
import { inferResources } from "../../resource/infer.ts";
import type { Inference } from "../../resource/model.ts";
import { type ControlOptions, LazyControl, type LoadPlane, collisions } from "../control/gate.ts";
import type { Steered } from "../control/call.ts";
import { observe } from "../routing/observe.ts";
import { ConsolePages } from "../pages/console.ts";
import { type Service, type ServiceParts, createService } from "../service.ts";
import { DEFAULT_KEY } from "../options.ts";
import { type Sending, outboxesFor } from "./sending/sender.ts";
import { type Directory, dispatch, failing, visitOf } from "../routing/dispatch.ts";
import type { Expectation } from "../routing/route.ts";
import type { Upstream } from "../upstream.ts";
import type { Sharing } from "../routing/turns.ts";
import type { Visit } from "../routing/visit.ts";
import { Connections, defaultMaxConnections } from "./connections.ts";
import { Guests } from "./guests.ts";
import type { Address, MockServer, MockServerOptions } from "./mock-server.ts";
import { createListener } from "./listener.ts";
import { DEFAULT_TIMEOUTS, type Timeouts } from "../listening.ts";
import { answerProtocolErrors } from "./protocol-errors.ts";
import { Journals } from "../../mock/journal/journal.ts";
import { Mask } from "../../mock/journal/mask.ts";

export { DEFAULT_KEY } from "../options.ts";
export type { Address, MockServer, MockServerOptions } from "./mock-server.ts";
export type { RequestRecord } from "../routing/observe.ts";

/** A service that speaks more than HTTP. */
export interface HttpUpstream extends Upstream {
  /** Connects a client that asks for another protocol, such as WebSocket. */
  connect?(req: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** The options of `serve`, beside those of the library. */
export interface ServedOptions extends MockServerOptions {
  /** A service that answers some operations in place of the mock. */
  readonly upstream?: HttpUpstream | undefined;
  /** Shares its worlds with other processes. */
  readonly sharing?: Sharing | undefined;
}

/** A server that can answer for other mocks too. */
export interface HttpServer extends MockServer {
  readonly guests: Guests;
}

/** Creates the mock of a contract. @throws SeedError when items of a seed do not fit */
export function createMockServer(
  contract: Contract,
  inference: Inference = inferResources(contract),
  options: ServedOptions = {},
): HttpServer {
  // The options hold the seeds, so nothing that lives as long as the server may hold the options.
  const { onRequest, onError, upstream, sharing, console, control: controlOptions, onWarning } = options;
  const fail = failing(onError, () => service.directory);
  const control = options.control === undefined ? undefined : controlOf(options.control, options, () => service, fail);
  const journals = options.journal === false ? undefined : new Journals();
  const pagesOf = (served: Contract): ConsolePages | undefined =>
    console && new ConsolePages(served, { ...console, proof: () => control?.proof ?? "" });
  const sending = { webhooks: options.webhooks, onRequest, onWarning, mask: () => service.mask };
  const create = serviceMaker({ upstream, sharing, fail, control, journals, pagesOf }, sending, (created) =>
    tellCollisions(created, { control: controlOptions, onWarning }),
  );
  let service = create({ contract, inference, options });
  let closing = false;

  const handle = (req: IncomingMessage, res: ServerResponse, expectation: Expectation): void => {
    connections.track(req, res);
    if (closing) res.shouldKeepAlive = false;
    const visit = visitOf(service.directory, req, res, expectation);
    if (onRequest !== undefined) observe(visit, service.mask, onRequest);
    try {
      dispatch(service.directory, visit, expectation);
    } catch (error) {
      fail(visit, error);
    }
  };
  const guests = new Guests(() => service.directory, handle);
  const { server, connections, timeouts, scheme } = listenerFor(options, guests, () => service);
  return {
    listen: (where) => ready(service).then(() => listen(server, where ?? {}, { scheme, basePath: guests.basePath })),
    async close() {
      closing = true;
      control?.close();
      await close(server, connections, timeouts.close);
      retire(service);
    },
    get worlds() {
      return service.worlds;
    },
    get mask() {
      return service.mask;
    },
    ...{ journals, guests },
    reload(next, inferred, wanted = {}) {
      const former = service;
      service = create({ contract: next, inference: inferred, options: wanted });
      retire(former);
    },
    reset() {
      const { turns, worlds } = service;
      const reset = (): void => worlds.shared.reset();
      if (turns === undefined) reset();
      else void turns.do(worlds.shared, reset).catch((error: unknown) => onError?.(error, undefined));
    },
  };
}

/** Lets the service behind the mock speak other protocols. */
function passUpgrades(server: Server, upstream: HttpUpstream | undefined, directory: () => Directory): void {
  if (upstream?.connect === undefined) return;
  server.on("upgrade", (req, socket: Duplex, head) => {
    if (mayConnect(directory(), req)) upstream.connect?.(req, socket, head);
    else socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  });
}

/** Another protocol is only for whom HTTP is: no page of another site may speak it with the service. */
function mayConnect({ hosts, origins }: Directory, { headers }: IncomingMessage): boolean {
  const { host = "", origin } = headers;
  return hosts.judge(host) === "allowed" && origins.judge(origin, host) !== "foreign";
}

interface Listener {
  readonly server: Server;
  readonly connections: Connections;
  readonly timeouts: Timeouts;
  readonly scheme: "http" | "https";
}

/** What listens. No closure here may hold on to the options. */
function listenerFor(options: ServedOptions, guests: Guests, service: () => Service): Listener {
  const { tls, upstream } = options;
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const most = options.maxConnections ?? defaultMaxConnections();
  const handler = guests.handling((req, res) => connections.track(req, res));
  const server = createListener({ timeouts, tls, most, large: upstream !== undefined }, handler);
  passUpgrades(server, upstream, () => service().directory);
  const connections = connectionsOf(server, most, timeouts, tls !== undefined);
  answerProtocolErrors(server, () => service().errors, connections);
  return { server, connections, timeouts, scheme: tls === undefined ? "http" : "https" };
}

/** The first request should not wait for a large world. If it cannot be read, that request is told. */
async function ready({ turns, worlds }: Service): Promise<void> {
  await turns?.do(worlds.shared, () => undefined).catch(() => undefined);
}

/** Ends what a service does by itself. */
function retire({ worlds }: Service): void {
  worlds.shared.outbox?.close();
  worlds.close();
}

function connectionsOf(server: Server, most: number, timeouts: Timeouts, isEncrypted: boolean): Connections {
  return new Connections(server, most, {
    event: isEncrypted ? "secureConnection" : "connection",
    idleTime: timeouts.keepAlive + timeouts.headers,
    unreadTime: timeouts.socket,
    checking: timeouts.checking,
  });
}

/** Creates the first service and those after it. */
function serviceMaker(
  shared: Pick<ServiceParts, "upstream" | "sharing" | "fail" | "control" | "journals" | "pagesOf">,
  sending: Sending,
  tell: (service: Service) => void,
): (parts: Pick<ServiceParts, "contract" | "inference" | "options">) => Service & Steered {
  return (parts) => {
    const { contract, inference } = parts;
    const service = createService({ ...shared, ...parts, outboxOf: outboxesFor(contract, inference, sending) });
    tell(service);
    const schemes = parts.contract.operations.flatMap(({ security }) => security.flat());
    return { ...service, mask: new Mask(parts.options.keys ?? [DEFAULT_KEY], schemes) };
  };
}

/** @throws Error if others could control the mock */
function controlOf(
  options: ControlOptions,
  { isOnNetwork }: MockServerOptions,
  service: () => Steered & Service,
  fail: (visit: Visit, error: unknown) => void,
): LazyControl {
  if (isOnNetwork === true && options.token === undefined) {
    throw new Error("the control plane of a mock that others can reach needs a token");
  }
  if (isOnNetwork === true && options.runs !== undefined) {
    throw new Error("a mock that others can reach runs neither suite nor gate");
  }
  const load = async (): Promise<LoadPlane> => (await import("../control/plane.ts")).loadPlane;
  return new LazyControl({ options, steered: service, directory: () => service().directory, fail, load });
}

/** Reports which paths of the document take precedence over the control plane. */
function tellCollisions(
  { basePaths, contract }: Service,
  { control, onWarning }: { control: ControlOptions | undefined; onWarning: MockServerOptions["onWarning"] },
): void {
  if (control === undefined) return;
  const templates = basePaths.flatMap((base) => contract.operations.map(({ path }) => `${base}${path}`));
  const taken = [...new Set(collisions(templates, control.path))];
  if (taken.length === 0) return;
  const names = taken.slice(0, 3).join(", ");
  onWarning?.(`the document's ${names} comes before the control plane; --control-path moves that elsewhere`);
}

interface Prefix {
  readonly scheme: "http" | "https";
  readonly basePath: string;
}

function listen(
  server: Server,
  where: { host?: string; port?: number },
  { scheme, basePath }: Prefix,
): Promise<Address> {
  const { host = "127.0.0.1", port = 0 } = where;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      const { port: real } = server.address() as AddressInfo;
      resolve({ url: `${scheme}://${shownHost(host)}:${real}${basePath}`, port: real });
    });
  });
}

/** An address that can be typed into a client; the address for all interfaces cannot. */
function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function close(server: Server, connections: Connections, patience: number): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) {
      resolve();
      return;
    }
    // Connections become idle one by one as pending requests are answered.
    const idle = setInterval(() => {
      server.closeIdleConnections();
      connections.closeUnused();
    }, 50);
    const all = setTimeout(() => server.closeAllConnections(), patience);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(all);
      resolve();
    });
  });
}
