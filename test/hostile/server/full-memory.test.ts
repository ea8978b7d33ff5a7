// A process with little memory that is filled with large items: it refuses items that do not fit, loses nothing and
// keeps running. Every run includes test/hostile/each-run/full-memory.test.ts, which fills a small store.
import { writeFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { orders } from "../../http/documents.ts";
import { type Running, startChild } from "../../serve/child.ts";
import { IN_PROOF } from "../../share.ts";

const HEAP = 128;

async function memoryOf({ child }: Running): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

describe.runIf(IN_PROOF && process.platform === "linux")(`a process with a heap of ${HEAP} MB`, () => {
  test("survives two thousand items of 60 KB, and loses none that it accepted", async () => {
    const folder = await mkdtemp(join(tmpdir(), "animal-store-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const spec = join(folder, "orders.json");
    writeFileSync(spec, JSON.stringify(orders()));
    const running = await startChild([spec, "--seed", "0"], { nodeFlags: [`--max-old-space-size=${HEAP}`] });
    onTestFinished(() => void running.child.kill("SIGKILL"));
    const send = (method: string, path: string, body?: string): Promise<Response> =>
      fetch(`${running.url}${path}`, {
        method,
        headers: { Authorization: "Bearer demo-key", "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body }),
      });
    const text = (n: number): string => JSON.stringify({ quantity: n, note: "x".repeat(60_000) });
    const statuses: number[] = [];
    for (let n = 1; n <= 2000; n += 8) {
      const some = Array.from({ length: 8 }, (_, at) => send("POST", "/orders", text(n + at)));
      for (const answer of await Promise.all(some)) {
        statuses.push(answer.status);
        await answer.arrayBuffer();
      }
    }
    const kept = statuses.filter((status) => status === 201).length;
    expect(kept).toBeGreaterThan(HEAP * 2);
    expect(new Set(statuses)).toEqual(new Set([201, 507]));
    const full = await memoryOf(running);
    // Several lists of all items at a time use most of the remaining memory.
    for (let n = 0; n < 20; n++) {
      await Promise.all([1, 2, 3, 4].map(async () => (await send("GET", "/orders?page_size=50")).arrayBuffer()));
      expect((await send("POST", "/orders", text(1))).status).toBe(507);
    }
    // Clients that request a list and never read it.
    const deaf = Array.from({ length: 100 }, () => {
      const socket = connect(running.port, "127.0.0.1").on("error", () => undefined);
      socket.pause();
      socket.write(
        `GET ${new URL(running.url).pathname.replace(/\/$/, "")}/orders?page_size=50 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-key\r\n\r\n`,
      );
      return socket;
    });
    for (let n = 0; n < 20; n++) expect((await send("GET", "/orders?page_size=1")).status).toBe(200);
    // This is answered after the requests of all of them.
    expect((await send("GET", "/orders?page_size=1")).status).toBe(200);
    for (const socket of deaf) socket.destroy();
    const quantities = new Set<number>();
    for (let id = 1; id <= kept; id++) {
      const { quantity, note } = (await (await send("GET", `/orders/${id}`)).json()) as {
        quantity: number;
        note: string;
      };
      quantities.add(quantity);
      expect(note.length).toBe(60_000);
    }
    expect(quantities.size).toBe(kept);
    expect(await memoryOf(running)).toBeLessThan(full + HEAP);
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe(0);
  });
});
