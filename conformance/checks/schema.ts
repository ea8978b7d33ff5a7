// Successful answers: the media type, the body and the headers that the document describes.
import { envelope } from "./envelopes.ts";
import { CONSTRAINTS } from "../requirements/tested.ts";
import { isSuccessStatus } from "../../src/contract/responses.ts";
import { readHeader } from "../../src/contract/serialization/strict.ts";
import { showViolations } from "../../src/schema/violation.ts";
import type { Header, MediaType, Operation } from "../../src/contract/model.ts";
import { mayBeJson } from "../../src/contract/media.ts";
import { eachWith } from "./subjects.ts";
import { recordCheck } from "../judgements/record.ts";
import { bodyFault, mediaTypeFault } from "../judgements/body.ts";
import type { Blame } from "../causes/cause.ts";
import type { Subject } from "../check.ts";
import { type Exchange, describeAnswer, headerOf, isSuccess, jsonOf, statusOf } from "../client/exchange.ts";
import { type Plan, describedResponse } from "../plan.ts";

function withContent(plan: Plan): Subject[] {
  return eachWith(plan, ({ responses }) =>
    responses.find(({ status, content }) => isSuccessStatus(status) && content.length > 0),
  );
}

/** The documented content of a success; `default` describes errors, so it does not count. */
function contentOf(exchange: Exchange): readonly MediaType[] {
  const described = describedResponse(exchange);
  return described === undefined || described.status === "default" ? [] : described.content;
}

const hasContent = (exchange: Exchange): boolean => isSuccess(exchange) && contentOf(exchange).length > 0;

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
  applies: withContent,
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
  basis: "the schema of the success responses",
  fault: "F101",
  tests: [{ part: "response", status: ["success", "other"], keywords: CONSTRAINTS }],
  applies: withContent,
  select: (exchange) => hasContent(exchange) && contentOf(exchange).some(({ schema }) => schema !== undefined),
  judge: (exchange) => {
    const fault = bodyFault(exchange, contentOf(exchange));
    if (fault?.kind !== "schema") return undefined;
    return ["a body that the schema allows", fault.message, fault.blame ?? {}];
  },
});

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

function describesHeaders(test: (status: string, header: Header) => boolean): (plan: Plan) => Subject[] {
  const found = (operation: Operation): Header | undefined =>
    operation.responses.flatMap(({ status, headers }) =>
      headers.filter((header) => isGeneral(operation, header) && test(status, header)),
    )[0];
  return (plan) => eachWith(plan, found);
}

const requiredHeaders = recordCheck({
  id: "schema.required-headers",
  claim: "a success must have every required header",
  basis: "the required headers of the success responses",
  fault: "F101",
  tests: [{ part: "header", status: ["success", "other"], fields: ["required"] }],
  applies: describesHeaders((status, { required }) => isSuccessStatus(status) && required),
  select: (exchange) => isSuccess(exchange) && headersOf(exchange).length > 0,
  judge: missingHeader,
});

// A gateway may answer with an error before the service sees the request, so a missing header matters less there.
const errorHeaders = recordCheck({
  id: "schema.error-headers",
  level: "should",
  claim: "an error should have every required header",
  basis: "the required headers of the error responses",
  fault: "F101",
  tests: [{ part: "header", status: ["error"], fields: ["required"] }],
  applies: describesHeaders((status, { required }) => !isSuccessStatus(status) && required),
  select: (exchange) => statusOf(exchange) >= 400 && headersOf(exchange).some(({ required }) => required),
  judge: missingHeader,
});

const headers = recordCheck({
  id: "schema.header-values",
  claim: "documented headers must match their schemas",
  basis: "the headers of the responses",
  fault: "F101",
  tests: [{ part: "header", fields: ["self"], keywords: CONSTRAINTS }],
  applies: describesHeaders(() => true),
  select: (exchange) => headersOf(exchange).some(({ name }) => headerOf(exchange, name) !== undefined),
  judge: (exchange, plan) => {
    for (const described of headersOf(exchange)) {
      const seen = headerOf(exchange, described.name);
      if (seen === undefined) continue;
      const wrong = headerFault(plan, described, seen);
      if (wrong !== undefined) return [`${described.name}: ${wrong}`, `${described.name}: ${seen}`];
    }
    return undefined;
  },
});

function headerFault(plan: Plan, described: Header, text: string): string | undefined {
  const reading = readHeader(plan.contract.document, described, text);
  if (reading.kind === "fault") return reading.message;
  if (reading.kind === "absent") return undefined;
  const violations = described.schema.validate(reading.value);
  return violations.length === 0 ? undefined : showViolations(violations);
}

export const schemaChecks = [mediaType, json, body, envelope, requiredHeaders, errorHeaders, headers];
