// Two documents side by side: which operations correspond, what is claimed of them, what is proved.
import type { Document } from "../../document/document.ts";
import { ExchangeBuilder } from "../exchange/build.ts";
import { Judge } from "../exchange/judge.ts";
import type { Kind } from "../kinds/kinds.ts";
import type { Draft, GateSettings } from "../model.ts";
import { applyPolicy, documentSubjects } from "../policy/apply.ts";
import { doubted, faultDrafts } from "../faults/drafts.ts";
import { faultsOf } from "../faults/find.ts";
import { withoutFaults } from "../faults/leave-out.ts";
import { FaultPlaces } from "../faults/places.ts";
import { setAside } from "../faults/set-aside.ts";
import { formSubjects } from "../policy/encoding.ts";
import { goneSubject, operationSubjects } from "../policy/collect.ts";
import { isDeprecated, sunsetOf } from "../policy/lifecycle.ts";
import { securitySubject } from "../policy/security.ts";
import { serverSubjects } from "../policy/servers.ts";
import type { Subject } from "../policy/subjects.ts";
import { PairGraph } from "../../schema/compare/pairs.ts";
import { Sameness } from "../../schema/compare/sameness.ts";
import type { SurfaceOperation, Sender } from "../surface/model.ts";
import { readSurface } from "../surface/read.ts";
import { matchOperations } from "./operations/matched-by-url.ts";
import { allowsBy } from "./schemas/allows.ts";
import { Additions } from "./operations/additions.ts";
import type { Comparison, OperationPair, Side } from "./context.ts";
import { claimDrafts, trialOf } from "./claims.ts";
import { reachedBy } from "./schemas/places.ts";
import { compareRequests } from "./operations/requests.ts";
import { compareResponses } from "./operations/responses.ts";
import { compareSchemas, unfinished } from "./schemas/schemas.ts";
import { schemaSubjects } from "./schemas/subjects.ts";
import { withoutFollowers } from "./followers.ts";
import { Stabilities } from "./stability.ts";
import { Work } from "../../schema/work.ts";
import type { JsonValue } from "../../json/value.ts";

/** The judges that found the witnesses, for a second judgement by fresh ones. */
export interface Compared {
  readonly drafts: readonly Draft[];
  readonly comparison: Comparison;
  readonly surfaces: Readonly<Record<"base" | "revision", readonly SurfaceOperation[]>>;
  /** The operations of both whose text differs, references included, and that promised anything. */
  readonly touched: readonly string[];
}

/** Compares two documents. */
export function compareDocuments(base: Document, revision: Document, settings: GateSettings): Compared {
  const work = new Work(settings.budgetMs * WORK_PER_MS, true);
  return work.rule(() => compareWithin(work, [base, revision], settings));
}

const placesIn = (document: Document): FaultPlaces => new FaultPlaces(document, faultsOf(document));

