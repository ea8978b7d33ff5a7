// Complete reports of the same findings, because tools and people rely on their format.
import { expect, test } from "vitest";
import { renderConsole } from "../../src/report/renderers/terminal.ts";
import type { Report } from "../../src/report/finding.ts";
import { renderGithub } from "../../src/report/renderers/github.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderJunit } from "../../src/report/renderers/junit.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { renderSarif } from "../../src/report/renderers/sarif.ts";
import { failure, finding, report, undecided } from "./sample.ts";

const BROKEN = failure({
  id: "fetch.missing",
  group: "fetch",
  title: "A missing item is answered with 404",
  subject: "GET /items/{id}",
});

const REPORTS: Readonly<Record<string, Report>> = {
  "nothing found": report([]),
  "all in order": report([
    finding(),
    finding({ subject: "PUT /items/{id}", details: ["Two of two."], milliseconds: 3 }),
  ]),
  "of each kind": report(
    [
      failure(),
      BROKEN,
      { ...BROKEN, subject: "DELETE /items/{id}", evidence: [] },
      failure({ severity: "warning", id: "headers.date", group: "headers", title: "A date should be told" }),
      failure({
        severity: "warning",
        id: "lists.order",
        group: "lists",
        subject: "the whole run",
        details: ["x ".repeat(400)],
      }),
      undecided(),
      undecided({ verdict: "error", severity: "error", id: "run.error", details: ["Error: a test that broke"] }),
      finding(),
    ],
    { durationMs: 61_234 },
  ),
};

const RENDERERS: Readonly<Record<string, (one: Report) => string>> = {
  console: (one) => renderConsole(one, { color: false, width: 100, verbose: false }),
  "console, all of it": (one) => renderConsole(one, { color: false, width: 60, verbose: true }),
  "console in colour": (one) => renderConsole(one, { color: true, width: 100, verbose: false }),
  github: renderGithub,
  html: renderHtml,
  junit: renderJunit,
  markdown: renderMarkdown,
  sarif: renderSarif,
};

test.each(Object.keys(RENDERERS).flatMap((kind) => Object.keys(REPORTS).map((of) => [kind, of] as const)))(
  "%s: %s",
  (kind, of) => {
    expect(RENDERERS[kind]?.(REPORTS[of] as Report)).toMatchSnapshot();
  },
);
