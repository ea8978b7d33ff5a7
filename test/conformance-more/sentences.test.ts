// The sentences that a run says of a target: for people, and true of it.
import { describe, expect, it } from "vitest";
import { describeAnswer } from "../../conformance/exchange.ts";
import { detailOf } from "../../conformance/report.ts";
import { judgeStore } from "../conformance/side-by-side.ts";
import { contractOf } from "../conformance/documents.ts";
import { answered, operationOf } from "./exchanges.ts";

describe("one of a kind is not told in the plural", () => {
  it("in answers", async () => {
    const list = operationOf(await contractOf("the animal store"), "listPets");
    expect(describeAnswer(answered(list, 200, "1"))).toBe("200 application/json, 1 byte");
    expect(describeAnswer(answered(list, 200, "[]"))).toBe("200 application/json, 2 bytes");
  });

  it("in what a run with a budget of one write says", { timeout: 60_000 }, async () => {
    const { results } = await judgeStore({}, { maxWrites: 1 });
    const said = results.map(detailOf);
    expect(said.filter((text) => /\b1 (items|writes|bytes|answers)\b/.test(text))).toEqual([]);
    expect(said.some((text) => text.includes("1 write"))).toBe(true);
  });
});
