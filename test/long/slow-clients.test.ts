// The nine ways with the times that users get: twelve seconds at most.
import { expect, test } from "vitest";
import { DEFAULT_TIMEOUTS } from "../../src/http/listening.ts";
import { slowClients } from "../hostile/each-run/slow-clients.ts";

test("the times for a request and for noticing that they are over are twelve seconds together", () => {
  expect(DEFAULT_TIMEOUTS.request + DEFAULT_TIMEOUTS.checking * 2).toBeLessThanOrEqual(12_000);
});

slowClients(DEFAULT_TIMEOUTS, 1000);
