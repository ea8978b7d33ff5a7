// Measures the gate on a large document: 10 MB, 1,000 operations, shared and recursive components, against a copy with
// three edits. Writes both documents to a temporary folder and runs the command on them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { dump } from "js-yaml";
import { median } from "./median.ts";

const OPERATIONS = 1_000;
const SCHEMAS = 960;
const PROPERTIES = 40;
const ROUNDS = 3;
const SMALL_ROUNDS = 15;
/** The targets for the gate. */
const LIMITS = { seconds: 3, megabytes: 1000 } as const;

interface Json {
  [key: string]: unknown;
}

/** A document with this many operations; its schemas refer to each other, some in cycles. */
export function largeDocument(operations = OPERATIONS): Json {
  const schemas: Json = { Shared: shared() };
  for (let index = 0; index < SCHEMAS; index++) schemas[`Thing${index}`] = thing(index);
  const paths: Json = {};
  for (let index = 0; index < operations; index++) {
    const path = `/things${Math.floor(index / 2)}`;
    const item = (paths[path] ??= {}) as Json;
    item[index % 2 === 0 ? "get" : "post"] = operation(index);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Large", version: "1.0.0" },
    paths,
    components: { schemas, securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    security: [{ key: [] }],
  };
}

function shared(): Json {
  return {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer", format: "int64", minimum: 1 }, note: { type: "string", maxLength: 200 } },
  };
}

function thing(index: number): Json {
  const properties: Json = {};
  for (let number = 0; number < PROPERTIES; number++) {
    properties[`field${number}`] = {
      type: "string",
      maxLength: 10 + number,
      description: `What the field ${number} of the thing ${index} means, in words that make documents long. `.repeat(
        2,
      ),
    };
  }
  properties["shared"] = { $ref: "#/components/schemas/Shared" };
  // Cycles of ten, as related resources form them.
  const next = index % 10 === 9 ? index - 9 : index + 1;
  properties["next"] = { $ref: `#/components/schemas/Thing${next}` };
  if (index % 10 === 0) properties["self"] = { type: "array", items: { $ref: `#/components/schemas/Thing${index}` } };
  return { type: "object", required: ["field0"], properties };
}

function operation(index: number): Json {
  const schema = { $ref: `#/components/schemas/Thing${index % SCHEMAS}` };
  const content = { "application/json": { schema } };
  return {
    operationId: `operation${index}`,
    parameters: [{ name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } }],
    ...(index % 2 === 0 ? {} : { requestBody: { required: true, content } }),
    responses: {
      "200": { description: "OK", content },
      default: {
        description: "Error",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Shared" } } },
      },
    },
  };
}

/** The copy with three edits: to a shared component, to one parameter, and one operation removed. */
export function editedDocument(document: Json): Json {
  const copy = structuredClone(document) as {
    paths: Record<string, Record<string, { parameters: { schema: { maximum: number } }[] }>>;
    components: { schemas: { Shared: { properties: { id: { minimum: number } } } } };
  };
  copy.components.schemas.Shared.properties.id.minimum = 10;
  const first = copy.paths["/things0"]?.["get"];
  if (first?.parameters[0] !== undefined) first.parameters[0].schema.maximum = 50;
  delete copy.paths["/things7"]?.["get"];
  return copy;
}

/** One run of a Node program in a folder. */
interface Measured {
  readonly seconds: number;
  readonly megabytes: number;
}

