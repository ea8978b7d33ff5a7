// Successful answers: the media type, the body and the headers that the document describes.
import { envelope } from "./envelopes.ts";
import { CONSTRAINTS } from "../requirements/tested.ts";
import { readHeader } from "../../src/contract/serialization/strict.ts";
import { showViolations } from "../../src/schema/violation.ts";
import type { Header, MediaType, Operation, Response } from "../../src/contract/model.ts";
import { sayPartFault } from "../../src/contract/representation/parts/read-parts.ts";
import type { Document } from "../../src/document/document.ts";
import { mayBeJson } from "../../src/contract/media.ts";
import { type JsonArray, type JsonValue, isObject } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { type SchemaNode, schemaAt } from "../../src/schema/normal/schema-node.ts";
import { eachWith } from "./subjects.ts";
import { recordCheck } from "../judgements/record.ts";
import { headersOfParts, partHeaderFaults, withPartHeaders } from "../judgements/parts.ts";
import { bodyFault, mediaTypeFault } from "../judgements/body.ts";
import type { Blame } from "../causes/cause.ts";
import type { Subject } from "../check.ts";
import { type Exchange, describeAnswer, headerOf, isSuccess, jsonOf, statusOf, valueOf } from "../client/exchange.ts";
import type { Plan } from "../plan.ts";
import { describedResponse, isForSuccess } from "../operations.ts";

function withContent(plan: Plan): Subject[] {
  return eachWith(plan, (operation) =>
    operation.responses.find(({ status, content }) => isForSuccess(operation, status) && content.length > 0),
  );
}

/** True for a success that is nothing but JSON. */
function isJsonSuccess(operation: Operation, { status, content }: Response): boolean {
  return isForSuccess(operation, status) && content.length > 0 && content.every(({ name }) => mayBeJson(name));
}

/** The documented content of a success; `default` describes errors unless it stands alone. */
function contentOf(exchange: Exchange): readonly MediaType[] {
  const described = describedResponse(exchange);
  const { operation } = exchange;
  const isOurs = described !== undefined && operation !== undefined && isForSuccess(operation, described.status);
  return isOurs ? described.content : [];
}

/** True for a success, and for a redirect that the document describes. */
const isFine = (exchange: Exchange): boolean =>
  isSuccess(exchange) || (statusOf(exchange) >= 300 && statusOf(exchange) < 400 && statusOf(exchange) !== 304);

const hasContent = (exchange: Exchange): boolean => isFine(exchange) && contentOf(exchange).length > 0;

const mediaType = recordCheck({
  id: "schema.media-type",
  claim: "a success must have the documented media type",
  basis: "the content of the success responses",
  fault: "F101",
  tests: [{ part: "media-type", side: "response", status: ["success", "other"], fields: ["self"] }],
  applies: withContent,
  select: hasContent,
  judge: (exchange) => mediaTypeFault(exchange, contentOf(exchange)),
});

const json = recordCheck({
  id: "schema.json",
  claim: "the body of a success must be one JSON text in UTF-8",
  basis: "the content of the success responses; RFC 8259",
  fault: "F101",
  tests: [
    {
      part: "media-type",
      side: "response",
      status: ["success", "other"],
      fields: ["self"],
      where: (use) => use.json,
    },
  ],
  applies: (plan) => eachWith(plan, (operation) => operation.responses.find((one) => isJsonSuccess(operation, one))),
  select: (exchange) => hasContent(exchange) && contentOf(exchange).every(({ name }) => mayBeJson(name)),
  judge: (exchange) => {
    const reading = jsonOf(exchange);
    return "fault" in reading
      ? ["JSON", `a body that ${reading.fault.message} (${describeAnswer(exchange)})`]
      : undefined;
  },
});

