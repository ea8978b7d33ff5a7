// Measures work from outside, whoever pays for it: for what takes no budget of the test's own.
import { Work } from "../src/schema/work.ts";

/** The units of work that are spent while something runs. */
export async function spentOn(run: () => unknown): Promise<number> {
  const { spend } = Work.prototype;
  let spent = 0;
  Work.prototype.spend = function counted(this: Work, units = 1): void {
    // What is refused is not done.
    spent += Math.min(units, Math.max(0, this.room));
    spend.call(this, units);
  };
  try {
    await run();
  } finally {
    Work.prototype.spend = spend;
  }
  return spent;
}