/** Prints the peak memory of the process when it ends. */
const PEAK = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => process.stderr.write("PEAK " + process.resourceUsage().maxRSS));',
)}`;

/**
 * Without a company's or a sandbox's extra certificates, which Node 20 reads at each start: that takes half as long
 * again.
 */
const { NODE_EXTRA_CA_CERTS: _, ...ENVIRONMENT } = process.env;

function run(cwd: string, expected: number, words: readonly string[]): Measured {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, words, { cwd, encoding: "utf8", env: ENVIRONMENT });
  const seconds = (performance.now() - started) / 1000;
  if (status !== expected) throw new Error(`${words.join(" ")} ended with ${status}: ${stderr}`);
  const peak = Number(/PEAK (\d+)/.exec(stderr)?.[1] ?? Number.NaN);
  return { seconds, megabytes: peak / 1024 };
}

/** The embedded document. Comparing it should feel instant; most of the time is the start of Node and its modules. */
function measureSmall(program: string, folder: string): void {
  const text = readFileSync("spec/animal-store.yaml", "utf8");
  writeFileSync(join(folder, "old.yaml"), text);
  writeFileSync(join(folder, "narrower.yaml"), text.replace("maximum: 100", "maximum: 50"));
  writeFileSync(join(folder, "wider.yaml"), text.replace("maximum: 100", "maximum: 200"));
  const gate = (revision: string, ...more: string[]): string[] => [program, "gate", "old.yaml", revision, ...more];
  const rows: readonly (readonly [what: string, expected: number, words: readonly string[]])[] = [
    ["Node itself", 0, ["--eval", "0"]],
    ["equal documents", 0, gate("old.yaml")],
    ["an edit that breaks", 1, gate("narrower.yaml")],
    ["an edit that does not", 0, gate("wider.yaml")],
  ];
  const milliseconds = rows.map((): number[] => []);
  // In turn, so that a slow moment of the machine affects all rows.
  for (let round = 0; round < SMALL_ROUNDS; round++) {
    for (const [index, [, expected, words]] of rows.entries()) {
      milliseconds[index]?.push(run(folder, expected, words).seconds * 1000);
    }
  }
  const node = median(milliseconds[0] ?? []);
  process.stdout.write(
    `the embedded document, whole process, ${SMALL_ROUNDS} rounds:${" ".repeat(12)}middle   best   ratio\n`,
  );
  for (const [index, [what]] of rows.entries()) {
    const times = milliseconds[index] ?? [];
    const [middle, best] = [median(times), Math.min(...times)].map((time) => time.toFixed(0).padStart(6));
    const ratio = (median(times) / node).toFixed(2).padStart(6);
    process.stdout.write(`  ${what.padEnd(54)}${middle} ${best}  ${ratio}\n`);
  }
}

interface ReportedChange {
  readonly verdict: string;
  readonly text: string;
  readonly operations: readonly string[];
}

/** A large document against its copy with three edits, in both formats. */
function measureLarge(program: string, folder: string): void {
  const document = largeDocument();
  const forms: Readonly<Record<string, (value: Json) => string>> = {
    json: (value) => JSON.stringify(value, null, 1),
    yaml: (value) => dump(value, { lineWidth: -1 }),
  };
  for (const [form, write] of Object.entries(forms)) {
    const text = write(document);
    writeFileSync(join(folder, `base.${form}`), text);
    writeFileSync(join(folder, `revision.${form}`), write(editedDocument(document)));
    const words = [
      "--import",
      PEAK,
      program,
      "gate",
      `base.${form}`,
      `revision.${form}`,
      "--report",
      "json=report.json",
    ];
    const runs = Array.from({ length: ROUNDS }, () => run(folder, 1, words));
    const { changes } = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as { changes: ReportedChange[] };
    const lines = changes.map(
      ({ verdict, text: what, operations }) => `  ${verdict}: ${what} (${operations.length} operations)`,
    );
    const seconds = median(runs.map((one) => one.seconds)).toFixed(1);
    const megabytes = Math.max(...runs.map((one) => one.megabytes)).toFixed(0);
    const size = (text.length / 1_000_000).toFixed(1);
    process.stdout.write(
      `${size} MB of ${form.toUpperCase()}, ${OPERATIONS} operations, three edits:\n${lines.join("\n")}\n`,
    );
    process.stdout.write(
      `whole process: ${seconds} s (middle of ${ROUNDS}; at most ${LIMITS.seconds}), ${megabytes} MB at its peak (at most ${LIMITS.megabytes})\n`,
    );
  }
}

function measure(): void {
  const folder = mkdtempSync(join(tmpdir(), "gate-bench-"));
  try {
    const program = resolve(process.argv[2] ?? "dist/src/cli.js");
    measureSmall(program, folder);
    measureLarge(program, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (__filename === resolve(process.argv[1] ?? "")) measure();
