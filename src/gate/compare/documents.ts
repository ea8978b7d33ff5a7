// Compares two documents: matches their operations, collects claims, and proves them.
import type { Document } from "../../document/document.ts";
import { ExchangeBuilder } from "../exchange/build.ts";
import { Judge } from "../exchange/judge.ts";
import type { Draft, GateSettings } from "../model.ts";
import { documentSubjects } from "../parts/document.ts";
import type { FaultPlaces } from "../faults/places.ts";
import { setAside } from "../faults/set-aside.ts";
import { formSubjects } from "../parts/forms.ts";
import { goneSubject, operationSubjects } from "../parts/operations.ts";
import { securitySubject } from "../parts/security.ts";
import { serverSubjects } from "../parts/servers.ts";
import type { Subject } from "../parts/model.ts";
import { PairGraph } from "../../schema/compare/pairs.ts";
import { Sameness } from "../../schema/compare/sameness.ts";
import type { SurfaceOperation, Sender } from "../surface/model.ts";
import { readSurface } from "../surface/read.ts";
import { matchOperations } from "./operations/matched-by-url.ts";
import { allowsBy } from "./schemas/allows.ts";
import { Additions } from "./operations/additions.ts";
import type { Comparison, OperationPair, Side } from "./context.ts";
import { claimDrafts } from "./claims.ts";
import { reachedBy } from "./schemas/places.ts";
import { added, removed } from "./operations/removed.ts";
import { compareRequests } from "./operations/requests.ts";
import { compareResponses } from "./operations/responses.ts";
import { notCompared, unfinished } from "./schemas/not-compared.ts";
import { compareSchemas } from "./schemas/schemas.ts";
import { schemaSubjects } from "./schemas/subjects.ts";
import { Stabilities } from "../surface/stabilities.ts";
import { attempt, tried } from "../../schema/failure.ts";
import type { Work } from "../../schema/work.ts";
import type { JsonValue } from "../../json/value.ts";

/** The differences between two documents. */
export interface Compared {
  readonly drafts: readonly Draft[];
  /** Differences that no witness can prove breaking; undefined if the budget ran out before they were found. */
  readonly subjects: readonly Subject[] | undefined;
  readonly surfaces: Readonly<Record<"base" | "revision", readonly SurfaceOperation[]>>;
  readonly stabilities: Stabilities;
}

/** Two documents without the parts that cannot be understood, and the places of those parts. */
export interface Read {
  readonly documents: readonly [Document, Document];
  readonly faults: readonly [FaultPlaces, FaultPlaces];
}

/** Compares two documents. @param work the budget of the comparison */
export function compareDocuments({ documents, faults }: Read, settings: GateSettings, work: Work): Compared {
  const [base, revision] = documents;
  const sameness = new Sameness(base.root, revision.root);
  const comparison = prepare(base, revision, { open: settings.profile !== "wire", work, sameness });
  const { surfaces: read, isSame } = readChanged(base, revision, sameness);
  const surfaces = setAside(read, faults);
  const stabilities = new Stabilities(surfaces.base);
  const roots = { base: base.root, revision: revision.root };
  const subjects: Subject[] = documentSubjects(base.root, revision.root);
  const requestForms = {
    base: comparison.base.judge.space("client"),
    revision: comparison.revision.judge.space("client"),
  };
  const drafts: Draft[] = [];
  const failedAt =
    (operations: readonly string[]) =>
    (why: string): never[] => {
      drafts.push(notCompared(operations, why));
      return [];
    };
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
      const failed = failedAt([operation.name]);
      const isFree = stabilities.isFree(operation);
      const isPaired = isFree || tried(() => pairUp(comparison, operation, other), failed);
      if (isPaired === undefined) late.push(operation.name);
      const parts = (): Subject[] => [
        ...operationSubjects(operation, other),
        ...serverSubjects(operation, other, roots),
        ...formSubjects(requestForms, operation, other),
        securitySubject(operation, other, roots),
      ];
      subjects.push(...attempt(parts, failed));
      if (isFree || isSame(operation, other)) continue;
      attempt(() => additions.compare(operation, other, comparison.open), failed);
    }
  }
  for (const operation of others.values()) drafts.push(added(operation));
  drafts.push(...additions.drafts(), ...claimDrafts(comparison, stabilities), ...unfinished(late));
  const reached = reachedBy(comparison.slots);
  drafts.push(...compareSchemas(comparison, reached, stabilities));
  const noted = tried(() => schemaSubjects(reached), failedAt([]));
  return {
    drafts,
    subjects: noted === undefined ? undefined : [...subjects, ...noted],
    surfaces,
    stabilities,
  };
}

interface Preparation {
  readonly open: boolean;
  readonly work: Work;
  readonly sameness: Sameness;
}

function prepare(base: Document, revision: Document, { open, work, sameness }: Preparation): Comparison {
  const side = (name: Side["name"], judge: Judge): Side => ({ name, judge, builder: new ExchangeBuilder(judge) });
  const own = new Judge(base, work, revision.root);
  const other = new Judge(revision, work, base.root);
  const [before, after] = [side("base", own), side("revision", other)];
  const graph = (sender: Sender, textual: boolean): PairGraph => {
    const [producer, consumer] = sender === "client" ? [before, after] : [after, before];
    const spaces = { producer: producer.judge.space(sender), consumer: consumer.judge.space(sender) };
    const leavesToPolicy = !open && sender === "server";
    const allows = allowsBy({ producer: producer.judge, consumer: consumer.judge, sender, textual });
    return new PairGraph({ ...spaces, allows, open, textual, leavesToPolicy, work, sameness });
  };
  const graphs = { client: graph("client", false), server: graph("server", false) };
  const textGraphs = { client: graph("client", true), server: graph("server", true) };
  const found = { claims: [], slots: [], unusable: new Map() };
  return { base: before, revision: after, graphs, textGraphs, open, ...found };
}

interface Changed {
  readonly surfaces: Compared["surfaces"];
  /** Whether two operations have the same text, references included. */
  readonly isSame: (base: SurfaceOperation, revision: SurfaceOperation) => boolean;
}

/** Reads the operations of the paths whose text or references differ between the two sides. */
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

/** The parts that affect every operation without being referenced: default security and the security schemes. */
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
