// Compares the document of the animal store with its published interface and with its own rules.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import SwaggerParser from "@apidevtools/swagger-parser";
import type { OpenAPI } from "openapi-types";
import { describe, expect, it } from "vitest";
import { load } from "js-yaml";
import { embeddedSpecPath } from "../../src/contract/embedded/embedded.ts";
import { loadContract } from "../../src/contract/load.ts";
import { METHODS } from "../../src/document/field-names.ts";
import { showViolations } from "../../src/schema/violation.ts";
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const contract = await loadContract(embeddedSpecPath());
const document = contract.document.root;

/** The sections of the published interface. */
const SECTIONS = ["1", "2", "3", "4", "4.1", "4.2", "4.3", "5", "6", "7", "8", "9"];

/** Every object of the document, with its pointer. */
function* objectsIn(value: JsonValue, pointer = ""): Generator<readonly [string, JsonObject]> {
  if (typeof value !== "object" || value === null) return;
  if (isObject(value)) yield [pointer, value];
  for (const [key, item] of Object.entries(value)) yield* objectsIn(item, `${pointer}/${key}`);
}

describe("the document", () => {
  it("is valid OpenAPI 3.1 to a validator that is not ours", async () => {
    const raw = load(readFileSync(embeddedSpecPath(), "utf8")) as OpenAPI.Document;
    const validated = await SwaggerParser.validate(raw, { resolve: { http: false, file: false } });
    expect(validated.info).toMatchObject({ title: "Animal Store", version: "1.0.0" });
    expect(document["openapi"]).toBe("3.1.0");
  });

  it("has the operations of the interface and no other", () => {
    expect(contract.operations.map(({ id, method, path }) => `${id} ${method} ${path}`)).toEqual([
      "listPets GET /pets",
      "createPet POST /pets",
      "getPet GET /pets/{petId}",
    ]);
  });

  it("serves both environments below /v1", () => {
    expect(contract.servers).toHaveLength(2);
    expect(contract.servers.map(({ url }) => url).filter((url) => !url.endsWith("/v1"))).toEqual([]);
  });

  it("asks for the bearer key everywhere", () => {
    for (const { security } of contract.operations) {
      expect(security).toMatchObject([[{ type: "http", scheme: "bearer" }]]);
    }
  });

  it("has the limits of section 8", () => {
    const limit = contract.operations[0]?.parameters.find(({ name }) => name === "limit");
    expect(limit?.schema.definition).toMatchObject({ type: "integer", minimum: 1, maximum: 100, default: 20 });
    expect(limit?.required).toBe(false);
  });

  it("has the fields of section 2, required as they are there", () => {
    const judge = (name: string, value: JsonValue): string[] => {
      const [operation] = contract.operations.filter(({ id }) => id === (name === "NewPet" ? "createPet" : "getPet"));
      const content =
        name === "NewPet"
          ? operation?.body?.content
          : operation?.responses.find(({ status }) => status === (name === "Pet" ? "200" : "404"))?.content;
      return (content?.[0]?.schema?.validate(value) ?? []).map(({ at, keyword }) => `${at} ${keyword}`).sort();
    };
    expect(judge("NewPet", { name: "", categoryId: -(2n ** 63n) })).toEqual([]);
    expect(judge("NewPet", { name: 1, categoryId: 2n ** 63n, status: "lost" })).toEqual([
      "/categoryId format",
      "/name type",
      "/status enum",
    ]);
    expect(judge("NewPet", {})).toEqual([" required", " required"]);
    expect(judge("Pet", { id: 1, name: "a", categoryId: 1, status: "sold", more: true })).toEqual([]);
    expect(judge("Pet", { name: "a", categoryId: 1 })).toEqual([" required"]);
    expect(judge("Error", { code: "a", message: "b", status: 404 })).toEqual([]);
    expect(judge("Error", {})).toEqual([" required", " required", " required"]);
  });

  it("gives every operation a default response with the Error body", () => {
    for (const { responses } of contract.operations) {
      const error = responses.find(({ status }) => status === "default");
      expect(error?.content[0]?.schema?.definition).toEqual({ $ref: "#/components/schemas/Error" });
    }
  });

  it("lists the responses of section 4", () => {
    expect(contract.operations.map(({ responses }) => responses.map(({ status }) => status))).toEqual([
      ["200", "401", "default"],
      ["201", "400", "401", "default"],
      ["200", "401", "404", "default"],
    ]);
  });

  it("closes no object", () => {
    const closed = [...objectsIn(document)].filter(
      ([, value]) => value["additionalProperties"] !== undefined || value["unevaluatedProperties"] !== undefined,
    );
    expect(closed.map(([pointer]) => pointer)).toEqual([]);
  });
});