const body = recordCheck({
  id: "schema.body",
  claim: "the body of a success must match its schema",
  signs: { isShownAgain: true },
  basis: "the schema of the success responses",
  fault: "F101",
  tests: [{ part: "response", status: ["success", "other"], keywords: CONSTRAINTS }],
  applies: withContent,
  select: (exchange) =>
    hasContent(exchange) && contentOf(exchange).some(({ schema, itemSchema }) => (schema ?? itemSchema) !== undefined),
  judge: (exchange, { contract: { document } }, { marker }) => {
    const fault = bodyFault(document, exchange, contentOf(exchange));
    if (fault?.kind !== "schema") return undefined;
    const { values, ...blame } = fault.blame ?? {};
    // A value that was wrongly accepted comes back; in any other answer it is a fault of its own, unless it is a whole item.
    const isSent =
      exchange.intent === "invalid" ||
      values?.every(isObject) === true ||
      fault.around?.every((one) => writeJson(one).includes(`${marker}-refused`)) === true;
    return [
      "a body that the schema allows",
      fault.message,
      isSent && values !== undefined ? (fault.blame ?? {}) : blame,
    ];
  },
});

const writeOnly = recordCheck({
  id: "schema.write-only",
  level: "should",
  claim: "a property that is only for requests should not be shown",
  basis: "writeOnly; JSON Schema Validation section 9.4, CWE-200",
  fault: "F209",
  tests: [{ part: "response", status: ["success", "other"], keywords: ["writeOnly"] }],
  applies: (plan) =>
    withContent(plan).filter(({ operation }) =>
      operation.responses.some(({ content }) => content.some(({ schema }) => hasWriteOnly(plan, schema?.pointer))),
    ),
  select: (exchange) => hasContent(exchange) && contentOf(exchange).some(({ schema }) => schema !== undefined),
  judge: (exchange, { contract: { document } }) => {
    const value = valueOf(exchange);
    const [media] = contentOf(exchange).filter(({ schema }) => schema !== undefined);
    if (value === undefined || media?.schema === undefined) return undefined;
    const shown = shownWriteOnly(schemaAt(document, media.schema.pointer, "request"), value, MOST_LEVELS);
    return shown === undefined ? undefined : [`an answer without ${shown}`, `${shown} in ${describeAnswer(exchange)}`];
  },
});

const MOST_LEVELS = 6;

function hasWriteOnly({ contract: { document } }: Plan, pointer: string | undefined, levels = MOST_LEVELS): boolean {
  const within = (node: SchemaNode, left: number): boolean =>
    left > 0 &&
    ([...node.properties.values()].some((one) => one.annotations.writeOnly || within(one, left - 1)) ||
      (node.items !== undefined && within(node.items, left - 1)));
  return pointer !== undefined && within(schemaAt(document, pointer, "request"), levels);
}

