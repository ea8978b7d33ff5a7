// The report of a run that could not take place: what is in the way, what shows it, and what to do.
import type { Report } from "../../src/report/finding.ts";
import { oneLine } from "../../src/report/text.ts";
import { foldCommand } from "../../src/report/parts/fold-command.ts";
import { wrap } from "../../src/report/parts/wrap.ts";
import { writeJson } from "../../src/json/write.ts";
import type { Obstacle, ObstacleKind } from "../preflight/obstacle.ts";
import type { Preflight } from "../preflight/preflight.ts";
import { EvidenceWriter, KEPT } from "./evidence.ts";
import type { ReportContext } from "./report.ts";

/** Nothing answers, or a gateway answers that does not reach the service. */
const UNREACHABLE = 3;
/** Something answers that is not the API, or that refuses the suite. */
const UNDECIDED = 4;

const EXIT_CODES = {
  unreachable: UNREACHABLE,
  gateway: UNREACHABLE,
  https: UNDECIDED,
  redirect: UNDECIDED,
  key: UNDECIDED,
  "rate-limit": UNDECIDED,
  "base-path": UNDECIDED,
  "web-page": UNDECIDED,
  "other-api": UNDECIDED,
} as const satisfies Record<ObstacleKind, 3 | 4>;

/** The output of a run that could not take place. */
export interface Obstructed {
  readonly report: Report;
  readonly json: string;
  readonly exitCode: 3 | 4;
}

/** The most exchanges to show as evidence. */
const SHOWN = 2;

/** The reports of an obstacle. */
export function obstacleReport(obstacle: Obstacle, { redactor, requests }: Preflight, at: ReportContext): Obstructed {
  const writer = new EvidenceWriter(redactor);
  const startedAt = new Date().toISOString();
  const target = redactor.text(at.target);
  const shown = obstacle.exchanges.slice(0, SHOWN);
  const contract = `${at.contract.title} ${at.contract.version}`;
  const exitCode = EXIT_CODES[obstacle.kind];
  return {
    exitCode,
    report: {
      tool: "animal-store verify",
      version: at.version,
      title: `${target} against ${contract}`,
      facts: [
        ["target", target],
        ["contract", `${contract} (${at.contract.document.file})`],
        ["requests", String(requests)],
      ],
      summary: [["error", 1]],
      findings: [
        {
          id: `preflight.${obstacle.kind}`,
          group: "preflight",
          title: obstacle.what,
          subject: "the whole run",
          verdict: "error",
          severity: "error",
          details: [obstacle.todo],
          evidence: shown.map((exchange) => writer.evidence(exchange)),
        },
      ],
      startedAt,
      durationMs: 0,
    },
    json: `${writeJson(
      {
        tool: "animal-store verify",
        version: at.version,
        target,
        contract: { title: at.contract.title, version: at.contract.version },
        startedAt,
        summary: { pass: 0, fail: 0, warning: 0, inconclusive: 0, error: 1 },
        exitCode,
        obstacle: {
          kind: obstacle.kind,
          what: obstacle.what,
          todo: obstacle.todo,
          exchanges: shown.map((exchange) => writer.json(exchange, KEPT.pass.bytes)),
        },
        results: [],
      },
      2,
    )}\n`,
  };
}

/** The same for a terminal: one sentence, what shows it, and what to do. No line exceeds 200 characters. */
export function obstacleText(start: string, obstacle: Obstacle, { redactor }: Preflight): string {
  const writer = new EvidenceWriter(redactor);
  const lines = obstacle.exchanges.slice(0, SHOWN).flatMap((exchange) => {
    const { curl = "", response = "" } = writer.evidence(exchange);
    const [status = ""] = response.split("\n", 1);
    const answer = `→ ${status} ${exchange.response === undefined ? "" : bodyStart(response)}`.trimEnd();
    return ["", ...foldCommand(oneLine(curl), LONGEST, 2), ...wrapped(answer, 2)];
  });
  return [...wrapped(`${start} ${sentence(obstacle.what)}`), ...lines, "", ...wrapped(obstacle.todo)].join("\n");
}

/** Ends the text with a period, unless it ends with a punctuation mark of its own. */
const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

const wrapped = (text: string, indent = 0): string[] => wrap(oneLine(text), { width: LONGEST, indent });

const LONGEST = 190;
const BODY = 150;

function bodyStart(response: string): string {
  const body = response.slice(response.indexOf("\n\n") + 2).replaceAll(/\s+/g, " ");
  return body.length > BODY ? `${body.slice(0, BODY)}…` : body;
}
