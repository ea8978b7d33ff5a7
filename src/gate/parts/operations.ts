// The parts of two operations as subjects of the policy.
import { describedAs, isSuccessStatus } from "../../contract/responses.ts";
import { findParameter } from "../surface/find-parameter.ts";
import type { SurfaceOperation } from "../surface/model.ts";
import type { Subject } from "./model.ts";

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
  ];
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
  return base.parameters.map((parameter): Subject => {
    const other = findParameter(revision, parameter);
    return {
      ...core,
      on: "parameter",
      label: `${parameter.in} parameter ${parameter.name}`,
      base: parameter.value,
      revision: other?.value,
      basePointer: parameter.pointer,
      revisionPointer: other?.pointer ?? revision.pointer,
      direction: "request",
      sender: base.kind === "path" ? "client" : "server",
    };
  });
}

function responseSubjects(base: SurfaceOperation, revision: SurfaceOperation, core: Core): Subject[] {
  return base.responses.flatMap((response): Subject[] => {
    const other = describedAs(revision.responses, response.status);
    const success = isSuccessStatus(response.status);
    const own: Subject[] = success
      ? []
      : [
          {
            ...core,
            on: "response",
            label: `response ${response.status}`,
            base: response.value,
            revision: other?.value,
            basePointer: response.pointer,
            revisionPointer: other?.pointer ?? revision.pointer,
            direction: "response",
          },
        ];
    if (other === undefined) return own;
    return [
      ...own,
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
