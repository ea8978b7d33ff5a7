// How long a run may continue after its end: a moment to remove what it created, however late that begins.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Stop } from "../../../conformance/client/stop.ts";
import { Undecidable } from "../../../conformance/client/undecidable.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A clean-up request that takes this long. @returns its outcome */
async function removal(stop: Stop, ms: number): Promise<string> {
  let outcome = "never sent";
  const cleared = stop.clearingUp(async () => {
    await Promise.resolve();
    try {
      stop.check();
      const answer = new Promise<string>((resolve) => void setTimeout(() => resolve("removed"), ms));
      outcome = await stop.within(answer);
    } catch (error) {
      if (!(error instanceof Undecidable)) throw error;
      outcome = error.message;
    }
  });
  await vi.advanceTimersByTimeAsync(10_000);
  await cleared;
  return outcome;
}

describe("when the time of a run is over", () => {
  test.each([
    ["immediately", 0],
    ["as usual", 600],
    ["late, on a busy machine", 5_000],
  ])("the created items can still be removed if the cleanup begins %s", async (_, late) => {
    const stop = new Stop({ maxTimeMs: 100 });
    await vi.advanceTimersByTimeAsync(100 + late);
    expect(stop.endedBy).toBe("time");
    expect(await removal(stop, 350)).toBe("removed");
    stop.close();
  });

  test("a removal that is never answered does not delay the end", async () => {
    const stop = new Stop({ maxTimeMs: 100 });
    await vi.advanceTimersByTimeAsync(700);
    expect(await removal(stop, 9_000)).toBe("the time of the run is over");
    stop.close();
  });
});
