import { afterEach, expect, test, vi } from "vitest";
import { Clock } from "../../src/mock/clock.ts";

afterEach(() => void vi.useRealTimers());

test("the requested day stays", () => {
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

test("a time that was set runs on, and can be moved, until it is frozen or reset", () => {
  vi.useFakeTimers({ now: Date.parse("2030-12-05T12:00:00Z") });
  const clock = new Clock();
  const reads = (now: string, frozen: boolean, changed: boolean): void =>
    expect(clock.read()).toEqual({ now: `2031-01-01T${now}.000Z`, frozen, changed });
  clock.set(Date.parse("2031-01-01T00:00:00Z"), false);
  vi.advanceTimersByTime(1_000);
  reads("00:00:01", false, true);
  clock.advance(60_000);
  reads("00:01:01", false, true);
  clock.set(Date.parse("2031-01-01T08:00:00Z"), true);
  vi.advanceTimersByTime(1_000);
  reads("08:00:00", true, true);
  clock.reset();
  expect(clock.read()).toEqual({ now: "2030-12-05T12:00:02.000Z", frozen: false, changed: false });
});

test("a clock stops at the last moment that RFC 3339 can write, and begins at the first", () => {
  vi.useFakeTimers({ now: Date.parse("2030-12-05T12:00:00Z") });
  const clock = new Clock();
  clock.set(Date.parse("9999-12-31T23:59:59Z"), false);
  vi.advanceTimersByTime(86_400_000);
  expect([clock.read().now, clock.today()]).toEqual(["9999-12-31T23:59:59.999Z", "9999-12-31"]);
  clock.set(-8.64e15, false);
  expect(clock.read().now).toBe("0001-01-01T00:00:00.000Z");
});
