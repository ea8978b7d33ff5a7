// The parts of two operations as subjects of the policy.
import { canonicalMedia } from "../../contract/media.ts";
import { concreteStatus, describedAs, isErrorStatus, isSuccessStatus, responseFor } from "../../contract/responses.ts";
import { bothUndescribed, findParameter } from "../surface/find-parameter.ts";
import { partHeaderPairs } from "../surface/part-pairs.ts";
import type { SurfaceOperation } from "../surface/model.ts";
import type { Subject } from "./model.ts";
import { lastStep } from "../../json/pointer.ts";
import { isObject } from "../../json/value.ts";

/** A part that the base describes, and the same part of the revision, if it is still there. */
interface Kept {
  readonly own: Described;
  readonly other: Described | undefined;
  /** Where the revision would describe it. */
  readonly holder: string;
}

type Described = Pick<SurfaceOperation, "pointer" | "value">;

/** What the parts of one operation have in common. */
const subjectsOf =
  ({ name, kind }: SurfaceOperation) =>
  ({ own, other, holder }: Kept, about: Pick<Subject, "on" | "label" | "direction"> & Partial<Subject>): Subject => ({
    operations: new Set([name]),
    nature: kind,
    base: own.value,
    revision: other?.value,
    basePointer: own.pointer,
    revisionPointer: other?.pointer ?? holder,
    ...about,
  });

type Subjects = ReturnType<typeof subjectsOf>;

/** An operation in both documents, with its parameters, responses and headers. */
export function operationSubjects(base: SurfaceOperation, revision: SurfaceOperation): Subject[] {
  const subject = subjectsOf(base);
  return [
    subject({ own: base, other: revision, holder: "" }, { on: "operation", label: base.name, direction: null }),
    ...parameterSubjects(base, revision, subject),
    ...responseSubjects(base, revision, subject),
    ...mediaSubjects(base, revision, subject),
  ];
}

/** An operation that the revision removed. */
export function goneSubject(base: SurfaceOperation): Subject {
  const about = { on: "operation", label: base.name, direction: null } as const;
  return subjectsOf(base)({ own: base, other: undefined, holder: "/paths" }, about);
}

/** The bodies that both sides describe with the same media type, but for its charset. */
function mediaSubjects(base: SurfaceOperation, revision: SurfaceOperation, subject: Subjects): Subject[] {
  const bodies = base.responses.map(({ status, content }) => ({
    label: `body of ${status}`,
    direction: "response" as const,
    own: content,
    other: describedAs(revision.responses, status)?.content ?? [],
  }));
  const body = { label: "body", direction: "request" as const };
  const all = [...bodies, { ...body, own: base.body?.content ?? [], other: revision.body?.content ?? [] }];
  return all.flatMap(({ own, other, ...told }) =>
    own.flatMap((media): Subject[] => {
      const twin = other.find(({ name }) => canonicalMedia(name) === canonicalMedia(media.name));
      if (twin === undefined) return [];
      // As written: elsewhere a charset makes no difference.
      const [before, after] = [media, twin].map(({ pointer }) => ({
        pointer,
        value: { name: lastStep(pointer) ?? "" },
      }));
      if (before === undefined || before.value.name === after?.value.name) return [];
      return [subject({ own: before, other: after, holder: "" }, { ...told, on: "media" })];
    }),
  );
}

function parameterSubjects(base: SurfaceOperation, revision: SurfaceOperation, subject: Subjects): Subject[] {
  const folded = foldedNames(revision);
  const sender = base.kind === "path" ? "client" : "server";
  return base.parameters.flatMap((own): Subject[] => {
    const other = findParameter(revision, own);
    if (other === undefined ? own.in === "query" && folded.has(own.name) : bothUndescribed(own, other)) return [];
    const label = `${own.in} parameter ${own.name}`;
    return [
      subject({ own, other, holder: revision.pointer }, { on: "parameter", label, direction: "request", sender }),
    ];
  });
}

/** The names that an exploded object of the query stands for: each property is written as a parameter (RFC 6570). */
function foldedNames({ parameters }: SurfaceOperation): ReadonlySet<string> {
  const objects = parameters.filter(
    ({ in: place, style, explode }) => place === "query" && style === "form" && explode,
  );
  return new Set(
    objects.flatMap(({ value: { schema } }) => {
      const properties = isObject(schema) ? schema["properties"] : undefined;
      return isObject(properties) ? Object.keys(properties) : [];
    }),
  );
}

function responseSubjects(base: SurfaceOperation, revision: SurfaceOperation, subject: Subjects): Subject[] {
  const direction = "response";
  return base.responses.flatMap((own): Subject[] => {
    const { status } = own;
    const other = describedAs(revision.responses, status);
    // What a range or the default still describes is not gone.
    const isCovered = other === undefined && responseFor(revision.responses, concreteStatus(status)) !== undefined;
    const about = { on: "response", label: `response ${status}`, direction, isError: isErrorStatus(status) } as const;
    const whole =
      isSuccessStatus(status) || isCovered ? [] : [subject({ own, other, holder: revision.pointer }, about)];
    if (other === undefined) return whole;
    const inParts = own.content.flatMap((media) => {
      const twin = other.content.find(({ name }) => name === media.name);
      const pairs = twin === undefined ? [] : partHeaderPairs(twin, media);
      return pairs.map(({ part, own: kept, wanted: header }) => {
        return { header, kept, label: `${header.name} of ${part.label}`, holder: twin?.pointer ?? "" };
      });
    });
    const outside = own.headers.map((header) => {
      const kept = other.headers.find(({ name }) => name === header.name);
      return { header, kept, label: header.name, holder: other.pointer };
    });
    // A witness shows what the loss of a required header breaks.
    const optional = [...inParts, ...outside].filter(({ header }) => !header.required);
    const headers = optional.map(({ header, kept, label, holder }) =>
      subject({ own: header, other: kept, holder }, { on: "header", label: `header ${label} of ${status}`, direction }),
    );
    return [...whole, ...headers];
  });
}
