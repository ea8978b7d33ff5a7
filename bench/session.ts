// One run: starts all servers, lets them take turns at each row, and records the cost of each round.
import type { Request } from "autocannon";
import { type OwnTarget, PROBES, type Probe } from "./figures.ts";
import { bind } from "./measure/affinity.ts";
import { type LoadGenerator, type Round } from "./measure/load.ts";
import { type BareCommand, bareCommand, serveCommand } from "./measure/own-servers.ts";
import { usageOf } from "./measure/process-usage.ts";
import { type RunningServer, type ServerCommand, startServer } from "./measure/server-process.ts";
import { median } from "./median.ts";
import type { Peer } from "./peers/peer.ts";
import type { Scale } from "./scale.ts";

/** The cost of one kind of request for one server. */
export interface Measure {
  readonly cpuMicros: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Start {
  readonly ms: number;
  readonly cpuMs: number;
}

/** By probe, then by server; by server. */
export interface RunResult {
  readonly measures: Readonly<Record<string, Readonly<Record<string, Measure>>>>;
  readonly starts: Readonly<Record<string, readonly Start[]>>;
  readonly residentBytes: Readonly<Record<string, number>>;
  /** From spawn to the first 200, with many items. */
  readonly loadMs: number;
}

export interface SessionParts {
  readonly cli: string;
  readonly folder: string;
  readonly scale: Scale;
  readonly seeds: Readonly<Record<"few" | "many", string>>;
  readonly peers: readonly Peer[];
  readonly generator: LoadGenerator;
  readonly say: (text: string) => void;
}

/** A running server, and its requests for a probe, if it supports them. */
interface Contender {
  readonly server: RunningServer;
  readonly ask: (probe: Probe) => { readonly server: RunningServer; readonly requests: readonly Request[] } | undefined;
}

/** Makes one run. @throws Error if our server or the bare one gives a wrong answer */
export async function run(parts: SessionParts): Promise<RunResult> {
  const contenders = new Map<string, Contender>();
  try {
    const bare = await raise(parts, contenders);
    // Only now, because a start may use all cores.
    for (const { server } of contenders.values()) bind(server.pid, "server");
    const measures: Record<string, Record<string, Measure>> = {};
    for (const probe of PROBES) measures[probe.id] = await measureProbe(probe, contenders, parts);
    const residentBytes = Object.fromEntries(
      [...contenders].map(([name, { server }]) => [name, usageOf(server.pid).residentBytes]),
    );
    const loadMs = contenders.get("many")?.server.startMs ?? 0;
    for (const { server } of contenders.values()) await server.stop();
    contenders.clear();
    const starts = await measureStarts(parts, bare);
    return { measures, starts, residentBytes, loadMs };
  } finally {
    for (const { server } of contenders.values()) await server.stop();
  }
}

/** Starts everything that is measured. */
async function raise(parts: SessionParts, contenders: Map<string, Contender>): Promise<BareCommand> {
  const { cli, seeds, folder, peers, say } = parts;
  for (const name of ["few", "many"] as const) {
    say(`ours, ${name === "few" ? parts.scale.few : parts.scale.many} items`);
    const server = await startServer(await serveCommand({ name, cli, seed: seeds[name] }));
    contenders.set(name, {
      server,
      ask: ({ targets, requests }) => (targets.includes(name) ? { server, requests } : undefined),
    });
  }
  const few = (contenders.get("few") as Contender).server;
  const command = await bareCommand(few.port, folder);
  const bare = await startServer(command);
  contenders.set("bare", {
    server: bare,
    ask: ({ id, requests }) => {
      const port = command.ports.get(id);
      return port === undefined ? undefined : { server: { ...bare, port }, requests };
    },
  });
  for (const peer of peers) {
    say(peer.title);
    const server = await startServer(await peer.command(folder));
    contenders.set(peer.id, {
      server,
      ask: (probe) => {
        const requests = peer.requests(probe);
        return requests === undefined ? undefined : { server, requests };
      },
    });
  }
  return command;
}

async function measureProbe(
  probe: Probe,
  contenders: ReadonlyMap<string, Contender>,
  { scale, generator, say }: SessionParts,
): Promise<Record<string, Measure>> {
  say(probe.title);
  const rounds = new Map<string, Round[]>();
  for (let round = 0; round < scale.rounds; round++) {
    // Reverse the order each time, so that no server always follows the same one.
    const order = round % 2 === 0 ? [...contenders] : [...contenders].reverse();
    for (const [name, { ask }] of order) {
      const asked = ask(probe);
      if (asked === undefined || rounds.get(name)?.length === 0) continue;
      if (round === 0) {
        const first = await generator.round(
          asked.server,
          asked.requests,
          isOwn(name) ? scale.warmUp : scale.peerWarmUp,
        );
        rounds.set(name, []);
        // A peer with a different response does something else, so there is nothing to compare.
        if (!isOwn(name) && !isRight(first, probe, false)) continue;
      }
      const measured = await generator.round(
        asked.server,
        asked.requests,
        isOwn(name) ? scale.amount : scale.peerAmount,
      );
      if (isOwn(name) && !isRight(measured, probe, true)) {
        throw new Error(`${name} answers ${probe.title} with ${JSON.stringify(measured.statuses)}`);
      }
      rounds.get(name)?.push(measured);
    }
  }
  const measured = [...rounds].filter(([, list]) => list.length > 0);
  return Object.fromEntries(measured.map(([name, list]) => [name, middle(list)]));
}

function isOwn(name: string): name is OwnTarget {
  return name === "bare" || name === "few" || name === "many";
}

/** True if every response has the right status or, for peers, one of the same class. */
function isRight({ statuses, failed }: Round, { statuses: wanted }: Probe, exactly: boolean): boolean {
  const kind = (status: string): string => (exactly ? status : status.charAt(0));
  const kinds = new Set(wanted.map((status) => kind(String(status))));
  return failed === 0 && Object.keys(statuses).every((status) => kinds.has(kind(status)));
}

/** The median round, so that one disturbed by other programs does not count. */
function middle(rounds: readonly Round[]): Measure {
  const of = (value: (round: Round) => number): number => median(rounds.map(value));
  return {
    cpuMicros: of(({ cpuMs, answers }) => (cpuMs * 1000) / answers),
    perSecond: of(({ answers, ms }) => (answers * 1000) / ms),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
  };
}

/** Starts each server a few times, in turn. Ours starts with its default items. */
async function measureStarts(parts: SessionParts, bare: BareCommand): Promise<Record<string, Start[]>> {
  const { cli, scale, peers, folder, say } = parts;
  say("starts");
  const starts: Record<string, Start[]> = {};
  for (let turn = 0; turn < scale.starts; turn++) {
    const commands: [string, ServerCommand][] = [
      ["bare", bare],
      ["few", await serveCommand({ name: "ours", cli })],
    ];
    for (const peer of peers) commands.push([peer.id, await peer.command(folder)]);
    for (const [name, command] of commands) {
      const server = await startServer(command);
      await server.stop();
      (starts[name] ??= []).push({ ms: server.startMs, cpuMs: server.startCpuMs });
    }
  }
  return starts;
}