describe("examples", () => {
  const described = contract.operations.flatMap(({ id, parameters, body, responses }) => [
    ...parameters.map(({ name, schema, examples }) => ({ what: `${id} ${name}`, schema, examples })),
    ...(body?.content ?? []).map(({ schema, examples }) => ({ what: `${id} body`, schema, examples })),
    ...responses.flatMap(({ status, content, headers }) => [
      ...content.map(({ schema, examples }) => ({ what: `${id} ${status}`, schema, examples })),
      ...headers.map(({ name, schema, known }) => ({
        what: `${id} ${status} ${name}`,
        schema,
        examples: known === undefined ? [] : [{ pointer: schema.pointer, value: known }],
      })),
    ]),
  ]);

  it.for(described)("$what has some, and each is valid", ({ schema, examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    const problems = examples.map(({ value }) => showViolations(schema?.validate(value) ?? []));
    expect(problems.filter((problem) => problem !== "")).toEqual([]);
  });

  it("every example of the components is used", () => {
    const used = new Set(described.flatMap(({ examples }) => examples.map(({ pointer }) => pointer)));
    const names = Object.keys((document["components"] as JsonObject)["examples"] as JsonObject);
    expect(names.filter((name) => !used.has(`/components/examples/${name}/value`))).toEqual([]);
  });

  it("of schemas are valid too", () => {
    const examples = [...objectsIn((document["components"] as JsonObject)["schemas"] as JsonObject)]
      .filter(([, value]) => Array.isArray(value["examples"]))
      .flatMap(([, value]) =>
        (value["examples"] as JsonValue[]).map((example) => [
          value["type"],
          typeof example === "string" ? "string" : "integer",
        ]),
      );
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.filter(([type, kind]) => type !== kind)).toEqual([]);
  });

  it("of errors repeat the status of their response", () => {
    for (const { responses } of contract.operations) {
      const fixed = responses.filter(({ status }) => /^[45]\d\d$/.test(status));
      const seen = fixed.flatMap(({ status, content }) =>
        content.flatMap(({ examples }) =>
          examples.map(({ value }) => [status, String((value as { status: number }).status)]),
        ),
      );
      expect(seen.filter(([status, repeated]) => status !== repeated)).toEqual([]);
    }
  });
});

describe("deprecation", () => {
  const [operation] = contract.operations.filter(({ lifecycle }) => lifecycle.deprecated);

  it("is that of section 4.3: getPet, until 5 December 2030", () => {
    expect(operation?.id).toBe("getPet");
    expect(operation?.lifecycle.sunset).toBe("2030-12-05");
    expect(contract.operations.filter(({ lifecycle }) => lifecycle.deprecated)).toHaveLength(1);
  });

  it("x-sunset and the Sunset header hold the same day", () => {
    for (const { headers } of operation?.responses ?? []) {
      const sunset = headers.find(({ name }) => name === "Sunset");
      expect(sunset?.fixed).toBe(true);
      expect(new Date(sunset?.known ?? "").toUTCString()).toBe(sunset?.known);
      expect(new Date(sunset?.known ?? "").toISOString()).toBe(`${operation?.lifecycle.sunset}T00:00:00.000Z`);
    }
  });

  it("is announced on every response of it, and on no other", () => {
    const announced = contract.operations.flatMap(({ id, responses }) =>
      responses.map(({ status, headers }) => [
        id,
        status,
        headers
          .map(({ name }) => name)
          .filter((name) => /^(Deprecation|Sunset|Link)$/.test(name))
          .join(),
      ]),
    );
    expect(announced.filter(([id, , names]) => names !== (id === "getPet" ? "Deprecation,Sunset,Link" : ""))).toEqual(
      [],
    );
  });

  it("its date is in only one place", () => {
    const text = readFileSync(embeddedSpecPath(), "utf8");
    expect(text.match(/@1795132800/g)).toHaveLength(1);
    expect(operation?.responses[0]?.headers.find(({ name }) => name === "Deprecation")).toMatchObject({
      known: "@1795132800",
      required: true,
    });
  });

  it("Deprecation is a date of structured fields, before the sunset", () => {
    const known = operation?.responses[0]?.headers.find(({ name }) => name === "Deprecation")?.known ?? "";
    expect(known).toMatch(/^@\d+$/);
    expect(
      new Date(Number(known.slice(1)) * 1000).toISOString().slice(0, 10) < (operation?.lifecycle.sunset ?? ""),
    ).toBe(true);
  });

  it("the successor is the list, below the prefix of the servers", () => {
    const link = operation?.responses[0]?.headers.find(({ name }) => name === "Link")?.known ?? "";
    expect(link).toContain('</v1/pets>; rel="successor-version"');
    expect(link).toContain('rel="deprecation"');
  });
});

