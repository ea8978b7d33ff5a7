// Runs the old document's suite against a mock of the new document: a second, independent look at a change.
import type { AnyCheck } from "../../../conformance/check.ts";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { showOperation } from "../../../conformance/plan.ts";
import { detailOf } from "../../../conformance/report/report.ts";
import type { Result } from "../../../conformance/run.ts";
import { verify } from "../../../conformance/verify.ts";
import type { Document } from "../../document/document.ts";
import { contractOf } from "../../contract/load.ts";
import type { Contract } from "../../contract/model.ts";
import { addLateProperties } from "../../schema/compile/keywords/late-properties.ts";
import { partsOf } from "../../schema/walk.ts";
import { DEFAULT_KEY, createMockServer } from "../../http/node/server.ts";
import { inferResources } from "../../resource/infer.ts";
import { Work } from "../../schema/work.ts";
import type { OldSuite } from "./options.ts";
import { isObject } from "../../json/value.ts";

/** The suite is only a second opinion, so it must not delay the gate for long. */
const MAX_TIME_MS = 5_000;
/** For a comparison that used up its budget. */
const LEAST_TIME_MS = 500;
/** Each time the comparison spends this many units, the suite gets a millisecond less. */
const UNITS = 6_000;
const MAX_OPERATIONS = 12;
/** Units of work for the comparison and for choosing what to ask together, and the minimum for the latter. */
const MOST_WORK = 16_000_000;
const LEAST_WORK = 1_000_000;

/**
 * The `must` claims of the base that fail on a mock of the revision, without those that fail on a mock of the base too.
 */
export const oldSuite: OldSuite = async (documents, touched, told, spent = 0) => {
  const open = [...touched].filter((name) => !told.has(name));
  const looked = open.slice(0, MAX_OPERATIONS);
  const [base, revision] = [documents.base, documents.revision].map((one) =>
    contractOf(around(one, looked), LAZY, addLateProperties),
  ) as [Contract, Contract];
  const work = new Work(Math.max(LEAST_WORK, MOST_WORK - spent), true);
  const asked = Work.within(() => work.rule(() => askedOf([base, revision], new Set(looked), told)));
  if (asked === undefined || asked.size === 0) return { breaches: [] };
  const maxTimeMs = Math.max(LEAST_TIME_MS, MAX_TIME_MS - spent / UNITS);
  const failures = await failuresOn(base, revision, { asked, maxTimeMs });
  const scope = `${asked.size} ${asked.size === 1 ? "operation" : "operations"} (written differently: ${touched.size})`;
  if (failures.length === 0) return { breaches: [], scope };
  const before = new Set((await failuresOn(base, base, { asked, maxTimeMs })).map(nameOf));
  const breaches = failures
    .filter((result) => !before.has(nameOf(result)))
    .map((result) => ({
      check: result.check.id,
      operation: showOperation(result.subject.operation),
      message: detailOf(result),
    }));
  return { breaches, scope };
};

const LAZY = { lazy: true } as const;

/** The document reduced to the paths of some operations and those above and below them. */
function around(document: Document, operations: readonly string[]): Document {
  const { paths } = document.root;
  // A document without paths cannot be reduced, and one with references into them needs all of them.
  if (!isObject(paths)) return document;
  for (const { reference } of partsOf(document))
    if (reference !== undefined && LED_INTO.test(reference)) return document;
  const wanted = new Set(operations.map((name) => collectionOf(name.slice(name.indexOf(" ") + 1))));
  const kept = Object.entries(paths).filter(([path]) => wanted.has(collectionOf(path)));
  const { webhooks: _, ...rest } = document.root;
  return { ...document, root: { ...rest, paths: Object.fromEntries(kept) } };
}

const LED_INTO = /^#\/(?:paths|webhooks)/;

/** The path of the collection: "/items" for "/items" and for "/items/{id}". */
function collectionOf(path: string): string {
  return path.replace(/\/\{[^}/]*\}\/?$/, "");
}

/**
 * The operations that a change may affect: those whose text differs, and those that share their items. Operations
 * without a role are left out: their responses are generated from schemas, just like the witnesses.
 */
function askedOf(
  [base, revision]: readonly [Contract, Contract],
  touched: ReadonlySet<string>,
  told: ReadonlySet<string>,
): ReadonlySet<string> {
  const groups = inferResources(base).resources.map(({ operations }) => Object.values(operations).map(showOperation));
  const reached = groups.filter((names) => names.some((name) => touched.has(name))).flat();
  const modelled = inferResources(revision).resources.flatMap(({ operations }) => Object.values(operations));
  const answered = new Set(modelled.map(showOperation));
  return new Set(reached.filter((name) => answered.has(name) && !told.has(name)));
}

interface Questions {
  readonly asked: ReadonlySet<string>;
  readonly maxTimeMs: number;
}

async function failuresOn(
  judge: Contract,
  served: Contract,
  { asked, maxTimeMs }: Questions,
): Promise<readonly Result[]> {
  const server = createMockServer(served, inferResources(served), {});
  const { url } = await server.listen({ host: "127.0.0.1", port: 0 });
  try {
    const checks = CHECKS.filter(counts).map((check) => only(check, asked));
    const run = await verify(judge, { baseUrl: url, key: DEFAULT_KEY, maxTimeMs, checks });
    return run.results.filter(
      ({ outcome, evidence }) => outcome.verdict === "fail" && evidence.every(({ intent }) => intent === "valid"),
    );
  } finally {
    await server.close();
  }
}

/** Only checks with valid requests count: a wider document that accepts what the old one refused breaks no client. */
function counts({ level, stage }: AnyCheck): boolean {
  return level === "must" && stage !== "refusing";
}

/** A check restricted to some operations. */
function only(check: AnyCheck, asked: ReadonlySet<string>): AnyCheck {
  return {
    ...check,
    applies: (plan) => check.applies(plan).filter(({ operation }) => asked.has(showOperation(operation))),
  };
}

function nameOf({ check, subject }: Result): string {
  return `${check.id} ${showOperation(subject.operation)} ${subject.about ?? ""}`;
}
