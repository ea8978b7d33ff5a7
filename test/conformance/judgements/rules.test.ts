// Which refusals of what the document allows are the service's word on other items.
import { expect, test } from "vitest";
import { ruleOfOthers } from "../../../conformance/judgements/rule.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { answers, body, object, text } from "../../http/parts.ts";
import { answered, operationOf } from "../exchanges.ts";

test.each([
  ["the email already exists", true, true],
  ["the email already exists", false, false],
  ["the email is too long", true, false],
])(
  "%j, although another check tells that its status is not listed: %s, is a rule of others: %s",
  async (detail, mayBe, is) => {
    const post = {
      operationId: "sign",
      requestBody: body(object({ email: text })),
      responses: answers("422", object({})),
    };
    const contract = await loadContract({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: { "/x": { post } },
    });
    const exchange = answered(operationOf(contract, "sign"), 400, JSON.stringify({ detail }));
    expect(ruleOfOthers(exchange, mayBe) !== undefined).toBe(is);
  },
);
