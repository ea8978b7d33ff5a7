// Finds files of a revision by path, through links and folders, or says why there is no such file.
import { expect, test } from "vitest";
import type { Objects } from "../../src/commands/git/objects.ts";
import { Snapshot } from "../../src/commands/git/snapshot.ts";

const [FILE, LINK, SUBMODULE] = ["100644", "120000", "160000"] as const;

/** By path, the mode and the contents; folders have none. */
const TREE: Readonly<Record<string, readonly [mode: string, contents: string] | undefined>> = {
  "api/store.yaml": [FILE, "the store"],
  "api/parts/limit.yaml": [FILE, "a part"],
  "links/up": [LINK, "../api/parts/../store.yaml"],
  "links/folder": [LINK, "../api/./parts/"],
  "links/out": [LINK, "../../secret"],
  "links/absolute": [LINK, "/etc/passwd"],
  "links/circle": [LINK, "circle"],
  "links/long": [LINK, "x/".repeat(3_000)],
  other: [SUBMODULE, ""],
};

/** The result: the place and the contents, or why nothing was found. */
async function found(path: string): Promise<string> {
  const names = Object.keys(TREE);
  const objects = { read: async (id: string) => ({ type: "blob", bytes: Buffer.from(TREE[id]?.[1] ?? "") }) };
  const snapshot = new Snapshot(
    async (at) => {
      const entry = TREE[at];
      if (entry !== undefined) return { mode: entry[0], id: at, isFolder: false };
      return names.some((name) => name.startsWith(`${at}/`)) ? { mode: "40000", id: at, isFolder: true } : undefined;
    },
    objects as unknown as Objects,
  );
  const one = await snapshot.read(path);
  return "not" in one ? `not ${one.not}` : `${one.path}: ${one.bytes.toString()}`;
}

test.each([
  ["api/store.yaml", "api/store.yaml: the store"],
  ["./api//parts/../store.yaml", "api/store.yaml: the store"],
  ["links/up", "api/store.yaml: the store"],
  ["links/folder/limit.yaml", "api/parts/limit.yaml: a part"],
  ["api/none.yaml", "not there"],
  ["api/store.yaml/below", "not there"],
  ["api", "not file"],
  ["links/folder", "not file"],
  ["", "not file"],
  ["../api/store.yaml", "not inside"],
  ["links/out", "not inside"],
  ["links/absolute", "not inside"],
  ["links/circle", "not inside"],
  ["links/long", "not inside"],
  ["other/file.yaml", "not ours"],
])("%s is %s", async (path, what) => {
  expect(await found(path)).toBe(what);
});