describe("x-source", () => {
  const components = document["components"] as JsonObject;
  const named = ["parameters", "requestBodies", "responses", "headers", "schemas", "securitySchemes"].flatMap((kind) =>
    Object.entries(components[kind] as JsonObject).map(
      ([name, part]) => [`${kind}/${name}`, part as JsonObject] as const,
    ),
  );
  const operations = Object.entries(document["paths"] as JsonObject).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = (item as JsonObject)[method];
      return operation === undefined ? [] : [[`${method.toUpperCase()} ${path}`, operation as JsonObject] as const];
    }),
  );

  it.for([...operations, ...named])("of %s names sections that the interface has", ([, part]) => {
    const sources = JSON.stringify(part["x-source"]).slice(1, -1).split(", ");
    expect(sources.filter((section) => !SECTIONS.includes(section))).toEqual([]);
  });

  it("is never one that the interface does not have, wherever it stands", () => {
    const all = [...objectsIn(document)].flatMap(([pointer, value]) =>
      value["x-source"] === undefined ? [] : [[pointer, value["x-source"]] as const],
    );
    expect(all.length).toBeGreaterThan(30);
    expect(
      all.filter(
        ([, source]) => typeof source !== "string" || source.split(", ").some((one) => !SECTIONS.includes(one)),
      ),
    ).toEqual([]);
  });
});

describe("decisions", () => {
  const text = readFileSync(join(root, "spec/decisions.md"), "utf8");
  const headings = new Set([...text.matchAll(/^## (.+)$/gm)].map((match) => match[1]));

  /** The text of every one of our files that may cite a decision. */
  function sources(folder: string): [string, string][] {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|md|yaml)$/.test(entry.name))
      .map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), "utf8")]);
  }

  it("every decision that the code cites exists", () => {
    const cited = ["src", "conformance"]
      .flatMap(sources)
      .flatMap(([file, content]) =>
        [...content.matchAll(/decisions\.md#([\w-]+)/g)].map((match) => [file, match[1]] as const),
      );
    expect(cited.filter(([, anchor]) => !headings.has(anchor))).toEqual([]);
    expect(
      [...text.matchAll(/\]\(#([\w-]+)\)/g)].map((match) => match[1]).filter((anchor) => !headings.has(anchor)),
    ).toEqual([]);
  });

  it("every decision has a question, a choice, a reason and how to change it, and is in the list at the top", () => {
    const listed = new Set([...text.matchAll(/\]\(#([\w-]+)\)/g)].map((match) => match[1]));
    const entries = text.split(/^## /m).slice(1);
    expect(entries.length).toBeGreaterThan(30);
    for (const entry of entries) {
      const [name = ""] = entry.split("\n", 1);
      const labels = [...entry.matchAll(/^- \*\*(.+?)\.\*\*/gm)].map((match) => match[1]);
      expect([name, labels]).toEqual([name, ["Question", "Choice", "Why", "To change"]]);
      expect(listed).toContain(name);
    }
  });
});
