// The budget of work is counted in steps, so that the same document costs the same on every machine.
import { expect, test } from "vitest";
import { paid } from "../../src/schema/judging.ts";
import { Work, WorkExceeded } from "../../src/schema/work.ts";

const all = (work: Work): number => {
  let spent = 0;
  try {
    for (;;) {
      work.spend();
      spent++;
    }
  } catch (error) {
    if (!(error instanceof WorkExceeded)) throw error;
  }
  return spent;
};

test("work ends when its budget is used up", () => {
  expect(all(new Work(5))).toBe(5);
});

test("the error says so in its name and message", () => {
  expect(() => new Work(5).spend(6)).toThrow(
    expect.objectContaining({ name: "WorkExceeded", message: "the budget of work is used up" }) as Error,
  );
});

test("one of several tasks only uses its own share", () => {
  const work = new Work(90);
  expect(work.share(3, () => all(work))).toBe(30);
  expect(work.share(2, () => all(work))).toBe(30);
  expect(work.share(1, () => all(work))).toBe(30);
  expect(work.share(1, () => all(work))).toBe(0);
});

test("what one task does not need is left for the next", () => {
  const work = new Work(100);
  work.share(2, () => work.spend(10));
  expect(work.share(2, () => all(work))).toBe(45);
});

test("a share of a share counts only against that share", () => {
  const work = new Work(100);
  const inner = work.share(2, () => work.share(5, () => all(work)));
  expect([inner, work.left]).toEqual([10, 90]);
});

test("refused work is not done, and does not reduce other budgets", () => {
  const whole = new Work(1_000, true);
  const before = Work.spent;
  expect(Work.within(() => new Work(50).spend(1_000_000_000))).toBeUndefined();
  expect(Work.spent - before).toBe(50);
  expect(all(whole)).toBe(950);
});

test("work that a share refuses costs no more than what was left of the share", () => {
  const work = new Work(100);
  const paidFor = (run: () => unknown): number => {
    const before = Work.spent;
    expect(Work.within(run)).toBeUndefined();
    return Work.spent - before;
  };
  const refused = (): void => work.spend(1_000_000_000);
  expect(paidFor(() => work.share(4, refused))).toBe(25);
  expect(paidFor(() => work.share(3, () => work.share(5, refused)))).toBe(10);
  // A repeated question is refused again, without costing or refunding anything.
  expect(paidFor(() => work.share(1, () => [Work.within(refused), refused()]))).toBe(65);
  expect([paidFor(refused), work.left < 0]).toEqual([0, true]);
});

test("validating a value costs more the more parts it has", () => {
  const spentOn = (value: unknown): number => {
    const before = Work.spent;
    paid(value, () => true);
    return Work.spent - before;
  };
  const costs = [0, { a: 1 }, { a: [1, 2, 3] }].map(spentOn);
  expect(costs).toEqual(costs.toSorted((one, other) => one - other));
  expect(new Set(costs).size).toBe(3);
  expect(() =>
    new Work(60).rule(() =>
      paid(
        Array.from({ length: 30 }, () => 1),
        () => true,
      ),
    ),
  ).toThrow(WorkExceeded);
});

test("a new budget is no larger than what is left of the one that it is created under", () => {
  const under = (work: Work): number => work.rule(() => Work.upTo(9_000));
  expect(Work.upTo(9_000)).toBe(9_000);
  expect(under(new Work(10_000))).toBe(9_000);
  expect(under(new Work(5_000))).toBe(5_000);
  const shared = new Work(10_000);
  expect(shared.share(2, () => under(shared))).toBe(5_000);
  // It suffices for a small question, whatever is left.
  expect(under(new Work(1))).toBe(2_000);
  expect(new Work(1).rule(() => Work.upTo(50))).toBe(50);
});

test("work done elsewhere in the meantime counts only against a whole budget", () => {
  const [whole, other] = [new Work(10_000, true), new Work(10_000)];
  new Work(6_000).spend(6_000);
  expect([whole, other].map((work) => work.rule(() => Work.upTo(9_000)))).toEqual([4_000, 9_000]);
});
