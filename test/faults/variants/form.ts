// Choices in properties, headers and texts of responses that the contract leaves open.
import { type Item, isRefusal } from "../behaviour.ts";
import { amend, headers, members, rewrite } from "../craft.ts";
import { type Variant, variants } from "../fault.ts";
import { bytesOf, REFERENCE } from "../reference.ts";
import { anywhere, failed, ok, status } from "../when.ts";
import { writeJson } from "../../../src/json/write.ts";

export const FORM: readonly Variant[] = variants({
  "extra-properties: Items carry properties that the document does not list.": amend(
    ok,
    rewrite((value) => ({ ...value, createdAt: "2026-11-20T10:00:00Z", tags: ["a"], owner: null })),
  ),
  "extra-error-members: Errors carry members that the document does not list.": amend(
    failed,
    members({ requestId: "5e0c", details: [{ field: "x" }], timestamp: 1_795_132_800, help: null }),
  ),
  "extra-headers: Answers carry headers of their own.": amend(
    anywhere,
    headers({ "X-Request-Id": "5e0c", Vary: "Origin", "Cache-Control": "no-store", Server: "store/2" }),
  ),
  "other-codes: The code and the message of errors are other ones.": amend(
    failed,
    rewrite((value) => ({ ...value, code: "E-0042", message: "Das ging leider nicht. 申し訳ありません" })),
  ),
  "uuid-codes: The code of an error is a UUID.": amend(
    failed,
    members({ code: "3f2b8a52-8a0c-4f7e-9d3e-1f0a6b1c9d77" }),
  ),
  "charset: The media type carries charset=utf-8.": amend(
    anywhere,
    headers({ "Content-Type": "application/json; charset=utf-8" }),
  ),
  "media-type-in-capitals: The media type is written Application/JSON;charset=UTF-8.": amend(
    anywhere,
    headers({ "Content-Type": "Application/JSON;charset=UTF-8" }),
  ),
  "pretty: Answers are indented and end with a line break.": amend(anywhere, (answer) => ({
    ...answer,
    raw: `${writeJson(answer.json, 2)}\n`,
  })),
  "escaped-non-ascii: Characters outside ASCII are written as \\u escapes.": amend(anywhere, (answer) => ({
    ...answer,
    raw: bytesOf(answer)
      .toString()
      .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  })),
  "other-member-order: The members of an item come in another order.": amend(
    ok,
    rewrite((value) => Object.fromEntries(Object.entries(value).reverse())),
  ),
  "default-status: An item created without a status is available.": {
    check: (body, call) => {
      const item = REFERENCE.check(body, call);
      return isRefusal(item) || item.status !== undefined ? item : { ...item, status: "available" };
    },
  },
  "location: A created item has Location and Content-Location.": amend(status(201), (answer, call) => {
    const place = `/v1/pets/${String((answer.json as Item).id)}`;
    return headers({ Location: place, "Content-Location": place })(answer, call);
  }),
});
