// The meaning of a document as JSON.
import { unrecognisedIn } from "../../resource/unrecognised.ts";
import { isSent, sentJson } from "./sent.ts";
import type { DocumentProblem } from "../../document/document.ts";
import { showLocation } from "../../document/location.ts";
import type { Contract } from "../../contract/model.ts";
import type { Assignment, ErrorFields, Inference, Resource } from "../../resource/model.ts";
import { arrangedBy } from "./arranging.ts";

/** The output of `explain --json`: operations with their roles, resources, and what was not recognized. */
export function asJson(contract: Contract, inference: Inference): object {
  return {
    title: contract.title,
    version: contract.version,
    servers: contract.servers.map(({ url }) => url),
    operations: inference.assignments.map((assignment) => jsonOperation(contract, assignment)),
    resources: inference.resources.map((resource) => ({
      name: resource.name,
      collection: resource.collection,
      item: resource.itemPath ?? null,
      identifier: {
        property: resource.identifier.property,
        kind: resource.identifier.kind,
        chosen: resource.identifier.chosen === true,
        parameter: resource.identifier.parameter?.name ?? null,
      },
      filters: resource.filters.map(({ property }) => property),
      ...arrangedBy(resource),
      pageSize: pageSizeOf(resource),
      pageStart: resource.pageStart?.parameter.name ?? null,
    })),
    error:
      inference.error === undefined
        ? null
        : {
            mediaType: inference.error.media.name,
            ...namesOf(inference.error),
            inner:
              inference.error.inner === undefined
                ? null
                : {
                    property: inference.error.inner.property,
                    isList: inference.error.inner.isList,
                    ...namesOf(inference.error.inner),
                  },
          },
    sent: sentJson(contract, inference),
    unserved: contract.unserved
      .filter((one) => !isSent(contract, one))
      .map(({ name, kind, method, path, problems }) => ({
        name,
        kind,
        method,
        path,
        problems: problems.map(jsonProblem),
      })),
    notUnderstood: contract.problems.map(jsonProblem),
    warnings: contract.warnings,
    problems: inference.problems,
    unrecognised: unrecognisedIn(contract, inference),
  };
}

function jsonProblem({ pointer, message, location }: DocumentProblem): object {
  return { pointer, message, location: showLocation(location) };
}

function namesOf({ code, message, status }: Omit<ErrorFields, "inner">): object {
  return { code: code?.property ?? null, message: message?.property ?? null, status: status?.property ?? null };
}

function pageSizeOf({ pageSize }: Resource): object | null {
  if (pageSize === undefined) return null;
  const { parameter, minimum, maximum } = pageSize;
  return {
    parameter: parameter.name,
    minimum: minimum ?? null,
    maximum: maximum ?? null,
    default: pageSize.default ?? null,
  };
}

function jsonOperation(contract: Contract, { operation, role, why, ...rest }: Assignment): object {
  return {
    id: operation.id,
    method: operation.method,
    path: operation.path,
    role,
    resource: "resource" in rest ? rest.resource.name : null,
    why,
    location: showLocation(contract.document.locate(operation.pointer)),
    security: operation.security.map((alternative) => alternative.map(({ name }) => name)),
    lifecycle: operation.lifecycle,
  };
}
