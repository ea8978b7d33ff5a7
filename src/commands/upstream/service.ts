// The one service behind a proxy. Nothing is ever sent to another host.
import type { ClientRequest } from "node:http";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Agents } from "../../../conformance/client/sending/transport.ts";
import { agentsOf } from "../../../conformance/client/sending/proxy.ts";
import type { TlsFiles } from "../../../conformance/client/sending/tls-files.ts";

/** More connections at a time would only wait for one another. */
const MOST_CONNECTIONS = 256;
/** Heads of services can be large. */
const LARGE_HEAD = 65_536;

/** A request for the service. */
export interface Outgoing {
  readonly method: string;
  /** The path with its query, as it is sent. */
  readonly path: string;
  /** Name, value, name, value. */
  readonly lines: readonly string[];
  /** True for a connection that no other request has used. */
  readonly fresh?: boolean;
}

export class Service {
  readonly url: URL;
  readonly #agents: Agents;
  readonly #tls: TlsFiles;

  private constructor(url: URL, agents: Agents, tls: TlsFiles) {
    this.url = url;
    this.#agents = agents;
    this.#tls = tls;
  }

  /** @throws ProxyError if the environment names a proxy that cannot be used */
  static async at(baseUrl: string, tls: TlsFiles = {}): Promise<Service> {
    return new Service(new URL(baseUrl), await agentsOf(baseUrl, MOST_CONNECTIONS), tls);
  }

  /** The path of the base URL, without a slash at the end. */
  get basePath(): string {
    return this.url.pathname.replace(/\/+$/, "");
  }

  /** Begins a request. @throws TypeError for what no request can carry */
  begin({ method, path, lines, fresh = false }: Outgoing): ClientRequest {
    const isSecure = this.url.protocol === "https:";
    const { kept, fresh: unused } = this.#agents;
    return (isSecure ? httpsRequest : httpRequest)({
      ...(isSecure ? this.#tls : {}),
      agent: fresh ? unused : kept,
      host: this.url.hostname.replace(/^\[|\]$/g, ""),
      port: this.url.port === "" ? undefined : Number(this.url.port),
      method,
      path,
      headers: lines,
      maxHeaderSize: LARGE_HEAD,
    });
  }

  close(): void {
    this.#agents.kept.destroy();
    this.#agents.fresh.destroy();
  }
}
