// Starts one of the stores: node serve.mjs NAME [PORT]. Prints its base URL.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const STORES = ["express", "fastify", "hono", "nest", "stdlib"];
export const KEY = "field-key-7Qw2";

/** @returns base URL and how to stop it */
export async function startStore(name, port = 0) {
  if (name === "stdlib") return startPython(port);
  const { start } = await import(`./stores/${name}.mjs`);
  const server = await start(port, KEY);
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    close: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections?.())),
  };
}

async function startPython(port) {
  const file = fileURLToPath(new URL("stores/stdlib.py", import.meta.url));
  const child = spawn("python3", [file, String(port), KEY], { stdio: ["ignore", "pipe", "ignore"] });
  const bound = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.stdout.once("data", (text) => resolve(String(text).trim()));
  });
  return {
    url: `http://127.0.0.1:${bound}/v1`,
    close: () => new Promise((resolve) => (child.once("exit", () => resolve()), child.kill())),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startStore(process.argv[2], Number(process.argv[3] ?? 0));
  process.stdout.write(`${url}\n`);
}
