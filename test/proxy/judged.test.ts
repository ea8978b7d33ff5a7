// What `proxy` says of the exchanges that it passes on.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createMock } from "../../src/index.ts";
import { call } from "../cli/program.ts";
import { json, startProxy, useService } from "./proxying.ts";

const service = useService();
const PET = { id: 1, name: "Bella", categoryId: 1, status: "available" };
const KEY = "very-secret-key-1234";
const asked = { headers: { Authorization: `Bearer ${KEY}` } };

describe("a proxy that judges", () => {
  test("passes what keeps the contract on as it is", async () => {
    const proxy = await startProxy(service.url());
    service.answer = json([PET], 200, { "X-Own": "kept" });
    const response = await fetch(`${proxy.url}/pets?limit=1`, asked);
    expect(await response.json()).toEqual([PET]);
    expect(response.headers.get("x-own")).toBe("kept");
    expect(response.headers.get("x-contract-violation")).toBeNull();
    const sent = service.asked.at(-1);
    expect([sent?.url, sent?.headers.authorization]).toEqual(["/v1/pets?limit=1", `Bearer ${KEY}`]);
    expect(sent?.headers.host).toBe(new URL(service.url()).host);
    expect(await proxy.stop()).toBe(0);
    expect(proxy.said.text).toContain("Nothing broke the contract: 1 exchange");
  });

  test("tells a violation in the header, the terminal, the journal and the report, without the key", async () => {
    const folder = mkdtempSync(join(tmpdir(), "animal-store-proxy-"));
    const proxy = await startProxy(service.url(), { report: [`json=${join(folder, "report.json")}`] }, folder);
    service.answer = json([{ ...PET, name: KEY, status: 7 }]);
    const response = await fetch(`${proxy.url}/pets`, asked);
    expect(response.status).toBe(200);
    const header = response.headers.get("x-contract-violation") ?? "";
    expect(header).toMatch(/^schema\.body: .*\/0\/status/);
    const journal = await (await fetch(`${proxy.origin}/_/api/v1/requests`)).text();
    expect(JSON.parse(journal)[0].violations[0]).toBe(header.split("; auth.no-echo")[0]);
    expect(await (await fetch(`${proxy.origin}/_/`)).text()).toContain("<html");
    await fetch(`${proxy.url}/pets`, asked);
    expect(await proxy.stop()).toBe(1);
    expect(proxy.said.text).toContain("violation: GET /pets 200: schema.body");
    const report = readFileSync(join(folder, "report.json"), "utf8");
    const failed = JSON.parse(report).results.filter((one: { verdict: string }) => one.verdict === "fail");
    expect(failed.map((one: { id: string }) => one.id)).toEqual(["schema.body"]);
    expect(failed[0].detail).toContain("(in 2 of 2 answers)");
    for (const text of [header, journal, proxy.said.text, report]) expect(text).not.toContain(KEY);
    rmSync(folder, { recursive: true });
  });

  test("answers 502 with the reason if it must fail", async () => {
    const proxy = await startProxy(service.url(), { fail: true });
    service.answer = json("oops", 200, { "Content-Type": "text/plain" });
    const response = await fetch(`${proxy.url}/pets`, asked);
    expect(response.status).toBe(502);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const problem = (await response.json()) as { title: string; detail: string; status: number };
    expect(problem).toMatchObject({ title: "The service breaks its contract", status: 502 });
    expect(problem.detail).toContain("schema.media-type: expected application/json, got");
    expect(await proxy.stop()).toBe(1);
  });

  test("does not hold a refusal against anybody, and a served wrong request against the client", async () => {
    const proxy = await startProxy(service.url());
    service.answer = json({ code: "bad", message: "no", status: 400 }, 400);
    const refused = await fetch(`${proxy.url}/pets?limit=abc`, asked);
    expect(refused.headers.get("x-contract-violation")).toBeNull();
    service.answer = json([]);
    const served = await fetch(`${proxy.url}/pets?limit=abc`, asked);
    expect(served.headers.get("x-contract-violation")).toMatch(/^traffic\.request: .*limit/);
    const unknown = await fetch(`${proxy.url}/nowhere`, asked);
    expect(unknown.headers.get("x-contract-violation")).toMatch(/^traffic\.operation: /);
    expect(await proxy.stop()).toBe(1);
  });

  test("judges what is larger than it reads, and streams, when they have passed", async () => {
    const proxy = await startProxy(service.url(), { maxBody: "1KiB" });
    const large = JSON.stringify([{ ...PET, name: "x".repeat(5_000) }]);
    service.answer = json(large, 202);
    const response = await fetch(`${proxy.url}/pets`, asked);
    expect(await response.text()).toBe(large);
    expect(response.headers.get("x-contract-violation")).toBeNull();
    await proxy.said.until("violation: GET /pets 202: status.success");
    service.answer = (_, res) => {
      res.writeHead(200, { "Content-Type": "text/event-stream" });
      res.write("data: 1\n\n");
    };
    const stream = await fetch(`${proxy.url}/pets`, asked);
    const reader = stream.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("data: 1\n\n");
    await reader?.cancel();
    await proxy.said.until("schema.media-type");
    expect(await proxy.stop()).toBe(1);
  });

  test("changes nothing for the suite, and finds nothing wrong with a mock that keeps its contract", async () => {
    const mock = await createMock();
    const proxy = await startProxy(mock.url);
    const { code, stdout } = await call(["verify", proxy.url, "--key", mock.key, "--profile", "smoke"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(" 0 fail, 0 warning")]);
    expect(await proxy.stop()).toBe(0);
    expect(proxy.said.text).toContain("Nothing broke the contract");
    await mock.close();
  });

  test("passes large bodies of requests on", async () => {
    const proxy = await startProxy(service.url(), { maxBody: "1KiB" });
    service.answer = (req, res) => {
      let size = 0;
      req.on("data", (piece: Buffer) => (size += piece.length));
      req.on("end", () => json({ size })(req, res));
    };
    const body = JSON.stringify({ name: "x".repeat(300_000) });
    const headers = { ...asked.headers, "Content-Type": "application/json" };
    const response = await fetch(`${proxy.url}/pets`, { method: "POST", body, headers });
    expect(await response.json()).toEqual({ size: body.length });
    await proxy.stop();
  });
});
