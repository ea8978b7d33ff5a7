// Discriminators that move to another property.
import { describe, expect, test } from "vitest";
import { bodyOf, compare, withRequest, withResponse } from "./documents.ts";

type Schema = Record<string, unknown>;

const TEXT = { type: "string" };
const object = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });

describe("alternatives whose discriminator becomes another property", () => {
  const animal = object({ kind: TEXT, sort: TEXT }, { required: ["kind", "sort"] });
  const Cat = { allOf: [animal, object({ lives: { type: "integer" } })] };
  const Dog = { allOf: [animal, object({ barks: TEXT })] };
  const by = (propertyName: string, rest: Schema = { Cat, Dog }) =>
    [
      {
        anyOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
        discriminator: { propertyName },
      },
      { components: { schemas: rest } },
    ] as const;

  test.each([
    ["requests", withRequest, { kind: "Cat", sort: "a" }, "/body/sort"],
    ["responses", withResponse, { sort: "Cat", kind: "a" }, "/body/kind"],
  ] as const)("break in %s, with a value that selects none of them", async (_, build, body, at) => {
    const { changes } = await compare(build(...by("kind")), build(...by("sort")));
    const [change, ...others] = changes.filter(({ verdict }) => verdict !== "compatible");
    expect(others.map(({ kind }) => kind)).toEqual(["version-not-raised"]);
    expect(change).toMatchObject({ verdict: "breaking", edit: 'discriminator changed from "kind" to "sort"' });
    expect(bodyOf(change)).toEqual(body);
    expect(change?.witness?.violations[0]).toMatchObject({ keyword: "discriminator", at });
  });

  test.each(["kind", "constructor", "toString"])("must have that property, even if it is called %s", async (name) => {
    const [cat, dog] = [object({ [name]: TEXT, lives: { type: "integer" } }), object({ [name]: TEXT, barks: TEXT })];
    const anyOf = [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }];
    const parts = { components: { schemas: { Cat: cat, Dog: dog } } };
    const { changes } = await compare(
      withRequest({ anyOf }, parts),
      withRequest({ anyOf, discriminator: { propertyName: name } }, parts),
    );
    const broken = changes.find(({ verdict }) => verdict === "breaking");
    expect(broken?.witness?.violations[0]).toMatchObject({ params: { property: name }, at: "/body" });
  });

  test("are a policy finding if both properties always have the same value", async () => {
    const named = (name: string) =>
      object({ kind: { enum: [name] }, sort: { enum: [name] } }, { required: ["kind", "sort"] });
    const parts = { Cat: named("Cat"), Dog: named("Dog") };
    const { changes } = await compare(withRequest(...by("kind", parts)), withRequest(...by("sort", parts)));
    expect(changes.map(({ kind, verdict }) => [kind, verdict])).toEqual([["discriminator-changed", "policy"]]);
  });
});
