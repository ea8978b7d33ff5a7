// The sources import along the arrows of `arrows.ts`, and never in circles.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { breachesIn, importsIn } from "./arrows.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Every source file, with its text. */
const sources = ["src", "conformance"].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => [join(top, path), readFileSync(join(root, top, path), "utf8")] as const),
);

const imports = new Map(sources.map(([file, text]) => [join(root, file), importsIn(text)]));

describe("an import against the arrows", () => {
  it.each([
    ["conformance/reads-mock.ts", 'import "../src/mock/item.ts";'],
    ["conformance/reads-store.ts", 'import type { Store } from "../src/store/store.ts";\nexport type A = Store;'],
    ["conformance/reads-http.ts", 'export { createMockServer } from "../src/http/server.ts";'],
    ["conformance/reads-commands.ts", 'import "../src/commands/io.ts";'],
    ["conformance/checks/reads-mock.ts", 'import "../../src/mock/items/item.ts";'],
    ["src/store/reads-resource.ts", 'import "../resource/model.ts";'],
    ["src/gate/reads-resource.ts", 'import "../resource/infer.ts";'],
    ["src/mock/reads-ajv.ts", 'import "ajv/dist/2020.js";'],
    ["conformance/reads-ajv.ts", 'import "ajv";'],
    ["src/http/reads-http-spec.ts", 'import "@stoplight/http-spec/oas3/operation";'],
    ["src/schema/normal/reads-contract.ts", 'import "../../contract/model.ts";'],
    ["src/mock/lazy.ts", 'const { x } = await import("../http/server.ts");'],
    ["src/gate/several.ts", 'import {\n  a,\n  type B,\n} from "../mock/item.ts";'],
    ["src/store/type.ts", 'let a: import("../mock/item.ts").Item;'],
    ["src/resource/required.ts", 'require("lossless-json");'],
  ])("%s is refused: %s", (file, text) => {
    expect(breachesIn(file, text)).toHaveLength(1);
  });

  it.each([
    ["src/resource/clean.ts", 'import "../contract/model.ts";'],
    ["src/mock/clean.ts", 'import "../resource/model.ts";\nimport "../store/store.ts";'],
    ["src/http/clean.ts", 'import "../mock/item.ts";\nimport "../store/store.ts";'],
    ["src/schema/clean.ts", 'import "ajv";\nimport "../json/value.ts";'],
    ["src/contract/clean.ts", 'import "../schema/model.ts";\nimport "../document/document.ts";'],
    ["src/gate/clean.ts", 'import "../contract/model.ts";\nimport "../report/finding.ts";'],
    ["src/commands/clean.ts", 'import "../http/server.ts";\nimport "../../conformance/run.ts";'],
    ["conformance/clean.ts", 'import "../src/contract/model.ts";\nimport "../src/resource/model.ts";'],
    ["src/schema/normal/own.ts", 'import "../families/family.ts";'],
  ])("%s is not: %s", (file, text) => {
    expect(breachesIn(file, text)).toEqual([]);
  });
});

describe("the sources", () => {
  it("import along the arrows, including lazy and type imports", () => {
    expect([...imports.values()].flat().length).toBeGreaterThan(1000);
    const breaches = sources.flatMap(([file, text]) => breachesIn(file, text).map((name) => `${file} imports ${name}`));
    expect(breaches).toEqual([]);
  });

  it("have no import cycles, type imports included", () => {
    const circles = circlesOf(
      new Map([...imports].map(([file, names]) => [file, names.map((name) => resolve(dirname(file), name))])),
    );
    const found = circles.map((files) => files.map((file) => relative(root, file)).sort());
    expect(found).toEqual([]);
  });

  it("give folders that stand side by side a direction", () => {
    const arrows = new Set(
      [...imports].flatMap(([file, names]) =>
        names.flatMap((name) => {
          const [own, other] = [file, resolve(dirname(file), name)].map((path) => relative(root, path).split("/"));
          const at = own?.findIndex((step, index) => step !== other?.[index]) ?? 0;
          const [from, to] = [own, other].map((steps = []) => steps.slice(0, at + 1).join("/"));
          // Where the paths part, both must lead on, or one of the two is a file beside the folder of the other.
          return at > 0 && (own?.length ?? 0) > at + 1 && (other?.length ?? 0) > at + 1 ? [`${from} ${to}`] : [];
        }),
      ),
    );
    const circles = [...arrows].filter((arrow) => arrow < reversed(arrow) && arrows.has(reversed(arrow)));
    // The session of a run sends every request, and so needs the guard and the record of what the run created.
    const session = ["conformance/client conformance/guard", "conformance/client conformance/items"];
    const open = ["conformance/items conformance/judgements", "conformance/items conformance/probes"];
    expect(circles.filter((circle) => !open.includes(circle)).sort()).toEqual(session);
  });

  it("keep the gate's policy apart from its comparison", () => {
    const relatives = [...imports].map(([file, names]) => [relative(root, file), names] as const);
    for (const [own, other] of [
      ["policy", "compare"],
      ["compare", "policy"],
    ] as const) {
      const within = relatives.filter(([file]) => file.startsWith(`src/gate/${own}/`));
      expect(within.length).toBeGreaterThan(5);
      const named = within.filter(([file, names]) =>
        names.some((name) => join(dirname(file), name).startsWith(`src/gate/${other}/`)),
      );
      expect(named.map(([file]) => file)).toEqual([]);
    }
  });
});

function reversed(arrow: string): string {
  return arrow.split(" ").reverse().join(" ");
}

/** The strongly connected components of more than one file (Tarjan). */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    low.set(file, own);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) low.set(file, Math.min(low.get(file) ?? own, visit(next)));
      else if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? own, order.get(next) ?? own));
    }
    const least = low.get(file) ?? own;
    if (least === own) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) circles.push(circle);
    }
    return least;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
