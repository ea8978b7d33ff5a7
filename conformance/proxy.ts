// Proxies by the usual environment variables: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY, in either case.
import type { Agent } from "node:http";
import { agentFor } from "./transport.ts";

/**
 * The agent for a target: through the proxy that the environment names for it, or straight.
 * A private certificate authority is Node's own affair: NODE_EXTRA_CA_CERTS.
 */
export async function agentOf(baseUrl: string, connections: number): Promise<Agent> {
  const secure = new URL(baseUrl).protocol === "https:";
  if (!namesProxy(process.env)) return agentFor(secure, connections);
  // Loaded only where a proxy is named: most runs have none.
  const { getProxyForUrl } = await import("proxy-from-env");
  const proxy = getProxyForUrl(baseUrl);
  if (proxy === "") return agentFor(secure, connections);
  const options = { keepAlive: true, maxSockets: connections };
  if (secure) return new (await import("https-proxy-agent")).HttpsProxyAgent(proxy, options);
  return new (await import("http-proxy-agent")).HttpProxyAgent(proxy, options);
}

function namesProxy(env: NodeJS.ProcessEnv): boolean {
  return ["http_proxy", "https_proxy", "all_proxy"].some(
    (name) => env[name] !== undefined || env[name.toUpperCase()] !== undefined,
  );
}
