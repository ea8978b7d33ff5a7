// Counts how believable the mock's answers are: over the lists, fetches and creations of published documents.
// `npm run bench:answers` prints one line for each document, and the sum; with `-- --unresolved`, also the references that
// lead to nothing.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { contractOf, parseDocumentText } from "../src/contract/load.ts";
import type { Contract, Operation } from "../src/contract/model.ts";
import { createFetchHandler } from "../src/http/fetch/handler.ts";
import { type JsonObject, type JsonValue, type Scalar, isObject, scalarText } from "../src/json/value.ts";
import { inferResources } from "../src/resource/infer.ts";
import { sentSchema, successMedia } from "../src/resource/items/bodies.ts";
import type { Resource } from "../src/resource/model.ts";
import { plainName, singular, wordsOf } from "../src/resource/paths.ts";
import { ValuePlace } from "../src/schema/generate/place.ts";
import { Plain } from "../src/schema/generate/strategies/plain.ts";
import { generate } from "../src/schema/generate/traversal.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../src/schema/normal/schema-node.ts";

const FOLDER = join(process.env["ANIMAL_STORE_CORPUS"] ?? join(process.cwd(), "..", "shared", "data"), "documents");
/** Operations of each document that are asked: large documents have hundreds of each kind. */
const MOST = 60;
const DEEP = 6;

/** What is counted. */
interface Counts {
  answers: number;
  numbered: number;
  unparsable: number;
  reversed: number;
  malformed: number;
  decided: number;
  present: number;
  references: number;
  resolved: number;
}

const nothing = (): Counts => ({
  ...{ answers: 0, numbered: 0, unparsable: 0, reversed: 0, malformed: 0 },
  ...{ decided: 0, present: 0, references: 0, resolved: 0 },
});

type Ask = (method: string, path: string, body?: JsonValue) => Promise<JsonValue | undefined>;

/** One document as it is asked. */
interface Asked {
  readonly contract: Contract;
  readonly resources: readonly Resource[];
  readonly ask: Ask;
  readonly counts: Counts;
  /** Told of each reference that leads to nothing. */
  readonly onUnresolved: (reference: string) => void;
}

async function count(file: string, onUnresolved: Asked["onUnresolved"]): Promise<Counts> {
  const text = gunzipSync(readFileSync(join(FOLDER, file))).toString("utf8");
  const contract = contractOf(await parseDocumentText(text, file), { lenient: true });
  const handler = createFetchHandler(contract, { auth: false, today: "2026-06-01", basePath: "" });
  const ask: Ask = async (method, path, body) => {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
    const response = await handler(new Request(`http://127.0.0.1${path}`, { method, ...init }));
    const answer = await response.text();
    if (!response.ok) return undefined;
    try {
      return JSON.parse(answer) as JsonValue;
    } catch {
      return undefined;
    }
  };
  const { resources, assignments } = inferResources(contract);
  const asked: Asked = { contract, resources, ask, counts: nothing(), onUnresolved };
  for (const role of ["list", "fetch", "create"] as const) {
    const some = assignments.filter((one) => one.role === role && !one.operation.path.includes("{")).slice(0, MOST);
    for (const { operation } of some) {
      // The answers of one mock depend on those before.
      // oxlint-disable-next-line no-await-in-loop
      await judge(asked, operation, role === "create");
    }
  }
  return asked.counts;
}

async function judge(
  { contract, resources, ask, counts, onUnresolved }: Asked,
  operation: Operation,
  isNew: boolean,
): Promise<void> {
  const { document } = contract;
  const schema = successMedia(operation)?.schema;
  if (schema === undefined) return;
  const taken = sentSchema(operation);
  const place = taken && ValuePlace.at(document, taken.pointer, "request");
  const body = isNew && place !== undefined ? generate(place, new Plain())[0] : undefined;
  const value = await ask(operation.method, operation.path, body);
  if (value === undefined) return;
  counts.answers++;
  const node = schemaAt(document, schema.pointer, "response");
  if (isNew && taken !== undefined) countDecided(counts, node, schemaAt(document, taken.pointer, "request"), value);
  const references: Reference[] = [];
  walk(value, node, { counts, resources, references }, DEEP);
  for (const [target, id, name] of references.slice(0, MOST)) {
    const path = (target.itemPath ?? "").replace(/\{[^}]+\}/, encodeURIComponent(scalarText(id as Scalar)));
    counts.references++;
    // oxlint-disable-next-line no-await-in-loop
    if ((await ask("GET", path)) !== undefined) counts.resolved++;
    else onUnresolved(`${operation.method} ${operation.path}: ${name} ${scalarText(id as Scalar)}, ${path}`);
  }
}

