// Which proxy the environment names for a target.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProxyError, proxyFor } from "../../../conformance/client/sending/proxy.ts";

const NAMES = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"];

beforeEach(() => {
  for (const name of NAMES) for (const written of [name, name.toUpperCase()]) vi.stubEnv(written, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

test("is none if no variable names one, or if the host needs none", async () => {
  expect(await proxyFor("http://store.test")).toBeUndefined();
  vi.stubEnv("HTTP_PROXY", "http://proxy.test:3128");
  vi.stubEnv("NO_PROXY", "store.test");
  expect(await proxyFor("http://store.test")).toBeUndefined();
});

test("is the one for the protocol of the target", async () => {
  vi.stubEnv("HTTP_PROXY", "http://plain.test:1");
  vi.stubEnv("https_proxy", "http://secure.test:2");
  expect(await proxyFor("http://store.test")).toBe("http://plain.test:1");
  expect(await proxyFor("https://store.test")).toBe("http://secure.test:2");
});

test.each(["socks5://proxy.test:1080", "ftp://proxy.test", "http://", "http://proxy:port"])(
  "must be an HTTP address with a host, unlike %s, which the message does not repeat",
  async (address) => {
    vi.stubEnv("ALL_PROXY", address);
    const failure = await proxyFor("https://store.test").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProxyError);
    expect(String(failure)).toContain("HTTPS_PROXY or ALL_PROXY names for https://store.test must be http://");
    expect(String(failure)).not.toContain(address === "http://" ? "http:///" : address);
  },
);
