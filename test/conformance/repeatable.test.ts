// The same run says the same: in whatever order requests arrive and answers come back.
import { expect, test } from "vitest";
import { CHECKS } from "../../conformance/checks/index.ts";
import { type Exchange, precedes } from "../../conformance/client/exchange.ts";
import { SAFE } from "../../conformance/client/request.ts";
import { loadContract } from "../../src/contract/load.ts";
import type { Contract, Operation } from "../../src/contract/model.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { SHAPES } from "../faults/shapes/index.ts";
import { IN_PROOF, drawn } from "../share.ts";
import { delayedRun, unsteadyResults } from "./delayed.ts";
import { contractOf } from "./documents.ts";
import { contractOfShape } from "./shape-contracts.ts";

const json = (schema: JsonObject): JsonObject => ({ description: "ok", content: { "application/json": { schema } } });
const member = { $ref: "#/components/schemas/Member" };
const refused = { description: "refused" };

/** Items under a name that the client may choose, and lists without a page size. */
const NAMED: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Members", version: "1.0.0" },
  paths: {
    "/members": {
      get: {
        operationId: "listMembers",
        parameters: [{ name: "nickname", in: "query", schema: { type: "string", minLength: 1, maxLength: 40 } }],
        responses: { "200": json({ type: "array", items: member }), "400": refused },
      },
      post: {
        operationId: "addMember",
        requestBody: { required: true, content: { "application/json": { schema: member } } },
        responses: { "201": json(member), "400": refused, "409": refused },
      },
    },
    "/members/{nickname}": {
      parameters: [
        { name: "nickname", in: "path", required: true, schema: { type: "string", minLength: 1, maxLength: 40 } },
      ],
      get: { operationId: "getMember", responses: { "200": json(member), "404": refused } },
      delete: { operationId: "dropMember", responses: { "204": { description: "gone" }, "404": refused } },
    },
    "/members/{nickname}/star": {
      parameters: [{ name: "nickname", in: "path", required: true, schema: { type: "string" } }],
      post: { operationId: "starMember", responses: { "200": json(member), "404": refused } },
      delete: { operationId: "unstarMember", responses: { "200": json(member), "404": refused } },
    },
    "/members/{nickname}/notes": {
      parameters: [{ name: "nickname", in: "path", required: true, schema: { type: "string" } }],
      get: {
        operationId: "listNotes",
        responses: { "200": json({ type: "array", items: { $ref: "#/components/schemas/Note" } }), "404": refused },
      },
      post: {
        operationId: "addNote",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } },
        },
        responses: { "201": json({ $ref: "#/components/schemas/Note" }), "400": refused, "404": refused },
      },
    },
    "/members/{nickname}/notes/{id}": {
      parameters: [
        { name: "nickname", in: "path", required: true, schema: { type: "string" } },
        { name: "id", in: "path", required: true, schema: { type: "integer" } },
      ],
      delete: { operationId: "dropNote", responses: { "204": { description: "gone" }, "404": refused } },
    },
  },
  components: {
    schemas: {
      Member: {
        type: "object",
        required: ["title"],
        properties: {
          nickname: { type: "string", minLength: 1, maxLength: 40 },
          title: { type: "string", maxLength: 100 },
          state: { type: "string", nullable: true },
          starred: { type: "boolean", readOnly: true },
          updatedAt: { type: "string", format: "date-time", readOnly: true },
        },
      },
      Note: {
        type: "object",
        required: ["text"],
        properties: { id: { type: "integer", readOnly: true }, text: { type: "string", maxLength: 80 } },
      },
    },
  },
};

type Document = readonly [name: string, load: () => Promise<Contract>];

const NAMES: Document = ["names that clients choose", () => loadContract(NAMED)];
const OF_SHAPES = SHAPES.map((shape): Document => [shape.name, () => contractOfShape(shape)]);
const DOCUMENTS: readonly Document[] = [
  NAMES,
  ["the animal store", () => contractOf("the animal store")],
  ...OF_SHAPES,
];

test.each(IN_PROOF ? DOCUMENTS : [NAMES])("%s: every run has the same verdicts", async (_, load) => {
  expect(await unsteadyResults(await load(), drawn({ each: 2, proof: 10 }))).toEqual([]);
});

/** Families and checks that read a list while the run may write, and why that changes nothing. All others are quiet. */
const BESIDE_WRITES: Readonly<Record<string, string>> = {
  auth: "judges statuses",
  parameters: "judges statuses",
  "change.upsert-again": "looks for its own item after the answer to its request",
  "create.many": "looks for its own items after the answer to its request",
  "fetch.same": "takes any item from the list",
  "nested.apart": "looks for its own item below a parent of its own",
  "nested.missing": "judges statuses",
  "nested.removed": "looks for its own item below a parent of its own",
  "protocol.unknown-path": "judges statuses",
  "protocol.unlisted-no-action": "looks for its own mark after the answers to its requests",
};

const isRead = ({ request }: Exchange): boolean => SAFE.has(request.method);
const overlap = (one: Exchange, other: Exchange): boolean => !precedes(one, other) && !precedes(other, one);

test("a check that reads a list does so while the run writes nothing, unless it is known why it need not", async () => {
  const found = new Set<string>();
  const disturbed = new Set<string>();
  for (const [, load] of IN_PROOF ? DOCUMENTS : OF_SHAPES) {
    const { results, session } = await delayedRun(await load(), 2);
    const writes = session.record.filter((one) => !isRead(one));
    const lists = new Set<Operation | undefined>(session.plan.resources.map(({ operations }) => operations.list));
    for (const { check, evidence } of results) {
      const reads = evidence.some(
        ({ operation, request }) => request.method === "GET" && operation !== undefined && lists.has(operation),
      );
      const mayWrite = check.quiet !== true && !["untouched", "record"].includes(check.stage);
      if (reads && mayWrite) found.add(check.family in BESIDE_WRITES ? check.family : check.id);
      if (check.quiet === true && evidence.some((one) => isRead(one) && writes.some((write) => overlap(one, write))))
        disturbed.add(check.id);
    }
  }
  expect([...disturbed]).toEqual([]);
  expect([...found].filter((name) => !(name in BESIDE_WRITES))).toEqual([]);
  expect(CHECKS.filter(({ quiet, prepare }) => prepare !== undefined && quiet !== true)).toEqual([]);
});
