import { describe, expect, it } from "vitest";
import {
  block,
  clip,
  count,
  duration,
  escapeMarkup,
  oneLine,
  grouped,
  withoutCommands,
} from "../../src/report/text.ts";
import { columns, wrap } from "../../src/report/parts/wrap.ts";
import { repositoryPath, repositoryUri } from "../../src/report/parts/place.ts";
import { NASTY } from "./sample.ts";

describe("foreign text", () => {
  it("is shown with its invisible characters escaped", () => {
    expect(oneLine("a\u001b[31mb\u202ec\u0000\n\t\r")).toBe(String.raw`a\x1b[31mb\u202ec\0\n\t\r`);
    expect(oneLine("\ud800 \ufffe \u{e0001}")).toBe(String.raw`\ud800 \ufffe \u{e0001}`);
  });

  it("is never a command to a CI runner, anywhere in a line", () => {
    expect(oneLine("a ##[error]b ##vso[task.x] ##teamcity[y] # # ##")).toBe(
      String.raw`a #\x23[error]b #\x23vso[task.x] #\x23teamcity[y] # # ##`,
    );
    expect(withoutCommands("::error::a\n \u00a0::b\nc ::d\n:e\n::")).toBe(
      String.raw`\x3a:error::a` + "\n \u00a0" + String.raw`\x3a:b` + "\nc ::d\n:e\n" + String.raw`\x3a:`,
    );
  });

  it("keeps every script and emoji unchanged", () => {
    const text = "Ünïcødé 田中 عربي 😀 é";
    expect(oneLine(text)).toBe(text);
  });

  it("keeps the lines of a message, with a lone carriage return escaped", () => {
    expect(block("a\r\nb\n\tc\rd")).toBe("a\nb\n\tc\\rd");
  });

  it("is cut between characters, and says how much is missing", () => {
    expect(clip("abcdef", 6)).toBe("abcdef");
    expect(clip("abcdef", 4)).toBe("abcd… (2 more characters)");
    expect(clip("😀😀", 3).isWellFormed()).toBe(true);
  });

  it("is escaped in elements and attributes", () => {
    expect(escapeMarkup(`<a b="c" d='e'>&`)).toBe("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
  });

  it("counts and durations are easy to read", () => {
    expect([count(1, "failure"), count(1200, "entry", "entries")]).toEqual(["1 failure", "1,200 entries"]);
    expect([duration(840), duration(1432), duration(125_000)]).toEqual(["840 ms", "1.4 s", "2 min 5 s"]);
    expect([duration(999.6), duration(59_960), duration(119_700)]).toEqual(["1.0 s", "1 min 0 s", "2 min 0 s"]);
    expect([duration(999), duration(1000), duration(59_900), duration(60_000), duration(3_600_000)]).toEqual([
      "999 ms",
      "1.0 s",
      "59.9 s",
      "1 min 0 s",
      "60 min 0 s",
    ]);
  });
});

describe("large numbers", () => {
  it("are grouped as in English", () => {
    for (const number of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 2 ** 53 - 1]) {
      expect(grouped(number)).toBe(number.toLocaleString("en-US"));
    }
  });
});

describe("lines of a terminal", () => {
  it("break at spaces, and further lines are indented", () => {
    expect(wrap("one two three four", { width: 12, indent: 1, hang: 2 })).toEqual([" one two", "   three", "   four"]);
  });

  it("count a wide character as two columns and a combining one as none", () => {
    expect(columns("田中e\u0301")).toBe(5);
  });

  for (const [name, text] of Object.entries(NASTY)) {
    it(`lose nothing of ${name} and stay within the width`, () => {
      const shown = oneLine(text);
      const lines = wrap(shown, { width: 40, indent: 4, hang: 2 });
      for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(40);
      expect(lines.join("").replaceAll(" ", "")).toBe(shown.replaceAll(" ", ""));
    });
  }
});

describe("the path of a document", () => {
  it("is relative to the repository, however it was given", () => {
    expect(repositoryPath("./spec/a.yaml")).toBe("spec/a.yaml");
    expect(repositoryPath(String.raw`spec\a.yaml`)).toBe("spec/a.yaml");
    expect(repositoryPath(`${process.cwd()}/spec/a.yaml`)).toBe("spec/a.yaml");
    expect(repositoryPath("/elsewhere/spec/a.yaml")).toBe("a.yaml");
    expect(repositoryPath("../../a.yaml")).toBe("a.yaml");
    expect(repositoryPath(String.raw`C:\spec\a.yaml`)).toBe("a.yaml");
  });

  it("is percent-encoded in a URI", () => {
    expect(repositoryUri("spec/a b#c:ü.yaml")).toBe("spec/a%20b%23c%3A%C3%BC.yaml");
  });
});