/** Properties at the top that a request cannot carry, and how many of them a new thing has. */
function countDecided(counts: Counts, node: SchemaNode, sent: SchemaNode, value: JsonValue): void {
  if (!isObject(value)) return;
  // Of several things, each is described.
  const taken = sent.items ?? sent;
  for (const [name, { annotations }] of node.properties) {
    if (annotations.deprecated || (propertiesIn(taken).has(name) && !annotations.readOnly)) continue;
    counts.decided++;
    if (Object.hasOwn(value, name)) counts.present++;
  }
}

type Reference = readonly [target: Resource, id: JsonValue, name: string];

interface Walk {
  readonly counts: Counts;
  readonly resources: readonly Resource[];
  readonly references: Reference[];
}

function walk(value: JsonValue, node: SchemaNode | undefined, around: Walk, left: number): void {
  if (left === 0 || node === undefined) return;
  if (Array.isArray(value)) {
    for (const one of value as readonly JsonValue[]) walk(one, node.items, around, left);
    return;
  }
  if (!isObject(value)) return;
  judgeOrder(value, around.counts);
  for (const [name, part] of Object.entries<JsonValue>(value)) {
    const own = propertiesIn(node).get(name);
    if (typeof part === "string" && own !== undefined) judgeText(part, own, around.counts);
    const target = typeof part === "string" || typeof part === "number" ? targetOf(name, around.resources) : undefined;
    if (target !== undefined) around.references.push([target, part, name]);
    walk(part, own, around, left - 1);
  }
}

function judgeText(text: string, { form, annotations }: SchemaNode, counts: Counts): void {
  const { formats } = form;
  if (
    annotations.examples.some(
      (one) => typeof one === "string" && text.startsWith(`${one} `) && /^\d+$/.test(text.slice(one.length + 1)),
    )
  )
    counts.numbered++;
  if (formats.some((format) => format === "date" || format === "date-time") && Number.isNaN(Date.parse(text)))
    counts.unparsable++;
  if (formats.includes("email") && !/^[^@\s]+@[^@\s]+$/.test(text)) counts.malformed++;
  if (formats.some((format) => format === "uri" || format === "url") && !URL.canParse(text)) counts.malformed++;
}

function judgeOrder(value: JsonObject, counts: Counts): void {
  const at = (pattern: RegExp): JsonValue | undefined =>
    Object.entries<JsonValue>(value).find(([name]) => pattern.test(plainName(name)))?.[1];
  const [created, updated] = [at(/^(created|createdat|datecreated)$/), at(/^(updated|updatedat|dateupdated)$/)];
  // "created: 80" of an import is a count.
  const moment = (one: JsonValue | undefined): number =>
    typeof one === "string" ? Date.parse(one) : typeof one === "number" && one > 1e8 ? one : Number.NaN;
  if (moment(updated) < moment(created)) counts.reversed++;
}

/** The collection that a name such as `customerId` refers to. */
function targetOf(name: string, resources: readonly Resource[]): Resource | undefined {
  const words = wordsOf(name);
  if (words.length < 2 || words.at(-1) !== "id") return undefined;
  const thing = singular(words.slice(0, -1).join(""));
  return resources.find(
    (one) =>
      one.scope.length === 0 &&
      one.itemPath !== undefined &&
      one.operations.fetch !== undefined &&
      singular(plainName(one.name)) === thing &&
      one.identifier.property !== name,
  );
}

async function main(): Promise<void> {
  const all = nothing();
  const flags = process.argv.slice(2);
  const only = flags.find((flag) => !flag.startsWith("--"));
  const tellUnresolved = (reference: string): void => void process.stdout.write(`  ${reference}\n`);
  const onUnresolved = flags.includes("--unresolved") ? tellUnresolved : (): void => undefined;
  for (const file of readdirSync(FOLDER).toSorted()) {
    if (only !== undefined && !file.startsWith(only)) continue;
    // One document at a time.
    // oxlint-disable-next-line no-await-in-loop
    const counts = await count(file, onUnresolved);
    for (const key of Object.keys(all) as (keyof Counts)[]) all[key] += counts[key];
    process.stdout.write(`${lineOf(file.split(".")[0] ?? file, counts)}\n`);
  }
  process.stdout.write(`${lineOf("all", all)}\n`);
}

function lineOf(name: string, { answers, decided, present, references, resolved, ...faults }: Counts): string {
  const share = (part: number, whole: number): string => (whole === 0 ? "-" : `${((part / whole) * 100).toFixed(0)} %`);
  const found = Object.entries(faults).map(([fault, times]) => `${fault} ${times}`);
  return `| ${[name, `${answers} answers`, ...found, `decided ${present}/${decided} ${share(present, decided)}`, `references ${resolved}/${references} ${share(resolved, references)}`].join(" | ")} |`;
}

void main();
