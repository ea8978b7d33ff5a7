// Successful answers: the media type, the body and the headers that the document describes.
import { parameterReader } from "../../src/contract/wire.ts";
import { showViolations } from "../../src/contract/violation.ts";
import type { Header, MediaType, Operation, Parameter } from "../../src/contract/model.ts";
import { isJsonMedia } from "../../src/resource/infer.ts";
import { eachOperation, recordCheck } from "../ask.ts";
import { bodyFault, mediaTypeFault } from "../body.ts";
import type { AnyCheck, Subject } from "../check.ts";
import { type Exchange, describeAnswer, headerOf, isSuccess, jsonOf, statusOf } from "../exchange.ts";
import { type Plan, describedResponse } from "../plan.ts";

function withContent(plan: Plan): Subject[] {
  const success = (operation: Operation): Operation["responses"] =>
    operation.responses.filter(({ status, content }) => status.startsWith("2") && content.length > 0);
  return eachOperation(
    plan,
    (operation) => success(operation).length > 0,
    (operation) => success(operation)[0]?.pointer ?? "",
  );
}

/** The documented content of a success; `default` describes errors, so it says nothing of one. */
function contentOf(exchange: Exchange): readonly MediaType[] {
  const described =
    exchange.operation === undefined ? undefined : describedResponse(exchange.operation, statusOf(exchange));
  return described === undefined || described.status === "default" ? [] : described.content;
}

const hasContent = (exchange: Exchange): boolean => isSuccess(exchange) && contentOf(exchange).length > 0;

const mediaType = recordCheck({
  id: "schema.media-type",
  family: "schema",
  level: "must",
  claim: "a success has the documented media type",
  basis: "the content of the success responses",
  fault: "F101",
  applies: withContent,
  select: hasContent,
  judge: (exchange) => mediaTypeFault(exchange, contentOf(exchange)),
});

const json = recordCheck({
  id: "schema.json",
  family: "schema",
  level: "must",
  claim: "a success body is one well-formed JSON text in UTF-8",
  basis: "the content of the success responses; RFC 8259",
  fault: "F101",
  applies: withContent,
  select: (exchange) => hasContent(exchange) && contentOf(exchange).every(({ name }) => isJsonMedia(name)),
  judge: (exchange) => {
    const reading = jsonOf(exchange);
    return "fault" in reading
      ? ["JSON", `a body that ${reading.fault.message} (${describeAnswer(exchange)})`]
      : undefined;
  },
});

const body = recordCheck({
  id: "schema.body",
  family: "schema",
  level: "must",
  claim: "a success body is what its schema says",
  basis: "the schema of the success responses",
  fault: "F101",
  applies: withContent,
  select: (exchange) => hasContent(exchange) && contentOf(exchange).some(({ schema }) => schema !== undefined),
  judge: (exchange) => {
    const fault = bodyFault(exchange, contentOf(exchange));
    return fault?.kind === "schema" ? ["a body that the schema allows", fault.message] : undefined;
  },
});

/** Those that announce the end of a deprecated operation are the affair of the lifecycle family. */
function isGeneral(operation: Operation, { name }: Header): boolean {
  return !(operation.lifecycle.deprecated && ["deprecation", "sunset", "link"].includes(name.toLowerCase()));
}

function headersOf(exchange: Exchange): readonly Header[] {
  const { operation } = exchange;
  if (operation === undefined) return [];
  const described = describedResponse(operation, statusOf(exchange))?.headers ?? [];
  return described.filter((header) => isGeneral(operation, header));
}

function missingHeader(exchange: Exchange): readonly [string, string] | undefined {
  const missing = headersOf(exchange).find(({ name, required }) => required && headerOf(exchange, name) === undefined);
  return missing === undefined
    ? undefined
    : [`the header ${missing.name}`, `no ${missing.name} on a ${statusOf(exchange)}`];
}

function describesHeaders(test: (status: string, header: Header) => boolean): (plan: Plan) => Subject[] {
  const found = (operation: Operation): Header | undefined =>
    operation.responses.flatMap(({ status, headers }) =>
      headers.filter((header) => isGeneral(operation, header) && test(status, header)),
    )[0];
  return (plan) =>
    eachOperation(
      plan,
      (operation) => found(operation) !== undefined,
      (operation) => found(operation)?.pointer ?? "",
    );
}

const requiredHeaders = recordCheck({
  id: "schema.required-headers",
  family: "schema",
  level: "must",
  claim: "a success has every header that the document requires",
  basis: "the required headers of the success responses",
  fault: "F101",
  applies: describesHeaders((status, { required }) => status.startsWith("2") && required),
  select: (exchange) => isSuccess(exchange) && headersOf(exchange).length > 0,
  judge: missingHeader,
});

// A gateway may answer an error before the service sees it, so a missing header weighs less there.
const errorHeaders = recordCheck({
  id: "schema.error-headers",
  family: "schema",
  level: "should",
  claim: "an error has every header that the document requires",
  basis: "the required headers of the error responses",
  fault: "F101",
  applies: describesHeaders((status, { required }) => !status.startsWith("2") && required),
  select: (exchange) => statusOf(exchange) >= 400 && headersOf(exchange).some(({ required }) => required),
  judge: missingHeader,
});

const headers = recordCheck({
  id: "schema.header-values",
  family: "schema",
  level: "must",
  claim: "documented headers have the values that their schemas say",
  basis: "the headers of the responses",
  fault: "F101",
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
  const parameter: Parameter = {
    ...described,
    in: "header",
    style: "simple",
    explode: false,
    deprecated: false,
    examples: [],
  };
  const reading = parameterReader(plan.contract.document, parameter)([[described.name, text]]);
  if (reading.kind === "fault") return reading.message;
  if (reading.kind === "absent") return undefined;
  const violations = described.schema.validate(reading.value);
  return violations.length === 0 ? undefined : showViolations(violations);
}

export const schemaChecks: readonly AnyCheck[] = [mediaType, json, body, requiredHeaders, errorHeaders, headers];