/** The name of a property in a value that only requests may have. */
function shownWriteOnly(node: SchemaNode, value: JsonValue, levels: number): string | undefined {
  if (levels === 0) return undefined;
  const parts: (readonly [SchemaNode | undefined, JsonValue])[] = Array.isArray(value)
    ? (value as JsonArray).slice(0, 20).map((one) => [node.items, one] as const)
    : isObject(value)
      ? Object.entries<JsonValue>(value).map(([name, one]) => [node.properties.get(name), one] as const)
      : [];
  const own = isObject(value)
    ? Object.keys(value).find((name) => node.properties.get(name)?.annotations.writeOnly === true)
    : undefined;
  if (own !== undefined) return own;
  for (const [part, one] of parts) {
    const found = part === undefined ? undefined : shownWriteOnly(part, one, levels - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The lifecycle family judges the headers that announce the end of a deprecated operation. */
function isGeneral(operation: Operation, { name }: Header): boolean {
  return !(operation.lifecycle.deprecated && ["deprecation", "sunset", "link"].includes(name.toLowerCase()));
}

function headersOf(exchange: Exchange): readonly Header[] {
  const { operation } = exchange;
  if (operation === undefined) return [];
  const described = describedResponse(exchange)?.headers ?? [];
  return described.filter((header) => isGeneral(operation, header));
}

function missingHeader(exchange: Exchange): readonly [string, string, Blame] | undefined {
  const missing = headersOf(exchange).find(({ name, required }) => required && headerOf(exchange, name) === undefined);
  return missing === undefined
    ? undefined
    : [
        `the header ${missing.name}`,
        `no ${missing.name} on a ${statusOf(exchange)}`,
        { cause: { kind: "missing-header", name: missing.name } },
      ];
}

/** The same for the parts of a body. */
function missingPartHeader(exchange: Exchange, document: Document): readonly [string, string] | undefined {
  const [missing] = partHeaderFaults(document, exchange, withPartHeaders(exchange), "missing-header");
  return missing && [`the header ${missing.header}`, `${sayPartFault(missing)} on a ${statusOf(exchange)}`];
}

function describesHeaders(test: (status: string, header: Header) => boolean): (plan: Plan) => Subject[] {
  const found = (operation: Operation): Header | undefined =>
    operation.responses.flatMap(({ status, headers, content }) => {
      const own = headers.filter((header) => isGeneral(operation, header));
      return [...own, ...content.flatMap(({ parts }) => headersOfParts(parts))].filter((one) => test(status, one));
    })[0];
  return (plan) => eachWith(plan, found);
}

const requiredHeaders = recordCheck({
  id: "schema.required-headers",
  claim: "a success must have every required header",
  basis: "the required headers of the success responses",
  fault: "F101",
  tests: [{ part: "header", status: ["success", "other"], fields: ["required"] }],
  applies: describesHeaders((status, { required }) => /^[23]/.test(status) && required),
  select: (exchange) => isFine(exchange) && (headersOf(exchange).length > 0 || withPartHeaders(exchange).length > 0),
  judge: (exchange, { contract: { document } }) => missingHeader(exchange) ?? missingPartHeader(exchange, document),
});

// A gateway may answer with an error before the service sees the request, so a missing header matters less there.
const errorHeaders = recordCheck({
  id: "schema.error-headers",
  level: "should",
  claim: "an error should have every required header",
  basis: "the required headers of the error responses",
  fault: "F101",
  tests: [{ part: "header", status: ["error"], fields: ["required"] }],
  applies: describesHeaders((status, { required }) => !/^[23]/.test(status) && required),
  select: (exchange) =>
    statusOf(exchange) >= 400 &&
    (headersOf(exchange).some(({ required }) => required) || withPartHeaders(exchange).length > 0),
  judge: (exchange, { contract: { document } }) => missingHeader(exchange) ?? missingPartHeader(exchange, document),
});

const headers = recordCheck({
  id: "schema.header-values",
  claim: "documented headers must match their schemas",
  basis: "the headers of the responses",
  fault: "F101",
  tests: [{ part: "header", fields: ["self"], keywords: CONSTRAINTS }],
  applies: describesHeaders(() => true),
  select: (exchange) =>
    headersOf(exchange).some(({ name }) => headerOf(exchange, name) !== undefined) ||
    withPartHeaders(exchange).length > 0,
  judge: (exchange, plan) => {
    for (const described of headersOf(exchange)) {
      const seen = headerOf(exchange, described.name);
      if (seen === undefined) continue;
      const wrong = headerFault(plan, described, seen);
      if (wrong !== undefined) return [`${described.name}: ${wrong}`, `${described.name}: ${seen}`];
    }
    const [fault] = partHeaderFaults(plan.contract.document, exchange, withPartHeaders(exchange), "header");
    return fault && [`a header ${fault.header} that matches its schema`, sayPartFault(fault)];
  },
});

function headerFault(plan: Plan, described: Header, text: string): string | undefined {
  const reading = readHeader(plan.contract.document, described, text);
  if (reading.kind === "fault") return reading.message;
  if (reading.kind === "absent") return undefined;
  const violations = described.schema.validate(reading.value);
  return violations.length === 0 ? undefined : showViolations(violations);
}

export const schemaChecks = [mediaType, json, body, writeOnly, envelope, requiredHeaders, errorHeaders, headers];
