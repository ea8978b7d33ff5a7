// Proxies from the usual environment variables: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY, in either case.
import { type Agents, IDLE_MS, agentsFor } from "./transport.ts";

/**
 * The agents for a target: through the proxy that the environment names for it, or direct. Node itself handles a
 * private certificate authority (NODE_EXTRA_CA_CERTS).
 */
export async function agentsOf(baseUrl: string, connections: number): Promise<Agents> {
  const secure = new URL(baseUrl).protocol === "https:";
  const proxy = await proxyFor(baseUrl);
  if (proxy === undefined) return agentsFor(secure, connections);
  const kept = { keepAlive: true, maxSockets: connections, timeout: IDLE_MS };
  const fresh = { keepAlive: false, maxSockets: Infinity };
  if (secure) {
    const { HttpsProxyAgent } = await import("https-proxy-agent");
    return { kept: new HttpsProxyAgent(proxy, kept), fresh: new HttpsProxyAgent(proxy, fresh) };
  }
  const { HttpProxyAgent } = await import("http-proxy-agent");
  return { kept: new HttpProxyAgent(proxy, kept), fresh: new HttpProxyAgent(proxy, fresh) };
}

/** Thrown if the environment names a proxy that cannot be used. The message does not repeat the value. */
export class ProxyError extends Error {}

/**
 * The proxy that the environment names for a target; undefined if there is none.
 * @throws ProxyError if the value is not an HTTP address
 */
export async function proxyFor(baseUrl: string): Promise<string | undefined> {
  if (!namesProxy(process.env)) return undefined;
  // Loaded only when a proxy is named: most runs have none.
  const { getProxyForUrl } = await import("proxy-from-env");
  const proxy = getProxyForUrl(baseUrl);
  if (proxy === "") return undefined;
  if (/^https?:/i.test(proxy) && URL.canParse(proxy)) return proxy;
  const { protocol } = new URL(baseUrl);
  const names = `${protocol.slice(0, -1).toUpperCase()}_PROXY or ALL_PROXY`;
  throw new ProxyError(
    `the proxy that ${names} names for ${baseUrl} must be http:// or https:// with a host, such as ` +
      "http://proxy.example.com:3128; NO_PROXY lists the hosts that need none",
  );
}

function namesProxy(env: NodeJS.ProcessEnv): boolean {
  return ["http_proxy", "https_proxy", "all_proxy"].some(
    (name) => env[name] !== undefined || env[name.toUpperCase()] !== undefined,
  );
}
