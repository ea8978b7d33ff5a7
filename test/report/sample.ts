// Reports as the commands make them, and foreign text that could break renderers.
import type { Finding, Report } from "../../src/report/finding.ts";

/** A finding that passed, with these differences. */
export function finding(changes: Partial<Finding> = {}): Finding {
  return {
    id: "create.status",
    group: "create",
    title: "A created item is answered with 201",
    subject: "POST /items",
    verdict: "pass",
    severity: "none",
    details: [],
    evidence: [],
    ...changes,
  };
}

/** A finding that failed, with its evidence. */
export function failure(changes: Partial<Finding> = {}): Finding {
  return finding({
    verdict: "fail",
    severity: "error",
    details: ["Expected the status 201, as the document says.", "Saw the status 200."],
    place: { file: "spec/animal-store.yaml", line: 214, column: 9 },
    pointer: "/paths/~1items/post/responses/201",
    help: "conformance/README.md#create-status",
    milliseconds: 12,
    evidence: [
      {
        title: "Create an item",
        curl: `curl -i -X POST -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' --data-raw '{"name":"conformance-7f3a-1","status":"available"}' http://127.0.0.1:4010/items`,
        request:
          'POST /items HTTP/1.1\r\nAuthorization: Bearer $API_KEY\r\nContent-Type: application/json\r\n\r\n{"name":"conformance-7f3a-1","status":"available"}',
        response:
          'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 57\r\n\r\n{"id":17,"name":"conformance-7f3a-1","status":"available"}',
        milliseconds: 8,
      },
    ],
    ...changes,
  });
}

export function undecided(changes: Partial<Finding> = {}): Finding {
  return finding({
    id: "list.limit-default",
    group: "lists",
    subject: "GET /items",
    title: "Without a limit, twenty items are returned",
    verdict: "inconclusive",
    severity: "note",
    details: ["The store has 4 items: at least 21 would decide it."],
    ...changes,
  });
}

/** A report on these findings. The summary counts them. */
export function report(findings: readonly Finding[], changes: Partial<Report> = {}): Report {
  const counts = new Map<string, number>();
  for (const { verdict } of findings) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return {
    tool: "animal-store verify",
    version: "1.0.0",
    title: "http://127.0.0.1:4010 against spec/animal-store.yaml",
    facts: [
      ["Contract", "spec/animal-store.yaml 1.2.0"],
      ["Target", "http://127.0.0.1:4010"],
      ["Requests", "93"],
    ],
    summary: [...counts],
    findings,
    startedAt: "2026-11-21T03:00:00.250Z",
    durationMs: 840,
    ...changes,
  };
}

/** Text that a server may send and that every renderer must escape. */
export const NASTY: Readonly<Record<string, string>> = {
  ansi: "\u001b[31mred\u001b[0m\u001b]0;title\u0007",
  controls: "\u0000\u0001\u0008\u000b\u000c\u001f\u007f\u0085\u009b",
  cdata: "a ]]> b <![CDATA[ c",
  script: "</script><script>alert(1)</script><!-- <script>",
  style: "</style><img src=x onerror=alert(1)>",
  attribute: `" onmouseover="alert(1)" x='y' &quot; &#0; &bogus;`,
  command: "one\n::error::two\r\n##[error]three\n::stop-commands::four\n%0A::warning::",
  backticks: "` `` ``` ```` ~~~\n```\n# out\n````",
  markdown:
    "@octocat #1 [link](https://example.com) ![image](//example.com/x.png) <b>bold</b> | bar | \\| www.example.com",
  separators: "a\u2028b\u2029c",
  surrogates: "lone \ud800 and \udfff",
  noncharacters: "\ufffe\uffff\ufdd0",
  bidi: "abc\u202edef\u2066ghi\u200f\u061c",
  zeroWidth: "a\u200bb\u200dc\ufeffd\u00ade",
  placeholder: "{0} {1} [a](1) [b](https://example.com)",
  path: "../../etc/passwd",
  long: "x".repeat(30_000),
};

/** A report with this text in every place that can contain text. */
export function reportFullOf(text: string): Report {
  const evidence = [{ title: text, curl: text, request: text, response: text, milliseconds: 1.5 }];
  const everywhere = {
    id: text,
    group: text,
    title: text,
    subject: text,
    details: [text, text],
    pointer: text,
    help: text,
    place: { file: text, line: 3, column: 2 },
    evidence,
  };
  const findings = [
    failure(everywhere),
    failure({ ...everywhere, verdict: "error" }),
    failure({ ...everywhere, verdict: "fail", severity: "warning" }),
    undecided(everywhere),
    finding({ ...everywhere, verdict: "added", severity: "note" }),
    finding(everywhere),
    failure({ ...everywhere, verdict: text }),
  ];
  return report(findings, { tool: text, version: text, title: text, facts: [[text, text]] });
}