function compareWithin(work: Work, written: readonly [Document, Document], settings: GateSettings): Compared {
  const [own, other] = [placesIn(written[0]), placesIn(written[1])];
  const [base, revision] = written.map((document) => withoutFaults(document, [own, other])) as [Document, Document];
  const sameness = new Sameness(base.root, revision.root);
  const comparison = prepare(base, revision, { open: settings.profile !== "wire", work, sameness });
  const { surfaces: read, isSame } = readChanged(base, revision, sameness);
  const surfaces = setAside(read, [own, other]);
  const stabilities = new Stabilities(surfaces.base);
  const roots = { base: base.root, revision: revision.root };
  const subjects: Subject[] = documentSubjects(base.root, revision.root);
  const requestForms = {
    base: comparison.base.judge.space("client"),
    revision: comparison.revision.judge.space("client"),
  };
  const drafts: Draft[] = [];
  const touched: string[] = [];
  const late: string[] = [];
  const additions = new Additions();
  const others = new Map(surfaces.revision.map((operation) => [operation.key, operation]));
  for (const operation of surfaces.base) {
    const other = others.get(operation.key);
    others.delete(operation.key);
    if (other === undefined) {
      const gone = removed(comparison, operation, settings, stabilities);
      if (gone !== undefined) drafts.push(gone);
      subjects.push(goneSubject(operation));
    } else {
      if (Work.within(() => pairUp(comparison, operation, other)) === undefined) late.push(operation.name);
      subjects.push(...operationSubjects(operation, other), ...serverSubjects(operation, other, roots));
      subjects.push(...formSubjects(requestForms, operation, other), securitySubject(operation, other, roots));
      if (stabilities.isFree(operation) || isSame(operation, other)) continue;
      touched.push(operation.name);
      additions.compare(operation, other, comparison.open);
    }
  }
  for (const operation of others.values()) drafts.push(added(operation));
  drafts.push(...additions.drafts(), ...claimDrafts(comparison, stabilities), ...unfinished(late));
  const reached = reachedBy(comparison.slots.filter((slot) => !stabilities.isFree(slot.pair.base)));
  drafts.push(...compareSchemas(comparison, reached, stabilities));
  const policy = Work.within(() => {
    subjects.push(...schemaSubjects(reached.found));
    const breaks = drafts.some(({ verdict }) => verdict === "breaking");
    return applyPolicy(subjects, settings, { breaks, levelOf: (names) => stabilities.levelOf(names) }).filter(
      (draft) => !isFreePolicy(draft, surfaces.base, stabilities),
    );
  });
  drafts.push(...(policy ?? unfinished(surfaces.base.map(({ name }) => name))));
  const told = [
    ...doubted(withoutFollowers(drafts), own, other),
    ...faultDrafts({ document: written[0], places: own }, { document: written[1], places: other }),
  ];
  return { drafts: told, comparison, surfaces, touched };
}

/** Work is counted in steps, so that every machine comes to the same verdicts: so many take a millisecond or more. */
const WORK_PER_MS = 4000;

interface Preparation {
  readonly open: boolean;
  readonly work: Work;
  readonly sameness: Sameness;
}

function prepare(base: Document, revision: Document, { open, work, sameness }: Preparation): Comparison {
  const side = (name: Side["name"], document: Document): Side => {
    const judge = new Judge(document);
    return { name, judge, builder: new ExchangeBuilder(judge) };
  };
  const [before, after] = [side("base", base), side("revision", revision)];
  const graph = (sender: Sender, textual: boolean): PairGraph => {
    const [producer, consumer] = sender === "client" ? [before, after] : [after, before];
    const spaces = { producer: producer.judge.space(sender), consumer: consumer.judge.space(sender) };
    const leavesToPolicy = !open && sender === "server";
    const allows = allowsBy({ producer: producer.judge, consumer: consumer.judge, sender, textual });
    return new PairGraph({ ...spaces, allows, open, textual, leavesToPolicy, work, sameness });
  };
  const graphs = { client: graph("client", false), server: graph("server", false) };
  const textGraphs = { client: graph("client", true), server: graph("server", true) };
  return { base: before, revision: after, graphs, textGraphs, open, claims: [], slots: [] };
}

interface Changed {
  readonly surfaces: Compared["surfaces"];
  /** Whether two operations are written alike, references included. */
  readonly isSame: (base: SurfaceOperation, revision: SurfaceOperation) => boolean;
}

/** Reads the operations of the paths that are not the same text with the same references on both sides. */
function readChanged(base: Document, revision: Document, sameness: Sameness): Changed {
  const sameRoots = base.dialect === revision.dialect && sameness.same(frame(base), frame(revision));
  const paths = (document: Document): Record<string, unknown> =>
    (document.root["paths"] ?? {}) as Record<string, unknown>;
  const [before, after] = [paths(base), paths(revision)];
  const unchanged = new Set<string>();
  if (sameRoots) {
    for (const path of Object.keys(before)) {
      const [one, other] = [before[path], after[path]] as Parameters<Sameness["same"]>;
      if (one !== undefined && sameness.same(one, other)) unchanged.add(path);
    }
  }
  const skip = (path: string): boolean => unchanged.has(path);
  const valuesOf = ({ value, parameters }: SurfaceOperation): JsonValue => [value, parameters.map((one) => one.value)];
  return {
    surfaces: matchOperations({ base: readSurface(base, skip), revision: readSurface(revision, skip) }, base, revision),
    isSame: (one, other) => sameRoots && sameness.same(valuesOf(one), valuesOf(other)),
  };
}

