// README is short, and its links and pictures also work where only the package is: each leads to a file of the package.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { INTERRUPTED } from "../../src/commands/interrupt.ts";
import { INTERNAL } from "../../src/program.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const { files } = JSON.parse(read("package.json")) as { readonly files: readonly string[] };
const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  ...["agents", "documents", "figures", "gate", "library", "proxy", "serve", "verify", "vite", "windows"].map(
    (name) => `docs/${name}.md`,
  ),
];

/** The relative links of a page, as paths from the root with their anchors. */
function linksIn(page: string): [path: string, anchor: string | undefined][] {
  return [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^https?:/.test(link))
    .map((link) => link.split("#"))
    .map(([path = "", anchor]) => [path === "" ? page : normalize(join(dirname(page), path)), anchor]);
}

const anchorsIn = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

test("README has at most 200 lines", () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(200);
});

test.each(["README.md", "docs/verify.md", "conformance/README.md"])("%s lists every exit code", (page) => {
  const text = read(page);
  const listed = text.slice(text.search(/exit codes of every|\| exit code \||what does the exit code/i)).slice(0, 700);
  const codes = [0, 1, 2, 3, 4, INTERNAL, INTERRUPTED];
  expect(codes.filter((code) => !new RegExp(`(?<!\\w)${code}\\s+(?:\\| )?[a-z]`).test(listed))).toEqual([]);
});

test.each(PAGES)("each link in %s leads somewhere", (page) => {
  const broken = linksIn(page).filter(([path, anchor]) => {
    if (!existsSync(join(root, path))) return true;
    return anchor !== undefined && path.endsWith(".md") && !anchorsIn(path).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test.each([...PAGES, "SECURITY.md", "conformance/README.md", "spec/decisions.md"])(
  "the links of %s lead to files of the package",
  (page) => {
    const isPacked = (path: string): boolean =>
      path === "LICENSE" ||
      files.some((entry) => path === entry || path.startsWith(`${entry}/`) || isLike(path, entry));
    expect(linksIn(page).filter(([path]) => !isPacked(path.replace(/\/$/, "")))).toEqual([]);
  },
);

const isLike = (path: string, entry: string): boolean =>
  new RegExp(`^${entry.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`).test(path);

test("the map in CONTRIBUTING.md names every folder", () => {
  const map = read("CONTRIBUTING.md").split("```")[1] ?? "";
  const rooms = map.split(/^(?=\S)/m);
  const folders = ["src", "conformance"].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length).split("/")),
  );
  // What is below a folder of the same room is told in that room's rows; a family of checks is what its name says.
  const missing = folders.filter(([top = "", room = "", ...inner]) => {
    if (room === "checks" || (room === "console" && inner.length > 1)) return false;
    const rows = rooms.find((one) => one.startsWith(top === "src" ? `src/${room}/` : `${top}/`));
    return !(rows ?? "").includes(`${inner.at(-1) ?? room}/`);
  });
  expect(missing.map((parts) => parts.join("/"))).toEqual([]);
});

test("each file that CONTRIBUTING.md names exists", () => {
  const named = [...read("CONTRIBUTING.md").matchAll(/`((?:src|test|conformance|scripts|spec)\/[\w./-]+)`/g)];
  expect(named.length).toBeGreaterThan(20);
  expect(named.map(([, path = ""]) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
