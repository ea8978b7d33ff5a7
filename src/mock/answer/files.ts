// What is known about an uploaded file, by the names that properties have for it.
import type { Contract, Operation } from "../../contract/model.ts";
import type { SentFile } from "../../contract/serialization/form.ts";
import { nodeModule } from "../../json/bytes.ts";
import { readJson } from "../../json/read.ts";
import { type JsonObject, isObject, ownValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { successMedia } from "../../resource/items/bodies.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { isWorse } from "../allowed.ts";

/** A file that a request has brought. */
export interface ArrivedFile extends SentFile {
  /** The URL from which it comes back, if it is kept at a path below the base path. */
  url(place: string): string;
}

const NAME = /^(original)?_?(file)?_?name$|^title$/i;
const TYPE = /^(content|mime|media|file)_?(type)?$|^type$/i;
const SIZE = /^(file|content|byte)?_?(size|length|bytes)(_?in_?bytes|_?bytes)?$/i;
const ADDRESS =
  /^(file|content|download|media|image|photo|picture|avatar|logo|cover|asset|raw|public|source|signed|attachment|document)?_?(url|uri|href|src|link)$/i;
const DIGEST = /^(?:file_?)?(md5|sha1|sha256|sha512|checksum|digest|hash)(?:_?(?:sum|hash|hex))?$/i;

/** The value of a property; undefined for one that is about something else. */
export function fileFact(property: string, file: ArrivedFile, place: string): string | number | undefined {
  const { name, type, bytes } = file;
  if (NAME.test(property)) return name;
  if (TYPE.test(property)) return type;
  if (ADDRESS.test(property)) return file.url(place);
  if (SIZE.test(property)) return bytes.length;
  const [, digest] = DIGEST.exec(property) ?? [];
  return digest === undefined ? undefined : digestOf(digest.toLowerCase(), bytes);
}

/** In hexadecimal digits; undefined where no such function is at hand. */
function digestOf(name: string, bytes: Uint8Array): string | undefined {
  const algorithm = /^(md5|sha\d+)$/.test(name) ? name : "sha256";
  return nodeModule("node:crypto")?.createHash(algorithm).update(bytes).digest("hex");
}

/** Puts what is known about a file into an answer that is not an item of the store. */
export type FileTeller = (text: string, file: ArrivedFile, place: string) => string;

/** How an operation's answer tells of a file; undefined if it does not. */
export function fileTeller({ document }: Contract, operation: Operation): FileTeller | undefined {
  const schema = successMedia(operation)?.schema;
  if (schema === undefined) return undefined;
  const whole = schemaAt(document, schema.pointer, "response");
  return (text, file, place) => {
    const reading = readJson(text, Infinity);
    if ("fault" in reading || !isObject(reading.value)) return text;
    const told = withFacts(reading.value, whole, { file, place, levels: 1 });
    return isWorse(schema, told, reading.value) ? text : writeJson(told);
  };
}

interface WithFacts {
  readonly file: ArrivedFile;
  readonly place: string;
  /** How many levels of objects may be around the facts. */
  readonly levels: number;
}

function withFacts(shown: JsonObject, schema: SchemaNode, { file, place, levels }: WithFacts): JsonObject {
  const facts = [...propertiesIn(schema)].flatMap(([name, node]): [string, JsonObject[string]][] => {
    const inner = ownValue(shown, name);
    if (isObject(inner)) return levels > 0 ? [[name, withFacts(inner, node, { file, place, levels: levels - 1 })]] : [];
    const fact = fileFact(name, file, place);
    const isFitting = fact !== undefined && node.types?.includes(typeof fact === "number" ? "integer" : "string");
    return isFitting === true ? [[name, fact]] : [];
  });
  return { ...shown, ...Object.fromEntries(facts) };
}
