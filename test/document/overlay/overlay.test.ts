// Overlays change a document for every command without changing its file.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, type Called } from "../../cli/program.ts";

const PLANTS = `openapi: 3.1.0
info: { title: Plants, version: 1.0.0 }
paths:
  /plants:
    get:
      operationId: listPlants
      parameters:
        - { name: window, in: query, schema: { type: integer, maximum: 50 } }
        - { name: light, in: query, schema: { type: string } }
      responses:
        "200":
          description: all plants
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Plant" } }
    post:
      operationId: addPlant
      requestBody:
        content: { application/json: { schema: { $ref: "#/components/schemas/Plant" } } }
      responses:
        "201":
          description: added
          content: { application/json: { schema: { $ref: "#/components/schemas/Plant" } } }
  /plants/{plantId}:
    get:
      operationId: getPlant
      parameters: [{ name: plantId, in: path, required: true, schema: { type: integer } }]
      responses:
        "200":
          description: one plant
          content: { application/json: { schema: { $ref: "#/components/schemas/Plant" } } }
components:
  schemas:
    Plant:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string }
        exposure: { type: string, enum: [sun, shade] }
`;

const overlay = (...actions: readonly string[]): string =>
  `overlay: 1.0.0\ninfo: { title: Ours, version: 1.0.0 }\nactions:\n${actions.map((one) => `  - ${one}\n`).join("")}`;

/** Runs a command in a folder with plants.yaml and ours.yaml, with the files named as typed. */
async function inFolder(changes: string, ...args: readonly string[]): Promise<Called> {
  const folder = mkdtempSync(join(tmpdir(), "animal-store-overlay-"));
  try {
    writeFileSync(join(folder, "plants.yaml"), PLANTS);
    writeFileSync(join(folder, "ours.yaml"), changes);
    const called = await call(
      args.map((arg) => (arg === "plants.yaml" ? join(folder, arg) : arg)),
      { cwd: folder },
    );
    const plain = (text: string): string => text.replaceAll(`${folder}/`, "");
    return { ...called, stdout: plain(called.stdout), stderr: plain(called.stderr) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("an overlay can add x-resource to a document that must not be edited", async () => {
  const changes = overlay(
    "{ target: \"$.paths['/plants'].get\", update: { x-resource: { pageSize: window, filters: { light: exposure } } } }",
  );
  const { code, stdout, stderr } = await inFolder(changes, "explain", "plants.yaml", "--overlay", "ours.yaml");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("page size   window");
  expect(stdout).toContain("filters     exposure");
});

test("an overlay removes what it selects, and later actions no longer see it", async () => {
  const changes = overlay(
    "{ target: \"$.paths.*.get.parameters[?@.in == 'query']\", remove: true }",
    "{ target: \"$.paths['/plants'].post\", remove: true }",
    "{ target: \"$.paths['/plants'].get.parameters\", update: { name: first, in: query, schema: { type: integer } } }",
  );
  const { stdout } = await inFolder(changes, "explain", "plants.yaml", "--overlay", "ours.yaml", "--json");
  const told = JSON.parse(stdout) as { operations: { id: string }[]; resources: { pageSize: { parameter: string } }[] };
  expect(told.operations.map(({ id }) => id)).toEqual(["listPlants", "getPlant"]);
  expect(told.resources[0]?.pageSize.parameter).toBe("first");
});

test("several overlays are applied in turn", async () => {
  const changes = overlay("{ target: $.info, update: { title: Garden } }");
  const { stdout } = await inFolder(
    changes,
    "explain",
    "plants.yaml",
    "--overlay",
    "ours.yaml",
    "--overlay",
    "ours.yaml",
  );
  expect(stdout).toMatch(/^Garden 1\.0\.0/);
});

test("a mistake in what an overlay added is reported at its line of the overlay", async () => {
  const changes = overlay(
    "{ target: \"$.paths['/plants'].get.parameters[0]\", remove: true }",
    "target: $.components.schemas.Plant.properties\n    update:\n      height:\n        type: string\n        minLenght: 2",
    "{ target: \"$.paths['/plants'].get\", update: { x-resource: { filters: { shine: name } } } }",
  );
  const { stdout } = await inFolder(changes, "lint", "plants.yaml", "--overlay", "ours.yaml");
  expect(stdout).toContain("ours.yaml:9");
  const { stdout: explained } = await inFolder(changes, "explain", "plants.yaml", "--overlay", "ours.yaml");
  expect(explained).toMatch(/ours\.yaml:10: filters names the query parameter "shine"/);
});

test("the gate applies an overlay to both documents before it compares them", async () => {
  const changes = overlay("{ target: \"$.paths['/plants'].post\", remove: true }");
  const { code, stderr } = await inFolder(changes, "gate", "plants.yaml", "plants.yaml", "--overlay", "ours.yaml");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

test("a target that selects nothing is reported, as it is probably a mistake", async () => {
  const changes = overlay("{ target: \"$.paths['/plant']\", update: { x-a: 1 } }");
  const { code, stderr } = await inFolder(changes, "lint", "plants.yaml", "--overlay", "ours.yaml");
  expect(code).toBe(0);
  expect(stderr).toContain("animal-store lint: ours.yaml:4: the target $.paths['/plant'] selects nothing");
});

test.each([
  ["overlay: 2.0.0\nactions: [{ target: $, update: {} }]", 'ours.yaml:1:1: the version of the overlay is "2.0.0"'],
  ["overlay: 1.0.0\nactions: []", "ours.yaml:2:1: an overlay must have a list of actions"],
  [overlay("{ targt: $.info, remove: true }"), '"targt" is not a field of an action: did you mean "target"?'],
  [overlay("{ target: $.info }"), "ours.yaml:4:5: an action needs update, or remove: true"],
  [overlay("{ target: info, remove: true }"), "is not a JSONPath expression: expected '$', found 'i'"],
  [overlay("{ target: $, remove: true }"), "selects the whole document, which cannot be removed"],
  [overlay("{ target: $.info.title, update: Garden }"), "selects a single value"],
  [overlay("{ target: $.info, update: Garden }"), "selects an object, and the update is none"],
  ["- 1", "ours.yaml:1:1: an overlay must be an object"],
  ["overlay: [", "ours.yaml:1"],
])("%j is refused at its line", async (changes, why) => {
  const { code, stderr } = await inFolder(changes, "explain", "plants.yaml", "--overlay", "ours.yaml");
  expect(code).toBe(2);
  expect(stderr).toContain(why);
});

test.each(["serve", "verify", "explain", "lint", "gate", "compile", "checks", "requirements"])(
  "%s takes an overlay, and says which one is missing",
  async (command) => {
    const args = command === "verify" ? [command, "http://127.0.0.1:9", "--spec"] : [command];
    const { code, stderr } = await inFolder("", ...args, "plants.yaml", "--overlay", "missing.yaml");
    expect(code).toBe(2);
    expect(stderr).toContain("missing.yaml:1:1: the overlay does not exist");
  },
);

test("the embedded document can be changed as well", async () => {
  const changes = overlay("{ target: $.info, update: { title: Zoo } }");
  const { stdout } = await inFolder(changes, "explain", "--overlay", "ours.yaml");
  expect(stdout).toMatch(/^Zoo /);
});
