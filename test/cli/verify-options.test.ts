import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/commands/usage.ts";
import { type VerifyFlags, readVerifyOptions } from "../../src/commands/verify/options.ts";

const BASE = "http://127.0.0.1:4010/v1";

function complaint(base: string | undefined, flags: VerifyFlags, env: Record<string, string> = {}): string {
  try {
    readVerifyOptions(base, flags, env);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("what verify refuses", () => {
  it.for<[VerifyFlags, RegExp]>([
    [{ maxWrites: "-1" }, /^--max-writes must be a whole number from 0 to 1000000, not "-1"$/],
    [{ maxWrites: "1e3" }, /^--max-writes must be a whole number/],
    [{ maxWrites: "" }, /^--max-writes must be a whole number/],
    [{ concurrency: "0" }, /^--concurrency must be a whole number from 1 to 64/],
    [{ concurrency: "65" }, /^--concurrency must be/],
    [{ concurrency: "two" }, /^--concurrency must be/],
    [{ rateLimit: "0" }, /^--rate-limit must be a number of requests a second, such as 10\/s/],
    [{ rateLimit: "5/m" }, /^--rate-limit must be/],
    [{ timeout: "0" }, /^--timeout must be a duration such as 500ms, 10s or 2m, not "0"/],
    [{ timeout: "-5s" }, /^--timeout must be/],
    [{ timeout: "10h" }, /^--timeout must be/],
    [{ maxTime: "forever" }, /^--max-time must be a duration/],
    [{ maxMs: "fast" }, /^--max-ms must be a duration/],
    [{ today: "tomorrow" }, /^--today must be a day such as 2030-12-06/],
    [{ today: "2030-02-30" }, /^--today must be a day/],
    [{ key: [""] }, /^--key must not be empty$/],
    [{ key: ["space at the end "] }, /characters that a header cannot carry/],
    [{ key: ["ключ"] }, /characters that a header cannot carry/],
    [{ keyEnv: ["NOT_SET"] }, /^--key-env NOT_SET: that variable is not set$/],
    [{ otherKeyEnv: ["admin=NOT_SET"] }, /^--other-key-env NOT_SET: that variable is not set$/],
    [{ header: ["no colon"] }, /^--header must be "Name: value"/],
    [{ header: ["Bad Name: x"] }, /^--header must be/],
    [{ header: ["X: a\r\nY: b"] }, /^--header must be/],
    [{ header: ["X-Odd: a\u0001b"] }, /^--header X-Odd has characters that a header cannot carry/],
    [{ header: ["X-Odd: 日本"] }, /^--header X-Odd has characters that a header cannot carry/],
    [{ header: ["content-length: 5"] }, /^--header must not be content-length: each request has its own/],
    [{ header: ["Transfer-Encoding: chunked"] }, /^--header must not be Transfer-Encoding/],
    [{ report: ["pdf=a.pdf"] }, /^--report pdf=a\.pdf: there is no report "pdf"; there are junit, html, json/],
    [{ report: ["json"] }, /^--report json needs a path, as in json=report\.json/],
    [{ report: ["json="] }, /^--report json needs a path/],
    [{ report: ["json=a", "html=a"] }, /would both go to a: give one of them another path/],
    [{ minTested: "101%" }, /^--min-tested must be a percentage such as 80%, not "101%"/],
    [{ explore: "0" }, /^--explore must be a whole number from 1/],
    [{ explore: "5", seed: "-1" }, /^--seed must be a whole number from 0/],
    [{ seed: "1" }, /^--seed needs --explore N/],
  ])("%o", ([flags, says]) => {
    expect(complaint(BASE, flags)).toMatch(says);
  });

  it.for<[string | undefined, RegExp]>([
    [undefined, /is missing: give one such as http/],
    ["", /is missing/],
    ["staging.example.com/v1", /must start with http:\/\/ or https:\/\//],
    ["ftp://example.com/v1", /must start with http/],
    ["http://", /is not a URL/],
    ["http://[", /is not a URL/],
    ["http://user:password@example.com/v1", /must not carry a user or a password: use --key or --header/],
    ["http://example.com/v1?key=1", /must end with its path/],
    ["http://example.com/v1#top", /must end with its path/],
    [
      "http://example.com/my api",
      /characters that a request cannot carry as they are: give http:\/\/example.com\/my%20api$/,
    ],
    ["http://example.com/café", /cannot carry as they are: give http:\/\/example.com\/caf%C3%A9$/],
    ["http://example.com\\v1", /cannot carry as they are: give http:\/\/example.com\/v1$/],
  ])("the base URL %j", ([base, says]) => {
    expect(complaint(base, {})).toMatch(says);
  });

  it("the message names the variable if the wrong value comes from a variable", () => {
    expect(complaint(BASE, {}, { ANIMAL_STORE_TIMEOUT: "soon" })).toMatch(/^ANIMAL_STORE_TIMEOUT must be a duration/);
    expect(complaint(undefined, {}, { ANIMAL_STORE_BASE_URL: "nowhere" })).toMatch(/must start with http/);
  });

  it("an error message does not repeat a key", () => {
    for (const flags of [{ key: "secret key" }, { key: "sécret" }, { header: ["X-Key secret"] }]) {
      expect(complaint(BASE, flags)).not.toMatch(/s[eé]cret k|sécret/);
    }
    expect(complaint("http://user:secret@example.com/v1", {})).not.toContain("secret");
    expect(complaint("http://example.com/v1?key=secret", {})).not.toContain("secret");
  });
});

describe("what verify accepts", () => {
  it.for<[VerifyFlags, object]>([
    [
      {},
      {
        baseUrl: BASE,
        readOnly: false,
        timeoutMs: 10_000,
        concurrency: 12,
        strict: false,
        secondJudge: true,
        headers: [],
      },
    ],
    [{ timeout: "500" }, { timeoutMs: 500 }],
    [{ timeout: "1.5s" }, { timeoutMs: 1500 }],
    [{ maxTime: "2m" }, { maxTimeMs: 120_000 }],
    [{ maxTime: "30" }, { maxTimeMs: 30_000 }],
    [{ maxMs: "250" }, { maxMs: 250 }],
    [{ rateLimit: "5/s" }, { rateLimit: 5 }],
    [{ rateLimit: "5" }, { rateLimit: 5 }],
    [{ maxWrites: "0" }, { maxWrites: 0 }],
    [
      { header: ["X-A: b", "X-C:d:e"] },
      {
        headers: [
          ["X-A", "b"],
          ["X-C", "d:e"],
        ],
      },
    ],
    [
      { report: ["json=-", "html=a.html"] },
      {
        outputs: [
          { kind: "json", target: { to: "stdout" } },
          { kind: "html", target: { to: "file", path: "a.html" } },
        ],
      },
    ],
    [{ explore: "5", seed: "7" }, { explore: { count: 5, seed: 7 } }],
    [{ profile: "full", seed: "7" }, { explore: { count: 20, seed: 7 } }],
    [{ today: "2030-12-06" }, { today: "2030-12-06" }],
  ])("%o", ([flags, expected]) => {
    expect(readVerifyOptions(`${BASE}//`, flags, {})).toMatchObject(expected);
  });

  it("a base URL with spaces around it, as it was copied", () => {
    expect(readVerifyOptions(` ${BASE}/ `, {}, {}).baseUrl).toBe(BASE);
  });

  it("a rate with its unit from the variable", () => {
    expect(readVerifyOptions(BASE, {}, { ANIMAL_STORE_RATE_LIMIT: "7/s" })).toMatchObject({ rateLimit: 7 });
  });

  it("a flag takes precedence over its variable, a variable over the default", () => {
    const env = { ANIMAL_STORE_KEY: "from-variable", ANIMAL_STORE_TIMEOUT: "3s", ANIMAL_STORE_BASE_URL: BASE };
    expect(readVerifyOptions(undefined, {}, env)).toMatchObject({
      baseUrl: BASE,
      keys: [{ text: "from-variable" }],
      timeoutMs: 3000,
    });
    const keysOf = (flags: VerifyFlags, more = {}): string[] =>
      readVerifyOptions(BASE, flags, { ...env, ...more }).keys.map(({ text }) => text);
    expect(keysOf({ key: ["from-flag"] })).toEqual(["from-flag"]);
    expect(keysOf({ keyEnv: ["OTHER"] }, { OTHER: "named" })).toEqual(["named"]);
    expect(keysOf({}, { ANIMAL_STORE_KEY: "" })).toEqual([]);
  });
});
