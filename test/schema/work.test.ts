// The budget of work is counted in steps, so that the same document costs the same on every machine.
import { expect, test } from "vitest";
import { Judging } from "../../src/schema/judging.ts";
import { UNLIMITED, Work, WorkExceeded } from "../../src/schema/work.ts";

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

test("refused work is not done, and does not reduce the budget of the whole", () => {
  const whole = new Work(1_000);
  expect(Work.within(() => new Work(50, whole).spend(1_000_000_000))).toBeUndefined();
  expect(all(whole)).toBe(950);
});

test("work that a share refuses costs no more than what was left of the share", () => {
  const work = new Work(100);
  const paidFor = (run: () => unknown): number => {
    const before = work.left;
    expect(Work.within(run)).toBeUndefined();
    return before - work.left;
  };
  const refused = (): void => work.spend(1_000_000_000);
  expect(paidFor(() => work.share(4, refused))).toBe(25);
  expect(paidFor(() => work.share(3, () => work.share(5, refused)))).toBe(10);
  // A repeated question is refused again, without costing or refunding anything.
  expect(paidFor(() => work.share(1, () => [Work.within(refused), refused()]))).toBe(65);
  expect([paidFor(refused), work.left]).toEqual([0, 0]);
  // A verdict that ended for lack of work must not pass for one that cost nothing.
  expect(() => work.spend(0)).toThrow(WorkExceeded);
});

test("validating a value costs more the more parts it has", () => {
  const spentOn = (value: unknown): number => {
    const work = new Work(1_000);
    new Judging().paid(value, work, () => true);
    return 1_000 - work.left;
  };
  const costs = [0, { a: 1 }, { a: [1, 2, 3] }].map(spentOn);
  expect(costs).toEqual(costs.toSorted((one, other) => one - other));
  expect(new Set(costs).size).toBe(3);
  expect(() =>
    new Judging().paid(
      Array.from({ length: 30 }, () => 1),
      new Work(40),
      () => true,
    ),
  ).toThrow(WorkExceeded);
});

test("a value is not judged further than its budget can pay for", () => {
  const entered = (budget: number): number => {
    const judging = new Judging();
    let times = 0;
    const judge = (): void => {
      for (;;) {
        if (--judging.left < 0) judging.exceeded();
        times++;
      }
    };
    expect(() => judging.paid(Array.from({ length: 100_000 }), new Work(budget), judge)).toThrow(WorkExceeded);
    return times;
  };
  // A part costs 1, and a schema that is entered 5.
  expect(entered(101_000)).toBeLessThan(300);
  expect(entered(2_000_000)).toBeGreaterThan(300_000);
  // Whatever the budget, a value of this size has about three million.
  expect(entered(Number.MAX_SAFE_INTEGER)).toBe(entered(1_000_000_000));
});

test("a part is no larger than what is left of the whole", () => {
  const left = (work: Work): number => work.part(9_000).left;
  expect([UNLIMITED, new Work(10_000), new Work(5_000)].map(left)).toEqual([9_000, 9_000, 5_000]);
  const shared = new Work(10_000);
  expect(shared.share(2, () => left(shared))).toBe(5_000);
  // It suffices for a small question, whatever is left.
  expect([left(new Work(1)), new Work(1).part(50).left]).toEqual([2_000, 50]);
});

test("what is spent in a part counts against the whole, and against what that is a part of, at its price", () => {
  const whole = new Work(10_000);
  const part = new Work(3_000, whole);
  part.part(1_000, 3).spend(500);
  expect([part.left, whole.left]).toEqual([1_500, 8_500]);
  // Whoever has used up the whole may end what is in progress; the whole takes nothing more.
  new Work(20_000, whole).spend(9_000);
  expect([part.left, whole.left]).toEqual([1_500, -500]);
  expect(() => whole.spend(0)).toThrow(WorkExceeded);
  expect(() => part.spend(1)).not.toThrow();
});

test("what parts spend beyond a share is missing from the others", () => {
  const whole = new Work(1_000);
  whole.share(4, () => new Work(600, whole).spend(600), 0);
  expect(whole.left).toBe(400);
});
