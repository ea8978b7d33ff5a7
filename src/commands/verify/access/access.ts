// Everything that lets a run in: keys, a second identity, how a key is renewed, a client certificate.
import type { Keyring } from "../../../../conformance/client/target/keyring.ts";
import { shortKeyWarning } from "../../../../conformance/client/target/redaction.ts";
import type { VerifyOptions } from "../../../../conformance/verify.ts";
import type { Contract } from "../../../contract/model.ts";
import { defined } from "../../../json/defined.ts";
import type { CommandIo } from "../../io.ts";
import { tlsFilesOf } from "../../tls-flags.ts";
import { variable } from "../../usage.ts";
import type { VerifyCommandOptions } from "../options.ts";
import { keyringFrom, knownScheme } from "./keys.ts";

/** What the run uses to be let in. */
export type Access = Pick<VerifyOptions, "other" | "schemes" | "tls" | "callbackSecret"> & {
  readonly keyring: Keyring;
  /** Grows while the run logs in. */
  readonly secrets: string[];
};

/** Reads what the flags say about access. @throws UsageError for what does not fit the document */
export async function accessOf(
  contract: Contract,
  options: VerifyCommandOptions,
  { cwd, env, stderr }: CommandIo,
): Promise<Access> {
  const { keys, otherKeys, schemes, timeoutMs } = options;
  for (const scheme of schemes) knownScheme(contract, scheme, "--scheme");
  const tls = tlsFilesOf(options, cwd);
  const secrets: string[] = [];
  const { renewalOf } = await import("./renewals.ts");
  const { callbackSecretEnv } = options;
  const callbackSecret =
    callbackSecretEnv === undefined ? undefined : variable("--callback-secret-env", callbackSecretEnv, env);
  if (callbackSecret !== undefined) secrets.push(callbackSecret);
  const connection = { timeoutMs, tls };
  const renewal = renewalOf({ contract, options, connection, cwd, env, secrets });
  const keyring = keyringFrom(contract, keys, renewal);
  const other = otherKeys.length === 0 ? undefined : keyringFrom(contract, otherKeys);
  for (const key of [...keyring.secrets, ...(other?.secrets ?? [])]) {
    const warning = shortKeyWarning(key);
    if (warning !== undefined) stderr(`animal-store verify: ${warning}\n`);
  }
  return { keyring, schemes, secrets, callbackSecret, ...defined({ other, tls }) };
}