/** What reaches every operation without being referred to: default security and the schemes. */
function frame(document: Document): Parameters<Sameness["same"]>[0] {
  const components = document.root["components"];
  const schemes = (components as { securitySchemes?: never } | undefined)?.securitySchemes ?? null;
  return [document.root["security"] ?? null, schemes];
}

function pairUp(comparison: Comparison, base: SurfaceOperation, revision: SurfaceOperation): true {
  const requests: Sender = base.kind === "path" ? "client" : "server";
  const make = (sender: Sender): OperationPair => {
    const [producer, consumer] = sender === "client" ? [base, revision] : [revision, base];
    return { producer, consumer, base, revision, sender };
  };
  compareRequests(comparison, make(requests));
  compareResponses(comparison, make(requests === "client" ? "server" : "client"));
  return true;
}

/** An operation that is gone breaks whoever calls it, unless its life had ended or it promised nothing. */
function removed(
  comparison: Comparison,
  operation: SurfaceOperation,
  settings: GateSettings,
  stabilities: Stabilities,
): Draft | undefined {
  if (operation.kind !== "path") return undefined;
  const sunset = sunsetOf(operation.value);
  const common = {
    ...goneOf(operation),
    subject: operation.key,
    operations: new Set([operation.name]),
    direction: "request" as const,
    basePointer: operation.pointer,
    revisionPointer: "/paths",
  };
  const compatible = { verdict: "compatible" as const, severity: "none" as const };
  if (stabilities.isFree(operation)) return { ...common, ...compatible, reason: "it was experimental" };
  if (isDeprecated(operation.value) && typeof sunset === "string" && settings.today >= sunset) {
    return { ...common, ...compatible, reason: `its sunset day, ${sunset}, has come` };
  }
  const trialed = trialOf(comparison, { sender: "client", producer: operation, consumer: undefined }, () =>
    comparison.base.builder.request(operation, {}),
  );
  if (trialed.witness === undefined) {
    return { ...common, verdict: "unknown", severity: "none", reason: trialed.reason ?? "no request could be written" };
  }
  return { ...common, ...stabilities.breaking([operation.name]), witness: trialed.witness };
}

/** Who was told that an operation would go can still call it; who was not had no reason to look. */
function goneOf({ name, value }: SurfaceOperation): Pick<Draft, "kind" | "text" | "fix"> {
  if (!isDeprecated(value)) {
    const fix = "deprecate it with a sunset day, and remove it after that day";
    return { kind: "operation-removed", text: `${name} was removed, which was never announced`, fix };
  }
  const sunset = sunsetOf(value);
  const until = typeof sunset === "string" ? `until ${sunset}` : "without a sunset day";
  const fix =
    typeof sunset === "string"
      ? "remove it after its sunset day"
      : "give it a sunset day, and remove it after that day";
  return { kind: "deprecated-operation-removed", text: `${name} was removed; it was deprecated ${until}`, fix };
}

function added(operation: SurfaceOperation): Draft {
  return {
    kind: "operation-added",
    subject: operation.key,
    verdict: "compatible",
    severity: "none",
    operations: new Set([operation.name]),
    direction: null,
    basePointer: "/paths",
    revisionPointer: operation.pointer,
    text: `${operation.name} was added`,
    reason: "no client calls it yet",
  };
}

/** Kinds about the markers of a lifecycle themselves. */
const MARKERS: ReadonlySet<Kind> = new Set<Kind>(["stability-invalid", "stability-lowered", "sunset-invalid"]);

/** Experimental operations may change freely; that their markers make sense is still asked. */
function isFreePolicy(draft: Draft, operations: readonly SurfaceOperation[], stabilities: Stabilities): boolean {
  if (draft.operations.size === 0 || MARKERS.has(draft.kind)) return false;
  return [...draft.operations].every((name) => {
    const operation = operations.find((one) => one.name === name);
    return operation !== undefined && stabilities.isFree(operation);
  });
}
