import { afterEach, expect, test, vi } from "vitest";
import { Clock } from "../../src/mock/clock.ts";

afterEach(() => void vi.useRealTimers());

test("the day that was asked for stays", () => {
  expect(new Clock("2030-12-06").today()).toBe("2030-12-06");
});

test("the real day is that of UTC, and moves on while the server runs", () => {
  vi.useFakeTimers({ now: Date.parse("2030-12-05T23:59:59.500Z") });
  const clock = new Clock();
  expect(clock.today()).toBe("2030-12-05");
  vi.advanceTimersByTime(499);
  expect(clock.today()).toBe("2030-12-05");
  vi.advanceTimersByTime(1);
  expect(clock.today()).toBe("2030-12-06");
});
