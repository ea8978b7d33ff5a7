// What is measured and the targets: the rows of the table.
import type { Request } from "autocannon";

/** The servers: bare Node, ours with few items, and ours with many. Peers have their own names. */
export type OwnTarget = "bare" | "few" | "many";

/** A request, or several in turn, that are measured together. */
export interface Probe {
  readonly id: string;
  readonly title: string;
  readonly requests: readonly Request[];
  /** The expected statuses, in the order of the requests. */
  readonly statuses: readonly number[];
  readonly targets: readonly OwnTarget[];
  /** The target for the CPU time of ours with few items, relative to bare Node. */
  readonly ratio?: number;
  /** The target for the CPU time of ours with many items, relative to few. */
  readonly growth?: number;
}

const KEY = { Authorization: "Bearer demo-key" };
const JSON_BODY = { ...KEY, "Content-Type": "application/json" };

/** The path prefix under which ours serves. */
export const PREFIX = "/v1";

const FETCH: Request = { method: "GET", path: `${PREFIX}/pets/7`, headers: KEY };
const LIST: Request = { method: "GET", path: `${PREFIX}/pets`, headers: KEY };
const FILTER: Request = { method: "GET", path: `${PREFIX}/pets?status=sold`, headers: KEY };
const CREATE: Request = {
  method: "POST",
  path: `${PREFIX}/pets`,
  headers: JSON_BODY,
  body: JSON.stringify({ name: "Bella Luna", categoryId: 3, status: "available" }),
};
const NO_KEY: Request = { method: "GET", path: `${PREFIX}/pets`, headers: {} };
const BAD_LIMIT: Request = { method: "GET", path: `${PREFIX}/pets?limit=101`, headers: KEY };
const UNKNOWN: Request = { method: "GET", path: `${PREFIX}/pets/987654321`, headers: KEY };

const BOTH: readonly OwnTarget[] = ["bare", "few"];
const ALL: readonly OwnTarget[] = ["bare", "few", "many"];

export const PROBES: readonly Probe[] = [
  { id: "fetch", title: "fetch one", requests: [FETCH], statuses: [200], targets: BOTH, ratio: 1.35 },
  { id: "list", title: "list of 20", requests: [LIST], statuses: [200], targets: ALL, ratio: 1.4, growth: 1.1 },
  {
    id: "filter",
    title: "list of 20, filtered",
    requests: [FILTER],
    statuses: [200],
    targets: ALL,
    ratio: 1.4,
    growth: 1.1,
  },
  { id: "create", title: "create", requests: [CREATE], statuses: [201], targets: ALL, ratio: 1.8, growth: 1.15 },
  { id: "no-key", title: "401, no key", requests: [NO_KEY], statuses: [401], targets: BOTH, ratio: 1.8 },
  { id: "bad-limit", title: "400, limit=101", requests: [BAD_LIMIT], statuses: [400], targets: BOTH, ratio: 1.8 },
  { id: "unknown", title: "404, unknown id", requests: [UNKNOWN], statuses: [404], targets: BOTH, ratio: 1.8 },
  {
    // A list that cannot be answered from the cache: building it must not cost more with many items either.
    id: "relist",
    title: "create, then list (mean)",
    requests: [CREATE, FILTER],
    statuses: [201, 200],
    targets: ["few", "many"],
    growth: 1.15,
  },
];

/** Targets that are not CPU time per request. */
export const LIMITS = {
  /** Time from spawn to the first 200, relative to bare Node. */
  startRatio: 3,
  bytesAnItem: 250,
  loadSeconds: 5,
} as const;
