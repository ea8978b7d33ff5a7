import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { failure, finding, NASTY, report, reportFullOf, undecided } from "./sample.ts";

/** The text that Markdown interprets, without fences, code spans and escaped code. */
function interpreted(markdown: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split("\n")) {
    if (fence !== undefined) {
      if (new RegExp(`^ {0,3}${fence}\`*\\s*$`).test(line)) fence = undefined;
      continue;
    }
    fence = /^ {0,3}(`{3,})[^`]*$/.exec(line)?.[1];
    if (fence === undefined) lines.push(line);
  }
  expect(fence, "every fence is closed").toBeUndefined();
  return lines
    .join("\n")
    .replace(/<code>[^<]*<\/code>|<b>[a-z ()-]+<\/b>/gi, "CODE")
    .replace(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, "CODE");
}

describe("the job summary", () => {
  it("begins with the totals, and then shows the failures collapsed", () => {
    const markdown = renderMarkdown(report([failure(), undecided(), finding()]));
    expect(markdown.indexOf("| fail | 1 |")).toBeGreaterThan(0);
    expect(markdown.indexOf("### Failures (1)")).toBeGreaterThan(markdown.indexOf("| fail | 1 |"));
    expect(markdown.indexOf("### Inconclusive (1)")).toBeGreaterThan(markdown.indexOf("### Failures (1)"));
    expect(markdown).toContain("<details><summary><b>fail</b> <code>POST /items</code>");
    expect(markdown).toContain("| create | 1 fail, 1 pass |");
  });

  it("shows how to reproduce a failure", () => {
    expect(renderMarkdown(report([failure()]))).toMatch(/```sh\ncurl -i -X POST .*\n```/);
  });

  it("shows at a glance whether everything passed", () => {
    expect(renderMarkdown(report([finding()]))).toContain("## ✅");
    expect(renderMarkdown(report([failure()]))).toContain("## ❌");
    expect(renderMarkdown(report([undecided()]))).toContain("## ⚠️");
    expect(renderMarkdown(report([]))).toContain("## ℹ️");
  });

  it("fits into a comment on GitHub: the first findings in full, more in one line each, and a count of the rest", () => {
    const markdown = renderMarkdown(report(Array.from({ length: 5000 }, (_, index) => failure({ id: `é${index}` }))));
    expect(markdown.length).toBeLessThan(65_536);
    expect(markdown).toMatch(/<details>[^]*\n- <b>fail<\/b> <code>POST \/items<\/code>/);
    expect(markdown).toMatch(
      /\*\*[\d,]+ more findings left out, as there is no more room: the JSON and HTML reports have all\.\*\*/,
    );
  });

  it("shows one edit that affects many places once, with the places and their ids", () => {
    const places = Array.from({ length: 30 }, (_, index) =>
      failure({
        id: `e${index}`,
        edit: "maximum length 5 was added",
        title: `body, at name${index}: maximum length 5 was added`,
        operations: [`POST /items${index % 3}`],
      }),
    );
    const markdown = renderMarkdown(report(places));
    expect(markdown.match(/<details>/g)).toHaveLength(1);
    // Not under the name of the first place.
    expect(markdown).toMatch(/<summary>.*3 operations.*maximum length 5 was added, at 30 places<\/code><\/summary>/);
    expect(markdown).toContain("The same edit at 30 places:");
    expect(markdown).toContain("[e9]");
    expect(markdown).toContain("and 20 more places, which the JSON report lists");
  });

  for (const [name, text] of Object.entries(NASTY)) {
    it(`does not let ${name} be markup, a mention or a link`, () => {
      const rest = interpreted(renderMarkdown(reportFullOf(text)));
      expect(rest).not.toMatch(/@|https?:|www\.|\]\(|!\[|`|~~~|alert/);
      expect(rest.replace(/<\/?(details|summary)>/g, "")).not.toMatch(/[<>]/);
      for (const row of rest.split("\n").filter((line) => line.startsWith("|"))) {
        expect(row.split("|")).toHaveLength(4);
      }
    });
  }

  for (const [name, text] of Object.entries(NASTY)) {
    it(`shows ${name} without control characters`, () => {
      expect(renderMarkdown(reportFullOf(text))).not.toMatch(/[^\P{Cc}\n\t]|[\p{Cs}\u202e\u2028]/u);
    });
  }
});
