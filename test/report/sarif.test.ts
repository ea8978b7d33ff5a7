import { describe, expect, it } from "vitest";
import { renderSarif } from "../../src/report/renderers/sarif.ts";
import { failure, finding, NASTY, report, reportFullOf, undecided } from "./sample.ts";
import { sarifErrors, type SarifLog } from "./sarif-shape.ts";
import { IN_PROOF } from "../share.ts";

const render = (...parameters: Parameters<typeof report>): SarifLog =>
  JSON.parse(renderSarif(report(...parameters))) as SarifLog;

const results = (log: SarifLog) => log.runs[0]?.results ?? [];
const rules = (log: SarifLog) => log.runs[0]?.tool.driver.rules ?? [];

describe("the SARIF report", () => {
  it("has a result for each failure and warning, and none for passed or undecided checks", () => {
    const log = render([failure(), failure({ severity: "warning", id: "b" }), undecided(), finding()]);
    expect(results(log).map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ["create.status", "error"],
      ["b", "warning"],
    ]);
    expect(log.runs[0]?.properties).toMatchObject({ summary: { fail: 2, inconclusive: 1, pass: 1 } });
  });

  it("says when the run began and ended, even if it took no time", () => {
    const ended = (durationMs: number): unknown => {
      const [invocation] = render([], { durationMs }).runs[0]?.invocations ?? [];
      return (invocation as { endTimeUtc?: string } | undefined)?.endTimeUtc;
    };
    expect(ended(840)).toBe("2026-11-21T03:00:01.090Z");
    expect(ended(0)).toBe("2026-11-21T03:00:00.250Z");
    expect(ended(-5)).toBe("2026-11-21T03:00:00.250Z");
  });

  it("puts each result on the line of the document that makes the claim", () => {
    const [result] = results(render([failure()]));
    expect(result?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: "spec/animal-store.yaml", uriBaseId: "%SRCROOT%" },
      region: { startLine: 214, startColumn: 9 },
    });
  });

  it("reveals no absolute path, and encodes characters that a URI cannot contain", () => {
    const place = { file: `${process.cwd()}/my spec/#1.yaml`, line: 1, column: 1 };
    const [result] = results(render([failure({ place })]));
    expect(result?.locations[0]?.physicalLocation?.artifactLocation.uri).toBe("my%20spec/%231.yaml");
  });

  it("puts a finding without a line on the first line of the document, as GitHub drops results without one", () => {
    const { place: _, ...nowhere } = failure();
    const [result] = results(render([nowhere, failure()]));
    expect(result?.locations[0]?.physicalLocation?.region).toEqual({ startLine: 1, startColumn: 1 });
  });

  it("begins each message with one sentence that says what is wrong, and where", () => {
    const [result] = results(render([failure()]));
    expect(result?.message.text.split("\n")[0]).toBe("POST /items: A created item is answered with 201.");
  });

  it("describes what a rule means in general, and how to fix its findings", () => {
    const [rule] = rules(render([failure({ ruleMeaning: "a property goes", ruleHelp: "Safe would be: keep it" })]));
    expect(rule).toMatchObject({
      shortDescription: { text: "a property goes" },
      help: { text: expect.stringMatching(/^a property goes\. Safe would be: keep it/) as string },
    });
  });

  it("tags a rule with the group of its findings, and with nothing if they are in none", () => {
    const tags = (group: string): unknown => rules(render([failure({ group })]))[0]?.properties.tags;
    expect(tags("create")).toEqual(["create"]);
    expect(tags("")).toEqual([]);
  });

  it("describes each rule once, by its id if its findings have different titles", () => {
    const log = render([
      failure({ id: "response-property-removed", title: "name removed" }),
      failure({ id: "response-property-removed", title: "status removed" }),
      failure(),
    ]);
    expect(rules(log).map(({ id, shortDescription }) => [id, shortDescription.text])).toEqual([
      ["response-property-removed", "response property removed"],
      ["create.status", "A created item is answered with 201"],
    ]);
    expect(results(log).map(({ ruleIndex }) => ruleIndex)).toEqual([0, 0, 1]);
    for (const rule of rules(log)) expect(rule.help.text).toContain("conformance/README.md#create-status");
  });

  it("has one rule for findings of one kind, and gives the id of a finding if it differs from the rule", () => {
    const log = render([
      failure({ id: "c-1", rule: "response-enum", title: "sold is new", subject: "GET /items" }),
      failure({ id: "c-2", rule: "response-enum", title: "lent is new" }),
    ]);
    expect(rules(log).map(({ id }) => id)).toEqual(["response-enum"]);
    expect(results(log).map(({ ruleId, ruleIndex }) => [ruleId, ruleIndex])).toEqual([
      ["response-enum", 0],
      ["response-enum", 0],
    ]);
    expect(results(log).map(({ message }) => message.text.split("\n")[1])).toEqual(["Id: c-1", "Id: c-2"]);
    const hashes = results(log).map(({ partialFingerprints }) => partialFingerprints["primaryLocationLineHash"]);
    expect(new Set(hashes).size).toBe(2);
  });

  it("gives a rule the severity of its worst finding", () => {
    const worst = (...severities: ("error" | "warning")[]) =>
      rules(render(severities.map((severity) => failure({ severity })))).map((one) => one.defaultConfiguration.level);
    expect(worst("warning", "error", "warning")).toEqual(["error"]);
    expect(worst("warning", "warning")).toEqual(["warning"]);
  });

  it("keeps the fingerprint of a finding if its line moves, and gives each operation its own", () => {
    const fingerprint = (...changes: Parameters<typeof failure>) =>
      results(render([failure(...changes)]))[0]?.partialFingerprints["animalStore/v1"];
    expect(fingerprint({ place: { file: "spec/animal-store.yaml", line: 300, column: 9 } })).toBe(fingerprint());
    expect(fingerprint({ subject: "GET /items" })).not.toBe(fingerprint());
  });

  it("creates two alerts for two operations that fail on the same line", () => {
    const hashes = results(render([failure(), failure({ subject: "GET /items" }), failure({ id: "other" })])).map(
      ({ partialFingerprints }) => partialFingerprints["primaryLocationLineHash"],
    );
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(hashes[2]).toBeUndefined();
  });

  it.runIf(IN_PROOF)("has no more results than GitHub accepts, and says how many it left out", () => {
    const log = render(Array.from({ length: 25_003 }, () => failure({ evidence: [] })));
    expect(results(log)).toHaveLength(25_000);
    expect(JSON.stringify(log.runs[0]?.invocations)).toContain("3 more findings left out");
  });

  it("is valid if there are no findings", () => {
    expect(sarifErrors(render([]))).toEqual([]);
  });

  it("escapes placeholders and links in foreign text", () => {
    const text = JSON.stringify(results(render([failure({ title: "{0} [a](https://example.com) {itemId}" })])));
    expect(text).not.toMatch(/[^{]\{0\}[^}]/);
    expect(text).not.toMatch(/[^\\]\[a\]\(/);
    expect(text).toContain("{itemId}");
  });

  for (const [name, text] of Object.entries(NASTY)) {
    it(`is valid with ${name} everywhere`, () => {
      const rendered = renderSarif(reportFullOf(text));
      expect(sarifErrors(JSON.parse(rendered))).toEqual([]);
      expect(rendered).not.toMatch(/[^\P{C}\n]/u);
    });
  }
});
