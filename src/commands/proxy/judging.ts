// Judges what passes the proxy: a line for each violation as it happens, and a report at the end.
import { type ReportContext, type Verified, findingReport } from "../../../conformance/report/report.ts";
import { jsonReport } from "../../../conformance/report/json.ts";
import { summarise } from "../../../conformance/report/verdicts.ts";
import { Traffic, type Violation } from "../../../conformance/traffic.ts";
import type { Contract } from "../../contract/model.ts";
import { renderConsole } from "../../report/renderers/terminal.ts";
import { usesStdout, writeReports } from "../../report/writing/outputs.ts";
import { count, oneLine } from "../../report/text.ts";
import { ownVersion } from "../../version.ts";
import { UNUSABLE } from "../usage.ts";
import type { CommandIo } from "../io.ts";
import type { Passed, Said } from "../upstream/forwarding.ts";
import type { ProxyOptions } from "./options.ts";

export class Judging {
  readonly #options: ProxyOptions;
  readonly #io: CommandIo;
  readonly #contract: () => Contract;
  #judged: { readonly contract: Contract; readonly traffic: Traffic };

  constructor(options: ProxyOptions, io: CommandIo, contract: () => Contract) {
    this.#options = options;
    this.#io = io;
    this.#contract = contract;
    this.#judged = this.#begin();
  }

  #begin(): { contract: Contract; traffic: Traffic } {
    const contract = this.#contract();
    const { baseUrl, today } = this.#options;
    return { contract, traffic: new Traffic(contract, { baseUrl, today }) };
  }

  judge(passed: Passed): Said {
    // What another version of the document promised is no longer of interest.
    if (this.#judged.contract !== this.#contract()) this.#judged = this.#begin();
    const found = this.#judged.traffic.judge(passed);
    const { strict, fail, isQuiet } = this.#options;
    const violations = found.map(({ check, expected, seen }) => `${check.id}: expected ${expected}, got ${seen}`);
    const isBreach = ({ check }: Violation): boolean => strict || check.level === "must";
    if (!isQuiet)
      found.forEach((one, at) => {
        const { method, url } = passed.request;
        const path = passed.operation?.path ?? new URL(url).pathname;
        const word = isBreach(one) ? "violation" : "warning";
        this.#io.stdout(
          `${oneLine(`${word}: ${method} ${path} ${passed.response?.status}: ${violations[at] ?? ""}`)}\n`,
        );
      });
    return { violations, isRefused: fail && found.some(isBreach) };
  }

  /** Prints and writes the reports. @returns the exit code */
  async end(): Promise<number> {
    const { contract, traffic } = this.#judged;
    const { outputs, strict, baseUrl } = this.#options;
    const { run } = traffic;
    const verified: Verified = { run, results: run.results };
    const context: ReportContext = { contract, version: ownVersion(), target: baseUrl, strict };
    const findings = { ...findingReport(verified, context), tool: "animal-store proxy" };
    if (!usesStdout(outputs)) {
      const seen = run.results.filter(({ outcome }) => outcome.verdict !== "inconclusive");
      const about = `${count(run.session.requests, "exchange")}, ${count(seen.length, "claim")} of ${run.results.length} seen\n`;
      const shown = findings.findings.filter(({ severity }) => severity === "error" || severity === "warning");
      if (shown.length === 0) this.#io.stdout(`Nothing broke the contract: ${about}`);
      else {
        this.#io.stdout(
          renderConsole(
            { ...findings, findings: shown },
            {
              color: this.#io.color,
              width: this.#io.width ?? 100,
              verbose: false,
              lines: MOST_LINES,
              all: "--report",
            },
          ),
        );
        this.#io.stdout(about);
      }
    }
    const failures = await writeReports(outputs, findings, () => jsonReport(verified, context));
    for (const failure of failures) this.#io.stderr(`${failure}\n`);
    if (failures.length > 0) return UNUSABLE;
    const { fail, error } = summarise(run.results, strict);
    return fail + error > 0 ? 1 : 0;
  }
}

const MOST_LINES = 60;
