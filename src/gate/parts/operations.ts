// The parts of two operations as subjects of the policy.
import { canonicalMedia } from "../../contract/media.ts";
import { concreteStatus, describedAs, isErrorStatus, isSuccessStatus, responseFor } from "../../contract/responses.ts";
import { bothUndescribed, findParameter } from "../surface/find-parameter.ts";
import { partHeaderPairs } from "../surface/part-pairs.ts";
import type { SurfaceOperation } from "../surface/model.ts";
import type { Subject } from "./model.ts";
import { lastStep } from "../../json/pointer.ts";
import { isObject } from "../../json/value.ts";

type Core = Pick<Subject, "operations" | "nature">;

/** An operation in both documents, with its parameters, responses and headers. */
export function operationSubjects(base: SurfaceOperation, revision: SurfaceOperation): Subject[] {
  const core: Core = { operations: new Set([base.name]), nature: base.kind };
  const places = { basePointer: base.pointer, revisionPointer: revision.pointer };
  return [
    {
      ...core,
      ...places,
      on: "operation",
      label: base.name,
      base: base.value,
      revision: revision.value,
      direction: null,
    },
    ...parameterSubjects(base, revision, core),
    ...responseSubjects(base, revision, core),
    ...mediaSubjects(base, revision, core),
  ];
}

/** The bodies that both sides describe with the same media type, but for its charset. */
function mediaSubjects(base: SurfaceOperation, revision: SurfaceOperation, core: Core): Subject[] {
  const bodies = base.responses.map(({ status, content }) => ({
    ...{ label: `body of ${status}`, direction: "response" as const, own: content },
    other: describedAs(revision.responses, status)?.content ?? [],
  }));
  const body = { label: "body", direction: "request" as const };
  const all = [...bodies, { ...body, own: base.body?.content ?? [], other: revision.body?.content ?? [] }];
  return all.flatMap(({ own, other, ...told }) =>
    own.flatMap((media): Subject[] => {
      const twin = other.find(({ name }) => canonicalMedia(name) === canonicalMedia(media.name));
      if (twin === undefined) return [];
      const places = { basePointer: media.pointer, revisionPointer: twin.pointer };
      // As written: elsewhere a charset makes no difference.
      const [before = "", after = ""] = [media, twin].map(({ pointer }) => lastStep(pointer));
      if (before === after) return [];
      return [{ ...core, ...told, ...places, on: "media", base: { name: before }, revision: { name: after } }];
    }),
  );
}

/** An operation that the revision removed. */
export function goneSubject(base: SurfaceOperation): Subject {
  return {
    on: "operation",
    label: base.name,
    operations: new Set([base.name]),
    nature: base.kind,
    base: base.value,
    revision: undefined,
    basePointer: base.pointer,
    revisionPointer: "/paths",
    direction: null,
  };
}

function parameterSubjects(base: SurfaceOperation, revision: SurfaceOperation, core: Core): Subject[] {
  const folded = foldedNames(revision);
  return base.parameters.flatMap((parameter): Subject[] => {
    const other = findParameter(revision, parameter);
    if (
      other === undefined ? parameter.in === "query" && folded.has(parameter.name) : bothUndescribed(parameter, other)
    )
      return [];
    return [
      {
        ...core,
        on: "parameter",
        label: `${parameter.in} parameter ${parameter.name}`,
        base: parameter.value,
        revision: other?.value,
        basePointer: parameter.pointer,
        revisionPointer: other?.pointer ?? revision.pointer,
        direction: "request",
        sender: base.kind === "path" ? "client" : "server",
      },
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

function responseSubjects(base: SurfaceOperation, revision: SurfaceOperation, core: Core): Subject[] {
  return base.responses.flatMap((response): Subject[] => {
    const other = describedAs(revision.responses, response.status);
    // What a range or the default still describes is not gone.
    const isCovered =
      other === undefined && responseFor(revision.responses, concreteStatus(response.status)) !== undefined;
    const own: Subject[] =
      isSuccessStatus(response.status) || isCovered
        ? []
        : [
            {
              ...core,
              on: "response",
              label: `response ${response.status}`,
              isError: isErrorStatus(response.status),
              base: response.value,
              revision: other?.value,
              basePointer: response.pointer,
              revisionPointer: other?.pointer ?? revision.pointer,
              direction: "response",
            },
          ];
    if (other === undefined) return own;
    const inParts = response.content.flatMap((media): Subject[] => {
      const twin = other.content.find(({ name }) => name === media.name);
      if (twin === undefined) return [];
      return partHeaderPairs(twin, media)
        .filter(({ wanted }) => !wanted.required)
        .map(({ part, own: kept, wanted: header }) => ({
          ...core,
          on: "header",
          label: `header ${header.name} of ${part.label} of ${response.status}`,
          base: header.value,
          revision: kept?.value,
          basePointer: header.pointer,
          revisionPointer: kept?.pointer ?? twin.pointer,
          direction: "response",
        }));
    });
    return [
      ...own,
      ...inParts,
      ...response.headers
        .filter(({ required }) => !required)
        .map((header): Subject => {
          const twin = other.headers.find(({ name }) => name === header.name);
          return {
            ...core,
            on: "header",
            label: `header ${header.name} of ${response.status}`,
            base: header.value,
            revision: twin?.value,
            basePointer: header.pointer,
            revisionPointer: twin?.pointer ?? other.pointer,
            direction: "response",
          };
        }),
    ];
  });
}
