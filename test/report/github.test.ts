import { basename, dirname } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { renderGithub } from "../../src/report/renderers/github.ts";
import { failure, finding, NASTY, report, reportFullOf, undecided } from "./sample.ts";

/** The workflow commands that the runner would carry out: it reads line by line and respects stop-commands. */
function commandsOf(text: string): readonly string[] {
  const commands: string[] = [];
  let stopped: string | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (stopped !== undefined) {
      if (line.trim() === `::${stopped}::`) stopped = undefined;
      continue;
    }
    const stop = /^::stop-commands::(.+)$/.exec(line.trim());
    if (stop) stopped = stop[1];
    else if (/^\s*::[a-z-]+|##\[/i.test(line)) commands.push(line);
  }
  expect(stopped, "commands were started again").toBeUndefined();
  return commands;
}

const kinds = (text: string): readonly string[] =>
  commandsOf(text).map((line) => /^::([a-z]+)/.exec(line)?.[1] ?? line);

describe("annotations on GitHub", () => {
  it("are on the line of the document, with what was seen", () => {
    expect(commandsOf(renderGithub(report([failure()])))[0]).toBe(
      "::error file=spec/animal-store.yaml,line=214,col=9,title=fail%3A POST /items::A created item is answered with 201 [create.status]%0AExpected the status 201, as the document says.%0ASaw the status 200.",
    );
  });

  it("distinguish failures, warnings and undecided checks, and leave out what passed", () => {
    const text = renderGithub(report([failure(), failure({ severity: "warning" }), undecided(), finding()]));
    expect(kinds(text)).toEqual(["error", "warning", "notice", "group", "endgroup"]);
  });

  it("are limited to ten of each kind, the last of which counts the rest", () => {
    const text = renderGithub(report(Array.from({ length: 25 }, () => failure())));
    const errors = commandsOf(text).filter((line) => line.startsWith("::error"));
    expect(errors).toHaveLength(10);
    expect(errors.at(-1)).toContain("16 more findings");
    const ten = renderGithub(report(Array.from({ length: 10 }, () => failure())));
    expect(ten).not.toContain("more finding");
  });

  it("escape characters that would end a property or a line", () => {
    const [line] = commandsOf(renderGithub(report([failure({ subject: "a,b:c%d", details: ["100%\r\nnext"] })])));
    expect(line).toContain("title=fail%3A a%2Cb%3Ac%25d::");
    expect(line).toContain("100%25%0Anext");
  });

  it("reveal no absolute path", () => {
    const place = { file: `${process.cwd()}/spec/a.yaml`, line: 1, column: 1 };
    expect(renderGithub(report([failure({ place })])).split("\n")[0]).toContain("file=spec/a.yaml,");
  });

  it("have paths from the top of the repository, even if the job runs in a subfolder", () => {
    const fileIn = (workspace: string, file: string): string | undefined => {
      vi.stubEnv("GITHUB_WORKSPACE", workspace);
      const text = renderGithub(report([failure({ place: { file, line: 1, column: 1 } })]));
      vi.unstubAllEnvs();
      return /file=([^,]*)/.exec(text)?.[1];
    };
    const [here, above] = [basename(process.cwd()), dirname(process.cwd())];
    expect(fileIn(above, "spec/a.yaml")).toBe(`${here}/spec/a.yaml`);
    expect(fileIn(above, `${process.cwd()}/a.yaml`)).toBe(`${here}/a.yaml`);
    expect(fileIn(above, "../a.yaml")).toBe("a.yaml");
    expect(fileIn("/elsewhere", "spec/a.yaml")).toBe("spec/a.yaml");
    expect(fileIn("", "spec/a.yaml")).toBe("spec/a.yaml");
  });

  it("are the same for the same report", () => {
    expect(renderGithub(report([failure()]))).toBe(renderGithub(report([failure()])));
  });

  for (const [name, text] of Object.entries(NASTY)) {
    it(`do not let ${name} be a command or a control sequence`, () => {
      const rendered = renderGithub(reportFullOf(text));
      expect(kinds(rendered)).toEqual(["error", "error", "error", "warning", "notice", "group", "endgroup"]);
      expect(rendered).not.toMatch(/[^\P{Cc}\n]/u);
    });
  }
});
