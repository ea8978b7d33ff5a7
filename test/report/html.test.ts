import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { failure, finding, NASTY, report, reportFullOf, undecided } from "./sample.ts";

const VOID = new Set(["meta", "link", "input", "rect"]);

/** The tags of a page without script and style. Fails if one is not closed or a bracket is not escaped. */
function tagsOf(html: string): readonly { readonly name: string; readonly attributes: string }[] {
  const body = html.replace(/<(script|style)>[^]*?<\/\1>/g, "<$1></$1>").replace("<!doctype html>", "");
  const found: { name: string; attributes: string }[] = [];
  const open: string[] = [];
  const closed: [end: string, start: string | undefined][] = [];
  const rest = body.replace(
    /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+(?:="[^"<]*")?)*)\s*\/?>/g,
    (_, close, name, attributes) => {
      if (close === "/") closed.push([String(name), open.pop()]);
      else {
        found.push({ name: String(name), attributes: String(attributes) });
        if (!VOID.has(String(name))) open.push(String(name));
      }
      return "";
    },
  );
  for (const [end, start] of closed) expect(start).toBe(end);
  expect(open, "every element is closed").toEqual([]);
  expect(rest, "no bracket stands free").not.toMatch(/[<>]/);
  return found;
}

it("shows a count in grey only if it is 0", () => {
  const html = renderHtml(
    report([failure()], {
      summary: [
        ["fail", 1],
        ["warning", 0],
      ],
    }),
  );
  expect(html).toMatch(/<li class="\w+"><strong>1<\/strong> fail<\/li>/);
  expect(html).toMatch(/<li class="\w+ zero"><strong>0<\/strong> warning<\/li>/);
});

describe("the HTML report", () => {
  const page = renderHtml(report([failure(), failure({ verdict: "error" }), undecided(), finding({ group: "auth" })]));

  it("begins with the totals, and then shows the failures expanded", () => {
    expect(page).toContain("<h1>1 failure, 1 error</h1>");
    expect(page.indexOf("<h2>Failures")).toBeLessThan(page.indexOf("<h2>Inconclusive"));
    expect(page.indexOf("<h2>Inconclusive")).toBeLessThan(page.indexOf("<h2>Passed"));
    const opened = tagsOf(page).filter(({ attributes }) => /class="finding .*" open/.test(attributes));
    expect(opened).toHaveLength(2);
  });

  it("says that everything passed, that nothing was decided, or that there are no findings", () => {
    expect(renderHtml(report([finding()]))).toContain("<h1>All passed</h1>");
    expect(renderHtml(report([undecided()]))).toContain("<h1>Nothing decided</h1>");
    expect(renderHtml(report([]))).toContain("<h1>No findings</h1>");
  });

  it("shows each exchange: the request, the response and a command to repeat it", () => {
    for (const part of ["<b>POST /items HTTP/1.1</b>", "<b>HTTP/1.1 200 OK</b>", "curl -i -X POST", "$API_KEY"]) {
      expect(page).toContain(part);
    }
  });

  it("begins with the causes, three of them expanded, each with the results that it explains", () => {
    const findings = ["a", "b", "c", "d"].map((id) => failure({ id: `create.${id}`, cause: id }));
    const other = failure({ id: "create.other", subject: "GET /others", cause: "a" });
    const causes = findings.map((finding, index) => ({
      id: finding.id,
      title: `Cause ${index + 1}`,
      verdict: "fail",
      severity: "error" as const,
      fix: "Mend it.",
      findings: index === 0 ? [finding, other] : [finding],
    }));
    const led = renderHtml(report([...findings, other, finding()], { causes }));
    const opened = tagsOf(led).filter(({ attributes }) => /class="cause .*" open/.test(attributes));
    expect(opened).toHaveLength(3);
    expect(led).toContain("<h2>What to fix <span>4</span></h2>");
    expect(led).toContain("Shows in 1 other result");
    // The best example is open; the others, and whatever passed, are folded.
    expect(led).toMatch(/<details class="fold others"><summary><h3>Shows in/);
    expect(led).not.toContain("<h2>Failures");
    const ids = Array.from(led.matchAll(/ id="(f-[^"]+)"/g), ([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(4 + 6);
  });

  it("offers each operation, family and verdict once as a filter, and every control has a label", () => {
    const options = Array.from(page.matchAll(/<option value="[^"]*">([^<]*)</g), ([, text]) => text);
    expect(options).toEqual([
      "All",
      "GET /items",
      "POST /items",
      "All",
      "create",
      "lists",
      "auth",
      "All",
      "fail",
      "error",
      "inconclusive",
      "pass",
    ]);
    for (const id of ["search", "subject", "group", "verdict"]) {
      expect(page).toMatch(new RegExp(`<label[^>]*>[A-Z][a-z]+<(input|select) id="${id}"`));
    }
  });

  it("shows everything without scripts, except the filters", () => {
    expect(
      tagsOf(page)
        .filter(({ attributes }) => / hidden/.test(attributes))
        .map(({ attributes }) => /id="(\w+)"/.exec(attributes)?.[1]),
    ).toEqual(["toolbar", "nothing"]);
  });

  it("makes no network requests", () => {
    expect(page).not.toMatch(/(src|srcset|action|poster|data|xlink:href)=/);
    expect(page).not.toMatch(/@import|url\(/);
    expect(
      tagsOf(page)
        .filter(({ attributes }) => /href=/.test(attributes) && !/href="#f-[0-9a-f-]+"/.test(attributes))
        .map(({ attributes }) => attributes),
    ).toEqual([' rel="icon" href="data:,"']);
  });

  it("has a content security policy that allows only its own style and script", () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    for (const element of ["style", "script"]) {
      const [content = ""] = Array.from(
        page.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, "g")),
        ([, text = ""]) => text,
      );
      const hash = createHash("sha256").update(content).digest("base64");
      expect(policy).toContain(`${element}-src 'sha256-${hash}'`);
      expect(page.split(`<${element}`)).toHaveLength(2);
    }
  });

  const plain = tagsOf(renderHtml(reportFullOf("plain"))).map(({ name }) => name);

  for (const [name, text] of Object.entries(NASTY)) {
    it(`has the same elements with ${name} everywhere as with a plain word in its place`, () => {
      const rendered = renderHtml(reportFullOf(text));
      const tags = tagsOf(rendered);
      expect(tags.map((tag) => tag.name)).toEqual(plain);
      for (const { attributes } of tags) {
        expect(attributes.replace(/="[^"]*"/g, "")).not.toMatch(/\bon|\bstyle/i);
      }
      expect(rendered).not.toMatch(/[^\P{Cc}\n\t]|[\p{Cs}\u202e\u2028\ufeff]/u);
    });
  }
});

it("writes the date of a run with the name of the month", () => {
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, "0")).map(
    (month) => /\d+ (\w+) 2026/.exec(renderHtml({ ...report([]), startedAt: `2026-${month}-09T03:00:00Z` }))?.[0],
  );
  expect(months.join(", ")).toBe(
    [
      "January",
      "February",
      "March",
      "April",
      "May",
      "June",
      "July",
      "August",
      "September",
      "October",
      "November",
      "December",
    ]
      .map((name) => `9 ${name} 2026`)
      .join(", "),
  );
});
