// The schemas that the OpenAPI Initiative publishes, with the one correction that they need.
import { readFileSync } from "node:fs";
import { packageFile } from "../../document/package-file.ts";
import { type JsonObject, isObject } from "../../json/value.ts";
import { BY_PATTERN } from "../../schema/keywords/properties.ts";
import { PublishedSchemas, jsonSchema202012 } from "../../schema/published.ts";

/** The versions of OpenAPI that have an official schema here. */
export type SchemaVersion = "3.0" | "3.1" | "3.2";

/** The schemas of a version. */
export interface Official {
  readonly schemas: PublishedSchemas;
  /** The URIs of the schemas of a document, of its paths and of its components. */
  readonly document: string;
  readonly paths: string;
  readonly components: string;
}

const known = new Map<SchemaVersion, Official>();

/** The official schemas of a version, read once. */
export function officialSchemas(version: SchemaVersion): Official {
  let official = known.get(version);
  if (official === undefined) known.set(version, (official = version === "3.0" ? read30() : read31(version)));
  return official;
}

function read30(): Official {
  const schema = readSchema("schema-3.0");
  const id = schema["id"] as string;
  const definition = (name: string): string => `${id}#/definitions/${name}`;
  return {
    schemas: new PublishedSchemas([schema]),
    document: id,
    paths: definition("Paths"),
    components: definition("Components"),
  };
}

function read31(version: SchemaVersion): Official {
  const schema = withCallbackExtensions(readSchema(`schema-${version}`));
  const meta = readSchema(`meta-${version}`);
  const [id, metaId] = [schema["$id"] as string, meta["$id"] as string];
  // As published, the dialect only refers to both.
  const dialect = metaId.replace("/meta/", "/dialect/");
  const allOf = ["https://json-schema.org/draft/2020-12/schema", metaId].map(($ref) => ({ $ref }));
  const all = [schema, meta, { $id: dialect, allOf }, ...jsonSchema202012()];
  return {
    schemas: new PublishedSchemas(all, dialect),
    document: id,
    paths: `${id}#/$defs/paths`,
    components: `${id}#/$defs/components`,
  };
}

/** As published, what extends a callback object would have to be a path item. */
function withCallbackExtensions(schema: JsonObject): JsonObject {
  const definitions = schema["$defs"] as JsonObject;
  const callbacks = { ...(definitions["callbacks"] as JsonObject), [BY_PATTERN]: { "^x-": true } };
  return { ...schema, $defs: { ...definitions, callbacks } };
}

function readSchema(name: string): JsonObject {
  const file = packageFile(`spec/openapi/${name}.json`);
  const schema: unknown = file === undefined ? undefined : JSON.parse(readFileSync(file, "utf8"));
  if (!isObject(schema)) throw new Error(`the package lacks spec/openapi/${name}.json`);
  return schema;
}
