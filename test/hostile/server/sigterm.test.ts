// SIGTERM during work: requests whose bodies are arriving are answered, other connections are closed, and the process
// exits cleanly. A run of the suite says what it leaves behind.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { cliPath, environment } from "../../cli/program.ts";
import { parseAnswers } from "../../http/support.ts";
import { startChild } from "../../serve/child.ts";
import { refuses } from "../../waiting.ts";
import { startEvil } from "../target/evil.ts";

const HEAD =
  "POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-key\r\nContent-Type: application/json\r\n";

interface Client {
  readonly socket: Socket;
  readonly closed: Promise<string>;
}

async function client(port: number, bytes: string): Promise<Client> {
  const socket = connect(port, "127.0.0.1");
  let seen = "";
  socket.on("data", (chunk: Buffer) => (seen += chunk.toString("latin1")));
  socket.on("error", () => undefined);
  const closed = new Promise<string>((done) => void socket.once("close", () => done(seen)));
  await once(socket, "connect");
  socket.write(bytes);
  return { socket, closed };
}

test("a mock whose clients are writing exits in time", async () => {
  const running = await startChild(["--seed", "0"]);
  onTestFinished(() => void running.child.kill("SIGKILL"));
  const whole = '{"name":"a","categoryId":1}';
  const half = `${HEAD}Content-Length: ${whole.length}\r\n\r\n${whole.slice(0, 10)}`;
  const goOn = await Promise.all(Array.from({ length: 20 }, () => client(running.port, half)));
  const stall = await Promise.all(Array.from({ length: 20 }, () => client(running.port, half)));
  const begun = await Promise.all(Array.from({ length: 10 }, () => client(running.port, HEAD)));
  // Once this is answered, everything sent before has arrived.
  await fetch(`${running.url}/pets`, { headers: { Authorization: "Bearer demo-key" } });
  running.child.kill("SIGTERM");
  await refuses(running.port);
  for (const { socket } of goOn) socket.write(whole.slice(10));
  const answered = await Promise.all(
    goOn.map(async ({ closed }) => parseAnswers(await closed).map(({ status }) => status)),
  );
  expect(answered).toEqual(goOn.map(() => [201]));
  expect(await running.ended).toBe(0);
  const others = await Promise.all([...stall, ...begun].map(({ closed }) => closed));
  expect(others.flatMap(parseAnswers).filter(({ status }) => status !== 408 && status !== 503)).toEqual([]);
  expect(running.said()).not.toMatch(/^\s+at |internal error/m);
});

test("a mock whose clients do not read exits in time", async () => {
  const running = await startChild(["--seed", "1000"]);
  onTestFinished(() => void running.child.kill("SIGKILL"));
  const get = "GET /v1/pets?limit=100 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-key\r\n\r\n";
  const deaf = await Promise.all(Array.from({ length: 20 }, () => client(running.port, get.repeat(200))));
  for (const { socket } of deaf) socket.pause();
  running.child.kill("SIGTERM");
  expect(await running.ended).toBe(0);
  for (const { socket } of deaf) socket.destroy();
});

test("a run of the suite with writes in flight exits in time", async () => {
  let isWriting = (): void => {};
  const writing = new Promise<void>((done) => (isWriting = done));
  const evil = await startEvil(({ method }, response) => {
    if (method === "POST") return isWriting();
    response.writeHead(200, { "Content-Type": "application/json" }).end("[]");
  });
  onTestFinished(() => evil.close());
  const words = [cliPath(), "verify", evil.url, "--key", "right-key"];
  const child = spawn(process.execPath, words, { env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  await writing;
  child.kill("SIGTERM");
  const [code] = (await once(child, "close")) as [number | null];
  expect([code, stderr]).toEqual([130, expect.stringMatching(/^animal-store verify: interrupted, .*\n$/)]);
  expect(stdout).toContain("Interrupted");
});
