// Tools that read: what a document means, what changed between two, and whether a service keeps one.
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { isObject } from "../../json/value.ts";
import { isLoopback } from "../../http/request/admission/origin.ts";
import { ToolError, type Tool, flag, given, list, number, schema, short, text } from "./tool.ts";
import type { Running } from "./running.ts";

const MOST = 20;
const DOCUMENT = text("the OpenAPI document, a file of this folder");
/** A run that takes longer does not help an agent. */
const MOST_SECONDS = 120;

export function documentTools(running: Running, allowed: readonly string[]): Tool[] {
  return [explaining(running), comparing(running), verifying(running, allowed)];
}

function explaining(running: Running): Tool {
  return {
    name: "explain_document",
    description:
      "What an OpenAPI document means: its operations with their roles, its resources, and what is wrong with it.",
    takes: schema({ document: DOCUMENT }, ["document"]),
    gives: schema({
      title: text(""),
      version: text(""),
      count: number("of all operations"),
      operations: list("the first ones"),
      resources: list(""),
      problems: list(""),
    }),
    readOnly: true,
    async call(asked) {
      const found = await running.printed(["explain", running.file(given(asked, "document") ?? ""), "--json"]);
      const operations = objects(found["operations"]);
      return {
        title: short(found["title"]),
        version: short(found["version"]),
        count: operations.length,
        operations: operations
          .slice(0, 10 * MOST)
          .map((one) => picked(one, ["id", "method", "path", "role", "resource", "why"])),
        resources: objects(found["resources"])
          .slice(0, MOST)
          .map((one) => picked(one, ["name", "collection", "item"])),
        problems: [...objects(found["problems"]), ...objects(found["notUnderstood"]), ...objects(found["warnings"])]
          .slice(0, MOST)
          .map((one) => picked(one, ["location", "message"])),
      };
    },
  };
}

function comparing(running: Running): Tool {
  return {
    name: "compare_documents",
    description:
      "Whether a change of an OpenAPI document breaks clients: each breaking change with a request or response that shows it.",
    takes: schema({ before: DOCUMENT, after: DOCUMENT }, ["before", "after"]),
    gives: schema({
      breaks: flag(""),
      advice: text("the semver step"),
      breaking: number(""),
      unknown: number("neither proved nor excluded"),
      changes: list(""),
    }),
    readOnly: true,
    async call(asked) {
      const files = ["before", "after"].map((name) => running.file(given(asked, name) ?? ""));
      const report = await running.reported(["gate", ...files], [0, 1]);
      const summary = isObject(report["summary"]) ? report["summary"] : {};
      return {
        breaks: summary["breaking"] !== 0,
        advice: short(report["advice"] ?? "none"),
        breaking: summary["breaking"] ?? 0,
        unknown: summary["unknown"] ?? 0,
        changes: objects(report["changes"])
          .filter(({ verdict }) => verdict !== "compatible")
          .slice(0, MOST)
          .map((one) => ({
            ...picked(one, ["verdict", "text", "fix"]),
            operations: (one["operations"] as JsonValue[]).slice(0, 5).map(short),
            witness: witnessOf(one["witness"]),
          })),
      };
    },
  };
}

function verifying(running: Running, allowed: readonly string[]): Tool {
  return {
    name: "verify_service",
    description:
      "Whether a running service keeps its OpenAPI document. Only services on this machine, unless the user allowed others: those are only read.",
    takes: schema(
      {
        base_url: text("such as http://127.0.0.1:4010/v1"),
        document: DOCUMENT,
        key: text("the API key"),
        read_only: flag("send only GET, HEAD and OPTIONS"),
      },
      ["base_url", "document"],
    ),
    gives: schema({
      passed: number(""),
      failed: number(""),
      undecided: number(""),
      causes: list("one for each thing to fix"),
    }),
    readOnly: false,
    async call(asked) {
      const base = given(asked, "base_url") ?? "";
      const isHere = isLoopback(hostOf(base));
      if (!isHere && !allowed.includes(hostOf(base)))
        throw new ToolError(
          `${short(hostOf(base))} is not this machine; the user can allow it: animal-store mcp --allow-host ${short(hostOf(base))}`,
        );
      const key = given(asked, "key");
      const words = [
        "verify",
        base,
        "--spec",
        running.file(given(asked, "document") ?? ""),
        "--max-time",
        `${MOST_SECONDS}s`,
      ];
      if (!isHere || asked["read_only"] === true) words.push("--read-only");
      if (key !== undefined) words.push(`--key=${key}`);
      const report = await running.reported(words, [0, 1, 4]);
      const summary = isObject(report["summary"]) ? report["summary"] : {};
      return {
        passed: summary["pass"] ?? 0,
        failed: summary["fail"] ?? 0,
        undecided: summary["inconclusive"] ?? 0,
        causes: causesOf(report),
      };
    },
  };
}

/** The first failure of each cause. */
function causesOf(report: JsonObject): JsonObject[] {
  const seen = new Map<JsonValue, { one: JsonObject; results: number }>();
  for (const one of objects(report["results"])) {
    if (one["verdict"] !== "fail" && one["verdict"] !== "warning") continue;
    const cause = one["cause"] ?? `${short(one["id"])} ${short(one["operation"])}`;
    const known = seen.get(cause);
    if (known === undefined) seen.set(cause, { one, results: 1 });
    else known.results++;
  }
  const fails = [...seen.values()].toSorted(
    (a, b) => Number(b.one["verdict"] === "fail") - Number(a.one["verdict"] === "fail"),
  );
  return fails.slice(0, MOST).map(({ one, results }) => ({
    ...picked(one, ["verdict", "operation", "claim", "detail", "location"]),
    check: short(one["id"]),
    results,
  }));
}

function hostOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:/i.test(url))
    throw new ToolError("base_url must be a URL such as http://127.0.0.1:4010/v1");
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}

const objects = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]).filter(isObject) : [];

const picked = (from: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => ((from[name] ?? null) === null ? [] : [[name, short(from[name])]])));

/** The request or response that shows a change, in one line. */
function witnessOf(witness: JsonValue | undefined): string {
  return isObject(witness) ? short(JSON.stringify(witness["request"] ?? witness["response"] ?? witness)) : "";
}
