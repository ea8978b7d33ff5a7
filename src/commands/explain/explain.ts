// `animal-store explain`: shows what was inferred from the document.
import { unrecognisedIn } from "../../resource/unrecognised.ts";
import { unmadeOf } from "../../contract/representation/unmade.ts";
import { isCallable } from "../../contract/build.ts";
import { showProblem } from "../../contract/unserved.ts";
import { showLocation } from "../../document/location.ts";
import type { Contract, Operation } from "../../contract/model.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import { inferResources } from "../../resource/infer.ts";
import type { Inference, Resource } from "../../resource/model.ts";
import { oneLine } from "../../report/text.ts";
import { listing } from "../listing.ts";
import { arrangingTexts } from "./arranging.ts";
import { writeJson } from "../../json/write.ts";
import { asJson } from "./json.ts";
import { isSent, sentText } from "./sent.ts";

const HELP = `
Examples:
  $ animal-store explain openapi.yaml
  $ animal-store explain openapi.yaml --json

Exit codes: 0 explained, 2 an unusable document.`;

export const explainCommand = listing({
  name: "explain",
  description: "show what is inferred from the document: roles, filters, page size, error body, lifecycle",
  help: HELP,
  find(contract) {
    const inference = inferResources(contract);
    return { json: () => asJson(contract, inference), text: () => asText(contract, inference) };
  },
});

/** The specification that the document names, with its version but without the patch. The dialect of 3.2 is 3.1 as well. */
function versionOf({ document }: Contract): string {
  if (document.isSwagger === true) return "Swagger 2.0, read as OpenAPI 3.0";
  const { openapi } = document.root;
  return `OpenAPI ${/^\d+\.\d+/.exec(typeof openapi === "string" ? openapi : "")?.[0] ?? document.dialect}`;
}

function asText(contract: Contract, inference: Inference): string {
  const rows = inference.assignments.map(({ operation, role, why }) => [
    `${operation.method} ${operation.path}`,
    role,
    securityOf(operation),
    lifecycleOf(operation),
    why,
  ]);
  const parts = [
    oneLine(`${contract.title} ${contract.version}, ${versionOf(contract)} (${contract.document.file})`),
    table([["operation", "role", "credential", "lifecycle", "why"], ...rows]),
    ...inference.resources.map((resource) => resourceText(contract, resource)),
    oneLine(errorText(inference)),
    sentText(contract, inference),
    unservedText(contract),
    unmadeText(contract),
    ...[...contract.warnings, ...inference.problems].map((one) => said("warning", contract, one)),
    unrecognisedIn(contract, inference)
      .map((one) => said("not recognised", contract, one))
      .join("\n"),
    ABOUT_HINTS,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const ABOUT_HINTS = `x-resource overrides what is inferred. On an operation: false for unmodelled, or
  { role, collection, identifier, pageSize, pageStart, sort, search, fields, filters }; on the schema of an error body:
  { error: { code, message, status, inner } }. Each key is optional.`;

/**
 * What the document describes but the mock does not serve: each operation with its problems, everything else by kind.
 */
function unservedText(contract: Contract): string {
  const { unserved, problems } = contract;
  const lines = unserved
    .filter((operation) => !isSent(contract, operation))
    .flatMap((operation) => {
      if (operation.problems.length > 0 && isCallable(operation)) {
        return operation.problems.map((problem) => `not served: ${operation.name}: ${showProblem(problem)}`);
      }
      return [`not served: ${operation.name}`];
    });
  return [...problems.map((problem) => `not understood: ${showProblem(problem)}`), ...lines].map(oneLine).join("\n");
}

/** What the mock answers with 501. */
function unmadeText({ operations }: Contract): string {
  const lines = operations.flatMap((operation) => {
    const why = unmadeOf(operation);
    return why === undefined ? [] : [`answered with 501: ${operation.method} ${operation.path}: ${why}`];
  });
  return lines.map(oneLine).join("\n");
}

/** "warning: spec.yaml:12:5: …". */
function said(
  what: string,
  { document }: Contract,
  { pointer, message }: { readonly pointer: string; readonly message: string },
): string {
  return oneLine(`${what}: ${showLocation(document.locate(pointer))}: ${message}`);
}

function securityOf({ security }: Operation): string {
  if (security.length === 0) return "none";
  return security
    .map(
      (alternative) => alternative.map(({ name, scheme, type }) => `${name} (${scheme ?? type})`).join(" + ") || "none",
    )
    .join(" or ");
}

function lifecycleOf({ lifecycle }: Operation): string {
  const parts = [
    lifecycle.deprecated ? `deprecated${lifecycle.sunset === undefined ? "" : `, until ${lifecycle.sunset}`}` : "",
    lifecycle.stability ?? "",
  ].filter((part) => part !== "");
  return parts.join(", ") || "stable";
}

function resourceText(contract: Contract, resource: Resource): string {
  const { identifier, pageSize, pageStart, sharedWith, foundIn } = resource;
  const properties = resource.properties.map(({ name, required, schema }) => {
    const { types, form } = schemaAt(contract.document, schema.pointer, "request");
    const type = [types?.join("|"), form.formats[0]].filter((part) => part !== undefined).join(" ");
    const values = form.values === undefined ? "" : `: ${form.values.map((value) => writeJson(value)).join(", ")}`;
    return `    ${name}${required ? "" : "?"}  ${type}${values}`;
  });
  const bounds =
    pageSize === undefined
      ? "none"
      : `${pageSize.parameter.name}, from ${pageSize.minimum ?? "?"} to ${pageSize.maximum ?? "?"}, ${pageSize.default ?? "no"} by default`;
  return [
    `resource ${resource.name}`,
    `  collection  ${resource.collection}${resource.itemPath === undefined ? "" : `, items at ${resource.itemPath}`}`,
    ...(sharedWith === undefined
      ? []
      : [
          `  items       those of ${sharedWith.name}; to part them, x-resource: { collection: ${resource.collection} } on its list`,
        ]),
    ...(foundIn === undefined
      ? []
      : [
          `  items       those of ${foundIn.collection} by their ${foundIn.property}, and its own; to part them, x-resource: { collection: ${resource.collection} }`,
        ]),
    `  identifier  ${identifier.property} (${identifier.kind})${identifier.chosen === true ? ", chosen by the client" : ""}`,
    `  filters     ${resource.filters.map(({ property }) => property).join(", ") || "none"}`,
    ...arrangingTexts(resource),
    `  page size   ${bounds}`,
    ...(pageStart === undefined
      ? []
      : [`  page start  ${pageStart.parameter.name}, in ${pageStart.counts} from ${pageStart.first}`]),
    `  properties`,
    ...properties,
  ]
    .map(oneLine)
    .join("\n");
}

function errorText({ error }: Inference): string {
  if (error === undefined) return "error body   none: the document describes no JSON body for errors";
  const { inner } = error;
  const place = (field: "code" | "message" | "status"): string => {
    const [own, within] = [error[field], inner?.[field]];
    return (
      own?.property ??
      (within === undefined ? "-" : `${inner?.property}${inner?.isList === true ? "[]" : ""}.${within.property}`)
    );
  };
  return `error body   ${error.media.name}: code in ${place("code")}, text in ${place("message")}, HTTP status in ${place("status")}`;
}

function table(foreign: readonly (readonly string[])[]): string {
  const rows = foreign.map((row) => row.map(oneLine));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
