// A Redis of its own for a test: Debian's redis-server, or Valkey, in a temporary folder and on a free port.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";

/** The program, which `npm run test:shared` finds. */
const PROGRAM = process.env["ANIMAL_STORE_REDIS"] ?? "redis-server";

export interface Redis {
  readonly url: string;
  /** Sends a command, as somebody else would. */
  send(...command: string[]): Promise<unknown>;
  /** Ends it at once (`kill -9`). */
  kill(): Promise<void>;
  /** Starts it again, with what it has kept. */
  start(): Promise<void>;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A certificate for 127.0.0.1 that nobody has signed, and its key. */
const TLS = join(import.meta.dirname, "..", "serve", "tls");
export const CERTIFICATE = join(TLS, "cert.pem");
/** Settings for a Redis that only speaks TLS. */
export const ENCRYPTED = [
  ...["--tls-auth-clients", "no", "--tls-ca-cert-file", CERTIFICATE],
  ...["--tls-cert-file", CERTIFICATE, "--tls-key-file", join(TLS, "key.pem")],
];

/** @param settings more of its command line */
export async function startRedis(...settings: string[]): Promise<Redis> {
  const folder = mkdtempSync(join(tmpdir(), "animal-store-redis-"));
  const port = await freePort();
  const isEncrypted = settings.includes("--tls-cert-file");
  const url = `${isEncrypted ? "rediss" : "redis"}://127.0.0.1:${port}`;
  const listening = isEncrypted ? ["--port", "0", "--tls-port", String(port)] : ["--port", String(port)];
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const own = [...listening, "--dir", folder, "--save", "", "--bind", "127.0.0.1", ...settings];
    const begun = spawn(PROGRAM, own, { stdio: ["ignore", "pipe", "inherit"] });
    child = begun;
    await new Promise<void>((resolve, reject) => {
      begun.once("error", reject);
      begun.stdout.on("data", (text: Buffer) => {
        if (/Ready to accept connections/.test(text.toString())) resolve();
      });
      begun.once("exit", (code) => reject(new Error(`${PROGRAM} ended with ${code}`)));
    });
  };
  const kill = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const over = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await over;
  };
  await start();
  return {
    url,
    start,
    kill,
    async send(...command) {
      const client = createClient({ url });
      await client.connect();
      try {
        return await client.sendCommand(command);
      } finally {
        client.destroy();
      }
    },
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
