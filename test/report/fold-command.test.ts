// Long commands are shown in short lines, and a shell still reads the same command.
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { curlOf } from "../../src/report/renderers/curl.ts";
import { foldCommand } from "../../src/report/parts/fold-command.ts";

/** The words of a command as a shell reads them. */
const words = (command: string): string =>
  execFileSync("sh", ["-c", `show() { for word; do printf '<%s>' "$word"; done; cat; }; ${command}`], {
    input: "",
    encoding: "utf8",
    env: { API_KEY: "the-key" },
  });

describe("a command that is too long for a line", () => {
  it.for([
    ["many words", `show ${"word ".repeat(100).trim()}`],
    ["one long word in quotes", `show '${"it is long ".repeat(60)}' end`],
    ["nested quotes", String.raw`show 'it'\''s' "Bearer $API_KEY" '${`{"a":"b c"}`.repeat(40)}' x`],
    ["a short command", "show a 'b c'"],
  ])("%s", ([, command = ""]) => {
    const whole = words(command);
    for (const indent of [0, 4]) {
      const lines = foldCommand(command, 80, indent);
      expect(lines.filter((line) => line.length > 81)).toEqual([]);
      expect(words(lines.join("\n"))).toBe(whole);
    }
  });
});

describe("a body that repeats itself", () => {
  it.for([
    ["brackets", "[".repeat(5000) + "]".repeat(5000)],
    ["words in a property", `{"x-not-in-the-document":"${"large ".repeat(13_333)}"}`],
    ["percent signs, quotes and backslashes", `{"a":"${`%s'\\n`.repeat(300)}"}`],
  ])("is sent by a short command: %s", ([, body = ""]) => {
    const command = curlOf({ method: "POST", url: "http://127.0.0.1/", headers: [], body });
    expect(command.length).toBeLessThan(300);
    expect(command).toContain("--data-binary @-");
    const [generator = ""] = command.split(" | curl");
    expect(execFileSync("sh", ["-c", generator], { encoding: "utf8" })).toBe(body);
  });
});
