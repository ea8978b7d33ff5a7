// The old document's suite against a mock of the new document: a second look at a change, by other means.
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

/** The suite is a second opinion: it may not hold the gate up for long. */
const MAX_TIME_MS = 5_000;
/** After a comparison that used up its budget. */
const LEAST_TIME_MS = 500;
/** Of what the comparison spent, so many units shorten it by a millisecond. */
const UNITS = 6_000;
const MAX_OPERATIONS = 12;
/** Units of work that finding out what to ask may take, with what the comparison took; and where that took all. */
const MOST_WORK = 16_000_000;
const LEAST_WORK = 1_000_000;

/** Failed `must` claims of the base on a mock of the revision, less those that a mock of the base fails as well. */
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

/** The document with the paths of some operations only, and those above and below: the rest is not asked. */
function around(document: Document, operations: readonly string[]): Document {
  const { paths } = document.root;
  // Where something refers to a path, all of them are needed; and so it is with what nobody calls.
  if (!isObject(paths)) return document;
  for (const { reference } of partsOf(document))
    if (reference !== undefined && LED_INTO.test(reference)) return document;
  const wanted = new Set(operations.map((name) => collectionOf(name.slice(name.indexOf(" ") + 1))));
  const kept = Object.entries(paths).filter(([path]) => wanted.has(collectionOf(path)));
  const { webhooks: _, ...rest } = document.root;
  return { ...document, root: { ...rest, paths: Object.fromEntries(kept) } };
}

const LED_INTO = /^#\/(?:paths|webhooks)/;

/** "/items" for "/items" and for "/items/{id}". */
function collectionOf(path: string): string {
  return path.replace(/\/\{[^}/]*\}\/?$/, "");
}

/**
 * The operations that a change may show at: those that are written differently, and those that share their items.
 * Operations without a role are left out: their answers are drawn from schemas, as the witnesses were.
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

/** That a wider document takes what the old one refused breaks no client: only valid requests count. */
function counts({ level, stage }: AnyCheck): boolean {
  return level === "must" && stage !== "refusing";
}

/** A check, asked of some operations. */
function only(check: AnyCheck, asked: ReadonlySet<string>): AnyCheck {
  return {
    ...check,
    applies: (plan) => check.applies(plan).filter(({ operation }) => asked.has(showOperation(operation))),
  };
}

function nameOf({ check, subject }: Result): string {
  return `${check.id} ${showOperation(subject.operation)} ${subject.about ?? ""}`;
}
