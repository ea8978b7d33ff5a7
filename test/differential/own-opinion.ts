// The verdict of our own validators on every part of an answer, in the terms in which Prism gives its own.
import type { Header } from "../../src/contract/model.ts";
import { readHeader } from "../../src/contract/serialization/strict.ts";
import { type Exchange, headerOf, statusOf } from "../../conformance/client/exchange.ts";
import { type Opinion, contentFaults } from "../../conformance/judgements/described.ts";
import type { Plan } from "../../conformance/plan.ts";
import { describedResponse } from "../../conformance/operations.ts";

export type { Opinion };
export const ANSWER_PARTS = ["status", "media-type", "body", "headers"] as const;
export type AnswerPart = (typeof ANSWER_PARTS)[number];

/** The faults that our validators find in the answer of an operation. */
export function ownOpinion(exchange: Exchange, plan: Plan): readonly Opinion[] {
  const status = statusOf(exchange);
  const described = describedResponse(exchange);
  const message = `the status ${status} is not described`;
  const undocumented = { part: "status", at: "", keyword: "", message } as const;
  if (described === undefined) return [undocumented];
  return [
    // `default` describes errors: a success or a redirect must be documented explicitly.
    ...(described.status === "default" && status < 400 ? [undocumented] : []),
    ...contentFaults(plan.contract.document, exchange, described),
    ...described.headers.flatMap((header) => headerFaults(exchange, header, plan)),
  ];
}

function headerFaults(exchange: Exchange, header: Header, plan: Plan): Opinion[] {
  const about = { part: "headers", at: header.name.toLowerCase() } as const;
  const seen = headerOf(exchange, header.name);
  if (seen === undefined) {
    return header.required ? [{ ...about, keyword: "required", message: `the header ${header.name} is missing` }] : [];
  }
  const reading = readHeader(plan.contract.document, header, seen);
  if (reading.kind === "fault") return [{ ...about, keyword: "type", message: `${header.name} ${reading.message}` }];
  if (reading.kind === "absent") return [];
  return header.schema
    .validate(reading.value)
    .map(({ keyword, message: said, pointer }) => ({ ...about, keyword, message: `${header.name} ${said}`, pointer }));
}
