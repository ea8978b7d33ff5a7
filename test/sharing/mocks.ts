// Mocks that share their worlds, as several processes do.
import { loadEmbeddedContract } from "../../src/contract/embedded/embedded.ts";
import { type MockServer, createMockServer } from "../../src/http/node/server.ts";
import { sharing } from "../../src/http/sharing/turns.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { inferResources } from "../../src/resource/infer.ts";
import type { Engine } from "../../src/store/engine.ts";
import { contractFrom } from "../http/support.ts";

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly value: never;
}

export interface SharedMocks {
  readonly servers: readonly MockServer[];
  /** Sends a request to one of the mocks, counted from 0. */
  ask(which: number, ...sent: Sent): Promise<Told>;
  /** Calls the control plane of one of them. */
  steer(which: number, ...sent: Sent): Promise<Told>;
  close(): Promise<void>;
}

type Sent = readonly [method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>];

/** @param engines one for each mock */
export async function sharedMocks(engines: readonly Engine[], document?: JsonObject): Promise<SharedMocks> {
  const contract = document === undefined ? await loadEmbeddedContract() : await contractFrom(document);
  const servers = engines.map((engine) =>
    createMockServer(contract, inferResources(contract), { control: {}, sharing: sharing(engine, ["demo-key"]) }),
  );
  const addresses = await Promise.all(servers.map((server) => server.listen()));
  const send = async (base: string, [method, path, body, headers]: Sent): Promise<Told> => {
    const type = body === undefined ? {} : { "Content-Type": "application/json" };
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { Authorization: "Bearer demo-key", ...type, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const value = (text === "" ? undefined : JSON.parse(text)) as never;
    return { status: answer.status, headers: answer.headers, value };
  };
  const place = (which: number): string => addresses[which]?.url ?? "";
  return {
    servers,
    ask: (which, ...sent) => send(place(which), sent),
    steer: (which, ...sent) => send(`${new URL(place(which)).origin}/_/api/v1`, sent),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await Promise.all(engines.map((engine) => engine.close()));
    },
  };
}
