// A list of known failures only excuses the failures that it names, and only while they fail.
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { type Outcome, PASS, fail, inconclusive } from "../../../conformance/check.ts";
import {
  KnownFailingError,
  applyKnownFailing,
  expiredLines,
  parseKnownFailing,
  readKnownFailing,
  staleLines,
} from "../../../conformance/report/known-failing.ts";
import { knownFailingFile } from "../../../conformance/report/known-failing-file.ts";
import type { Result } from "../../../conformance/run.ts";
import { loadContract } from "../../../src/contract/load.ts";
import type { Contract } from "../../../src/contract/model.ts";
import { folderWith } from "../../contract/documents.ts";
import { operationOf } from "../exchanges.ts";

const LIST = `# what staging does not keep yet
- check: auth.missing
  operation: createPet
  reason: ticket 12
- check: status.documented
  reason: the gateway answers 418
`;

let contract: Contract;
beforeAll(async () => {
  contract = await loadContract("spec/animal-store.yaml");
});

const listOf = (text = LIST): ReturnType<typeof parseKnownFailing> => parseKnownFailing(text, "known.yaml", CHECKS);

function problemsOf(text: string): readonly string[] {
  try {
    listOf(text);
  } catch (error) {
    if (error instanceof KnownFailingError) return error.problems;
    throw error;
  }
  return [];
}

function result(id: string, operationId: string, outcome: Outcome): Result {
  const check = CHECKS.find((one) => one.id === id);
  if (check === undefined) throw new Error(`no check ${id}`);
  const operation = operationOf(contract, operationId);
  return { check, subject: { operation, pointer: operation.pointer }, outcome, evidence: [], ms: 1 };
}

const failed = fail("401", "200");

describe("reading a list of known failures", () => {
  test("gives each entry with its place", () => {
    expect(listOf()).toEqual([
      { check: "auth.missing", operation: "createPet", reason: "ticket 12", place: "known.yaml:2" },
      { check: "status.documented", reason: "the gateway answers 418", place: "known.yaml:5" },
    ]);
    expect(listOf("")).toEqual([]);
    expect(listOf("# nothing is known\n")).toEqual([]);
    expect(listOf('[{"check": "auth.missing", "reason": "in JSON"}]')).toHaveLength(1);
  });

  test("names the file, and says if it cannot be read", async () => {
    const folder = await folderWith({ "list.yaml": LIST });
    const [file, missing] = [join(folder, "list.yaml"), join(folder, "missing.yaml")];
    await expect(readKnownFailing(missing, CHECKS)).rejects.toThrow(
      `${missing}: the list of known failures does not exist`,
    );
    expect((await readKnownFailing(file, CHECKS))[0]?.place).toBe(`${file}:2`);
  });

  test("reports everything that is wrong at once, with its line", () => {
    const text =
      "- check: auth.mising\n  reason: a\n- check: auth.empty\n- reason: b\n  chek: auth.empty\n- just text\n";
    expect(problemsOf(text)).toEqual([
      'known.yaml:1: there is no check "auth.mising"; `animal-store checks` lists them',
      'known.yaml:3: "reason" is missing',
      expect.stringContaining('known.yaml:5: there is no field "chek"'),
      'known.yaml:4: "check" is missing',
      expect.stringContaining("known.yaml:6: must be an entry with"),
    ]);
    expect(problemsOf("- check: AUTH.missing\n  reason: a\n")[0]).toContain('did you mean "auth.missing"?');
    expect(problemsOf("check: auth.missing\n")[0]).toContain("known.yaml:1: must be a list");
    expect(problemsOf("- check: [\n")[0]).toMatch(/^known\.yaml:\d+: is not YAML/);
    expect(problemsOf("- check: auth.missing\n  reason: 7\n")).toEqual(['known.yaml:2: "reason" must be text']);
  });
});

