// Decides who may control the running mock, and with which token.
import type * as Crypto from "node:crypto";
import type { Document } from "../../document/document.ts";
import type { DocumentActions } from "../../http/control/call.ts";
import { isLoopback } from "../../http/request/admission/origin.ts";
import type { Runs } from "../../http/control/runs.ts";
import type { MockServerOptions } from "../../http/node/server.ts";
import type { MadeUp } from "./output/banner.ts";
import { findingsOf } from "./output/findings.ts";
import type { ServeOptions } from "./inputs/options.ts";
import type { Following } from "./watch.ts";

/**
 * How the mock is controlled. If others can reach it, a generated token keeps them out. If nobody else can, a generated
 * token still keeps pages and other local programs from starting the suite or the gate.
 */
export function controlOf(
  options: ServeOptions,
  following: () => Following,
  { others, secret }: Known = {},
): ControlChoice {
  const { control, host, console: isWanted } = options;
  if (control === undefined) return { control: {} };
  const isAlone = isLoopback(host);
  const token = control.token === undefined && !isAlone ? { token: madeUp("control", secret) } : {};
  const run = isAlone && isWanted ? { runToken: madeUp("run", secret) } : {};
  const documentNow = (): Document => following().current.contract.document;
  const actions: DocumentActions = {
    findings: () => findingsOf(documentNow()),
    // The others would serve what they read before.
    ...(secret === undefined ? { reload: () => following().reload() } : {}),
    ...shownKey(options),
    ...(others === undefined ? {} : { others }),
  };
  const runs = run.runToken === undefined ? {} : { runs: runsWith(run.runToken, documentNow) };
  const proof = secret === undefined ? {} : { proof: madeUp("console", secret) };
  return { control: { control: { ...control, ...token, ...runs, ...proof, actions } }, ...token, ...run };
}

interface Known {
  readonly others?: DocumentActions["others"];
  /** What all processes of a shared mock know. */
  readonly secret?: string | undefined;
}

/** The runner is loaded on demand. */
function runsWith(token: string, document: () => Document): Runs {
  return {
    token,
    run: async (...given) => (await import("./runs/runs.ts")).consoleRuns(token, document).run(...given),
  };
}

/** A token: any, or the one that all who know the secret have for this purpose. */
function madeUp(purpose: string, secret: string | undefined): string {
  const { createHmac, randomBytes } = require("node:crypto") as typeof Crypto;
  const bytes = secret === undefined ? randomBytes(18) : createHmac("sha256", secret).update(purpose).digest();
  return bytes.subarray(0, 18).toString("base64url");
}

/** The default key. A key that the user chose may be secret. */
function shownKey({ auth, isDefaultKey, keys }: ServeOptions): { readonly key?: string } {
  const [key] = keys;
  return auth && isDefaultKey && key !== undefined ? { key } : {};
}

/** The options of a control plane and the tokens generated for it. */
export interface ControlChoice extends MadeUp {
  readonly control: Pick<MockServerOptions, "control">;
}
