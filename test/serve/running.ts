// `serve` within the process of a test, in a separate folder.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { runServe } from "../../src/commands/serve/serve.ts";
import { type ServeFlags, readServeOptions } from "../../src/commands/serve/inputs/options.ts";
import { Heard } from "../waiting.ts";

let place = "";

/** Creates a folder for the tests of a file and removes it afterwards. Files share modules, so each calls this. */
export function useFolder(): void {
  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), "animal-store-serve-"));
  });
  afterAll(() => rmSync(place, { recursive: true }));
}

/** The folder it runs in. */
export function folder(): string {
  return place;
}

/** Writes a file into that folder. @returns its name */
export function file(name: string, text: string): string {
  writeFileSync(join(place, name), text);
  return name;
}

export interface Run {
  readonly code: Promise<number>;
  readonly stop: () => void;
  readonly out: () => string;
  readonly err: () => string;
  /** All that it says, in the order of saying. */
  readonly said: Heard;
}

/** Starts the command on a free port. */
export function run(flags: ServeFlags, env: Record<string, string> = {}): Run {
  let out = "";
  let err = "";
  const said = new Heard();
  const controller = new AbortController();
  const io = {
    stdout: (text: string) => {
      out += text;
      said.add(text);
    },
    stderr: (text: string) => {
      err += text;
      said.add(text);
    },
    env,
    cwd: place,
    color: false,
  };
  const code = runServe(readServeOptions({ port: "0", ...flags }, env), io, controller.signal);
  void code.then(said.end, said.end);
  return { code, stop: () => controller.abort(), out: () => out, err: () => err, said };
}

/** Waits for the base URL in its output. */
export async function up(running: Run): Promise<string> {
  const url = /https?:\/\/[^\s"]+/;
  return url.exec(await running.said.until(url))?.[0] ?? "";
}

/** Gets a URL with a key. */
export async function get(url: string, key = "demo-key"): Promise<Response> {
  return fetch(url, { headers: { Authorization: `Bearer ${key}` } });
}