describe("a run with a list", () => {
  test("shows the listed failures separately, and keeps all others", () => {
    const other = result("auth.missing", "listPets", failed);
    const known = result("auth.missing", "createPet", failed);
    const elsewhere = result("status.documented", "getPet", failed);
    const outcome = applyKnownFailing([other, known, elsewhere], listOf());
    expect(outcome.results).toEqual([other]);
    expect(outcome.excused.map(({ result: one, known: { reason } }) => [one, reason])).toEqual([
      [known, "ticket 12"],
      [elsewhere, "the gateway answers 418"],
    ]);
    expect(staleLines(outcome)).toEqual([]);
  });

  test("fails for an entry that passes now", () => {
    const outcome = applyKnownFailing(
      [result("auth.missing", "createPet", PASS), result("status.documented", "getPet", failed)],
      listOf(),
    );
    expect(staleLines(outcome)).toEqual(["known.yaml:2: auth.missing of createPet passes now; delete this entry"]);
  });

  test("does not call an entry stale while it fails somewhere, or could not be decided", () => {
    const open = inconclusive("the run is read-only", "a run without --read-only");
    const results = [
      result("status.documented", "listPets", PASS),
      result("status.documented", "getPet", failed),
      result("auth.missing", "createPet", open),
    ];
    const outcome = applyKnownFailing(results, listOf());
    expect(staleLines(outcome)).toEqual([]);
    expect(outcome.results).toHaveLength(2);
  });

  test("never excuses an error of the suite itself", () => {
    const broke = result("auth.missing", "createPet", { verdict: "error", cause: new Error("bug") });
    expect(applyKnownFailing([broke], listOf()).results).toEqual([broke]);
  });

  test("fails for an entry about an unknown operation", () => {
    const outcome = applyKnownFailing(
      [result("auth.missing", "listPets", failed)],
      listOf("- check: auth.missing\n  operation: GET /nowhere\n  reason: a\n"),
    );
    expect(staleLines(outcome)[0]).toContain("known.yaml:1: auth.missing of GET /nowhere is not asked");
  });

  test("excuses only one case if the entry names it", () => {
    const text = '- check: create.refuses-type\n  operation: createPet\n  case: "name: 1 (a number)"\n  reason: a\n';
    const one = result("create.refuses-type", "createPet", failed);
    const named = { ...one, subject: { ...one.subject, about: "name: 1 (a number)" } };
    const outcome = applyKnownFailing([one, named], listOf(text));
    expect(outcome.results).toEqual([one]);
    expect(outcome.excused.map(({ result: own }) => own)).toEqual([named]);
  });

  test("no longer excuses anything after the expiry date of the entry", () => {
    const list = listOf("- check: auth.missing\n  reason: a\n  expires: 2027-03-31\n");
    const results = [result("auth.missing", "createPet", failed)];
    expect(applyKnownFailing(results, list, { today: "2027-03-31" }).excused).toHaveLength(1);
    const outcome = applyKnownFailing(results, list, { today: "2027-04-01" });
    expect(outcome.results).toEqual(results);
    expect(staleLines(outcome)).toEqual([]);
    expect(expiredLines(outcome)).toEqual([
      "known.yaml:1: auth.missing was excused until 2027-03-31; fix it, or give it a new day",
    ]);
    expect(problemsOf("- check: auth.missing\n  reason: a\n  expires: soon\n")[0]).toContain("must be a day");
  });

  test("can be written from a run, and then excuses all of its failures", () => {
    const one = result("create.refuses-type", "createPet", failed);
    const results = [
      result("auth.missing", "createPet", failed),
      { ...one, subject: { ...one.subject, about: 'status: ["a"] (an array: "one")' } },
    ];
    const outcome = applyKnownFailing(results, listOf(knownFailingFile(results)));
    expect(outcome.results).toEqual([]);
    expect(outcome.excused).toHaveLength(2);
  });

  test("ignores entries about what a partial run leaves out", () => {
    expect(staleLines(applyKnownFailing([], listOf()))).toHaveLength(2);
    expect(staleLines(applyKnownFailing([], listOf(), { isPartial: true }))).toEqual([]);
  });

  test("finds an operation by its method and path too", () => {
    const text = "- check: auth.missing\n  operation: GET /pets\n  reason: a\n";
    const outcome = applyKnownFailing([result("auth.missing", "listPets", failed)], listOf(text));
    expect(outcome.excused).toHaveLength(1);
  });
});
