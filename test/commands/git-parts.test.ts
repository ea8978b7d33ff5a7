// How paths and the output of git are handled, tested without git: which paths are inside, what a document in a
// revision may refer to, and why git could not be run.
import { describe, expect, test } from "vitest";
import type { Tracked } from "../../src/commands/git/git.ts";
import { neighboursOf } from "../../src/commands/git/neighbours.ts";
import { type Repository, fromTop, isWithin, pathInTree, unusable } from "../../src/commands/git/repository.ts";
import { readText } from "../../src/document/read.ts";
import { referencedPath } from "../../src/document/references/path.ts";

const repository = (prefix = ""): Repository => ({ top: "/home/me/repository", prefix, words: [], env: {} });

test.each([
  ["/home/me/repository", true, undefined],
  ["/home/me/repository/a/b.yaml", true, "a/b.yaml"],
  ["/home/me/repository/..a", true, "..a"],
  ["/home/me/repository2/a", false, undefined],
  ["/work", false, undefined],
  ["/other", false, undefined],
])("is %s in the repository? %s, as %s", (path, within, from) => {
  expect([isWithin(path, "/home/me/repository"), fromTop(repository(), path)]).toEqual([within, from]);
});

test.each([
  ["a.yaml", "a.yaml"],
  ["./a.yaml", "sub/a.yaml"],
  ["../a.yaml", "a.yaml"],
  [".a.yaml", ".a.yaml"],
  ["..a/b.yaml", "..a/b.yaml"],
])("REF:%s in the folder sub means %s", (path, named) => {
  expect(pathInTree(repository("sub/"), path)).toBe(named);
});

test.each([
  [{ code: "ENOENT" }, "git is not installed, or this folder is gone: name two files"],
  [{ code: "ERR_CHILD_PROCESS_STDIO_MAXBUFFER" }, expect.stringMatching(/^git show printed more than \d+ MiB$/)],
  [new Error("no room"), "git show: no room"],
  ["no room", "git show: no room"],
])("if git cannot be run because of %j, the message gives the reason", (error, message) => {
  expect(unusable(["show", "x"], error).message).toEqual(message);
});

describe("files beside a document of a revision", () => {
  const FILES: Readonly<Record<string, string>> = {
    "api/one.yaml": "a: 1",
    "api/parts/two.json": '{"b":2}',
    "api/bad.yaml": "a: 1\nb: [",
    "api/not.json": "\u00ff",
    "api/link.yaml": "link",
    "elsewhere.yaml": "a: 1",
  };
  let reads = 0;
  const read = (path: string): Promise<unknown> => {
    reads++;
    if (path === "api/out.yaml") return Promise.resolve({ not: "inside" });
    if (path === "api/link.yaml") return Promise.resolve({ path: "elsewhere.yaml", bytes: Buffer.from("a: 1") });
    const text = FILES[path];
    return Promise.resolve(text === undefined ? { not: "there" } : { path, bytes: Buffer.from(text, "latin1") });
  };
  const tracked = (path: string, revision = "main"): Tracked =>
    ({ revision, path, snapshot: { read } }) as unknown as Tracked;

  const OUT = {
    refused: "leads out of the folder of the document, and nothing is read there",
    isForbidden: true,
  };
  test.each<[string, string, object]>([
    ["one.yaml", "api/spec.yaml", { path: "api/one.yaml", value: { a: 1 } }],
    ["./parts/two.json", "api/spec.yaml", { path: "api/parts/two.json", value: { b: 2 } }],
    ["../one.yaml", "api/parts/two.json", { path: "api/one.yaml", value: { a: 1 } }],
    ["../elsewhere.yaml", "api/spec.yaml", OUT],
    ["/api/one.yaml", "api/spec.yaml", OUT],
    ["out.yaml", "api/spec.yaml", OUT],
    ["link.yaml", "api/spec.yaml", OUT],
    ["no.yaml", "api/spec.yaml", { refused: "does not exist at main" }],
    ["not.json", "api/spec.yaml", { refused: "is not valid UTF-8" }],
    ["bad.yaml", "api/spec.yaml", { refused: expect.stringMatching(/ \(line 2 of it\)$/) as unknown }],
    ["one.txt", "api/spec.yaml", { refused: "does not name a .yaml, .yml, .json file" }],
  ])("%s from %s", async (reference, from, found) => {
    const neighbours = neighboursOf(tracked("api/spec.yaml"));
    expect(await neighbours.read(reference, from)).toEqual(found);
  });

  test("each file is read once, and its name includes the revision", async () => {
    const neighbours = neighboursOf(tracked("api/spec.yaml"));
    expect([neighbours.path, neighbours.nameOf("api/one.yaml")]).toEqual(["api/spec.yaml", "main:api/one.yaml"]);
    reads = 0;
    await neighbours.read("one.yaml", "api/spec.yaml");
    await neighbours.read("one.yaml", "api/spec.yaml");
    expect([reads, [...neighbours.texts.keys()]]).toEqual([1, ["api/one.yaml"]]);
  });

  test("a document at the top can refer to the whole repository, and messages name the index", async () => {
    const neighbours = neighboursOf(tracked("spec.yaml", ""));
    expect(await neighbours.read("elsewhere.yaml", "spec.yaml")).toMatchObject({ value: { a: 1 } });
    expect(await neighbours.read("../elsewhere.yaml", "spec.yaml")).toEqual(OUT);
    expect(await neighbours.read("no.yaml", "spec.yaml")).toEqual({ refused: "does not exist at the index" });
  });
});

test.each([
  ["a.yaml", "a.yaml"],
  ["a%20b.YML", "a b.YML"],
  ["../a.json", "../a.json"],
  ["http://localhost/a.yaml", "URL"],
  ["FILE:a.yaml", "URL"],
  ["//localhost/a.yaml", "URL"],
  ["\\\\host\\a.yaml", "URL"],
  ["a%.yaml", "is not a readable path"],
  ["a%00.yaml", "is not a readable path"],
  ["a%0A.yaml", "is not a readable path"],
  ["a.yaml.txt", "does not name a .yaml, .yml, .json file"],
  ["yaml", "does not name a .yaml, .yml, .json file"],
])("the reference %s is read as %s", (reference, read) => {
  const url = {
    refused: "is a URL; only files beside the document are read, and nothing is ever fetched",
    isForbidden: true,
  };
  const path = referencedPath(reference);
  const told = read === "URL" ? url : read.includes(" a ") ? { refused: read } : read;
  expect(path).toEqual(told);
});

test("a file that cannot be read has a reason", () => {
  expect(readText(import.meta.dirname)).toEqual({ refused: "is a folder, not a file" });
  expect(readText("/dev/null")).toEqual({ refused: "is not a regular file" });
  expect(readText(`${import.meta.filename}/a`)).toEqual({ refused: "does not exist" });
  expect(readText("no-such-file.yaml")).toEqual({ refused: "does not exist" });
});
