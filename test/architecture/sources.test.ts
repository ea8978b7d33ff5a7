// Rules for all sources.
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

function filesIn(folder: string): [string, string][] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(root, file), readFileSync(file, "utf8")]);
}

const sources = [...filesIn("src"), ...filesIn("conformance")];

describe("the sources", () => {
  it("know nothing about the contents of the embedded document", () => {
    const found = sources.flatMap(([file, text]) =>
      text
        .split("\n")
        .flatMap((line, index) =>
          /pets?\b|categoryId|animal/i.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
    // The product's own name, its variables, and the words that help uses for the default document.
    const allowed = /animal-store|animalStore|animal store|ANIMAL_STORE_|Animal Store/;
    const left = found.filter((line) =>
      /pets?\b|categoryId|animal/i.test(line.replaceAll(new RegExp(allowed, "g"), "")),
    );
    expect(left).toEqual([]);
  });

  it("have no file over 300 lines, and few over 250", () => {
    const lengths = sources.map(([file, text]) => [file, text.trimEnd().split("\n").length] as const);
    expect(lengths.filter(([, length]) => length > 300)).toEqual([]);
    expect(lengths.filter(([, length]) => length > 250).length).toBeLessThan(lengths.length / 10);
  });

  it("open with what they are for", () => {
    const silent = sources.filter(([, text]) => !/^(#!.*\n|\/\* oxlint-disable .*\n)?\/\//.test(text));
    expect(silent.map(([file]) => file)).toEqual([]);
  });

  it("never look up a foreign name in a plain object, which has `constructor` and `toString`", () => {
    // Objects that are filled later, and copies of data, are not tables.
    const table =
      /const (\w+): (?:Readonly<\s*)?Record<\s*string,[^;]*?> = (?:Object\.freeze\()?\{(?!\s*(?:\}|\.\.\.))/g;
    const found = sources.flatMap(([file, text]) => [...text.matchAll(table)].map(([, name]) => `${file}: ${name}`));
    expect(found).toEqual([]);
  });

  it("do not override the type checker", () => {
    const found = sources.filter(([, text]) =>
      /@ts-(ignore|expect-error|nocheck)|oxlint-disable.*no-explicit-any/.test(text),
    );
    expect(found.map(([file]) => file)).toEqual([]);
  });
});

describe("the tests", () => {
  it("leave nothing out", () => {
    const tests = filesIn("test").filter(([file]) => file.endsWith(".test.ts"));
    const marked = /\b(it|test|describe)[.](skip|only|todo|fails)\b/;
    expect(tests.filter(([, text]) => marked.test(text)).map(([file]) => file)).toEqual([]);
  });
});
