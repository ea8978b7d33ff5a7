import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { curlOf, type CurlRequest } from "../../src/report/renderers/curl.ts";
import { NASTY } from "./sample.ts";

const get = (changes: Partial<CurlRequest> = {}): CurlRequest => ({
  method: "GET",
  url: "http://127.0.0.1:4010/items",
  headers: [],
  ...changes,
});

/** Separates the arguments from the input in the output of the stand-in for curl. */
const MARK = "=====the input=====";

/** The command as a shell runs it, with a curl function that prints its arguments and its input. */
function run(command: string, key = "secret"): { readonly args: readonly string[]; readonly input: Buffer } {
  const script = `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; printf '%s' '${MARK}'; case "$*" in *@-*) cat;; esac; }\n${command}\n`;
  const output = execFileSync("sh", ["-c", script], { env: { PATH: process.env["PATH"], API_KEY: key } });
  const end = output.indexOf(MARK);
  const args = output.subarray(0, end).toString().split("\0").slice(0, -1);
  return { args, input: output.subarray(end + MARK.length) };
}

function after(args: readonly string[], flag: string): readonly string[] {
  return args.flatMap((argument, index) => (args[index - 1] === flag ? [argument] : []));
}

describe("the curl command", () => {
  it("is short for a plain request", () => {
    expect(curlOf(get())).toBe("curl -i http://127.0.0.1:4010/items");
  });

  it("lets the shell fill in the key", () => {
    const command = curlOf(get({ headers: [["Authorization", "Bearer $API_KEY"]] }));
    expect(command).toContain(`-H "Authorization: Bearer $API_KEY"`);
    expect(after(run(command).args, "-H")).toEqual(["Authorization: Bearer secret"]);
  });

  it("keeps the key apart from letters that follow it", () => {
    const command = curlOf(get({ headers: [["Authorization", "Bearer $API_KEYx and $API_KEY_"]] }));
    expect(after(run(command).args, "-H")).toEqual(["Authorization: Bearer secretx and secret_"]);
  });

  it("expands the key and nothing else next to it", () => {
    const value = "Bearer $API_KEY`id`$(id)$HOME\"'!x\\";
    const command = curlOf(get({ headers: [["Authorization", value]] }));
    expect(after(run(command).args, "-H")).toEqual([`Authorization: ${value.replace("$API_KEY", "secret")}`]);
  });

  it("fills in a key in the query", () => {
    const { args } = run(curlOf(get({ url: "http://127.0.0.1:4010/items?api_key=$API_KEY&limit=1" })));
    expect(args.at(-1)).toBe("http://127.0.0.1:4010/items?api_key=secret&limit=1");
  });

  it("uses --head for HEAD, so that curl does not wait for a body", () => {
    expect(curlOf(get({ method: "HEAD" }))).toBe("curl --head http://127.0.0.1:4010/items");
  });

  it("keeps brackets, braces and dot segments in the URL as they are", () => {
    expect(curlOf(get({ url: "http://h/items?status[]={a}" }))).toContain("--globoff");
    expect(curlOf(get({ url: "http://h/a/../b" }))).toContain("--path-as-is");
  });

  it("sends an empty header and no content type that was not sent", () => {
    const { args } = run(curlOf(get({ method: "POST", headers: [["X-Empty", ""]], body: "{}" })));
    expect(after(args, "-H")).toEqual(["X-Empty;", "Content-Type:"]);
    expect(after(args, "--data-raw")).toEqual(["{}"]);
  });

  it("sends a body that begins with an at sign as text", () => {
    expect(after(run(curlOf(get({ method: "POST", body: "@/etc/passwd" }))).args, "--data-raw")).toEqual([
      "@/etc/passwd",
    ]);
  });

  it("sends every byte of a binary body", () => {
    const body = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect([...run(curlOf(get({ method: "POST", body }))).input]).toEqual([...body]);
  });

  it("sends a binary body that begins with a hyphen", () => {
    expect(run(curlOf(get({ method: "POST", body: new TextEncoder().encode("-n %s\n") }))).input.toString()).toBe(
      "-n %s\n",
    );
  });

  for (const [name, text] of Object.entries(NASTY)) {
    it(`sends ${name} unchanged, on one line without control characters`, () => {
      const command = curlOf(get({ method: "POST", body: text }));
      expect(command).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      const { args, input } = run(command);
      const [raw] = after(args, "--data-raw");
      expect(raw ?? input.toString()).toBe(text.toWellFormed());
    });
  }
});
