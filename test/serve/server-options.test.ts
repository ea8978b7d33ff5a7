// The server starts with exactly the options that `serve` was given.
import { expect, test } from "vitest";
import { type ServeFlags, readServeOptions } from "../../src/commands/serve/inputs/options.ts";
import { serverOptions } from "../../src/commands/serve/server-options.ts";
import type { MockServerOptions } from "../../src/http/node/server.ts";

function optionsOf(flags: ServeFlags): MockServerOptions {
  const silent = (): void => undefined;
  const io = { stdout: silent, stderr: silent, env: {}, cwd: ".", color: false };
  return serverOptions(readServeOptions(flags, {}), io);
}

test.each<[ServeFlags, MockServerOptions]>([
  [{ key: ["one-key", "another-key"] }, { keys: ["one-key", "another-key"] }],
  [{ auth: false }, { auth: false }],
  [{ capacity: "12" }, { capacity: 12 }],
  [{ capacityBytes: "34567" }, { capacityBytes: 34_567 }],
  [{ bodyLimit: "20MiB" }, { bodyLimit: 20_971_520 }],
  [{ maxConnections: "8" }, { maxConnections: 8 }],
  [{ basePath: "/other" }, { basePath: "/other" }],
  [{ basePath: "/other//" }, { basePath: "/other" }],
  [{ basePath: "/" }, { basePath: "" }],
  [{ today: "2030-01-02" }, { today: "2030-01-02" }],
  [{ sessionHeader: "X-Run" }, { sessionHeader: "X-Run" }],
  [{ origin: ["https://shop.example"] }, { origins: ["https://shop.example"] }],
  [{ allowedHost: ["shop.example"], host: "127.0.0.1" }, { allowedHosts: ["shop.example", "127.0.0.1"] }],
  [{ host: "127.0.0.1" }, { isOnNetwork: false }],
  [{ host: "0.0.0.0" }, { isOnNetwork: true }],
])("%j", (flags, expected) => {
  expect(optionsOf(flags)).toMatchObject(expected);
});

test("options that are not given keep the server's defaults", () => {
  const left = ["capacityBytes", "bodyLimit", "maxConnections", "basePath", "today", "sessionHeader", "onRequest"];
  expect(left.filter((name) => name in optionsOf({}))).toEqual([]);
  expect(optionsOf({ log: true }).onRequest).toBeTypeOf("function");
  expect(optionsOf({ jsonLog: true }).onRequest).toBeTypeOf("function");
});
