// Everything that lets a run in: keys, a second identity, how a key is renewed, a client certificate.
import { readFileSync } from "node:fs";
import { createSecureContext, rootCertificates } from "node:tls";
import { resolve } from "node:path";
import type { Keyring } from "../../../../conformance/client/target/keyring.ts";
import { shortKeyWarning } from "../../../../conformance/client/target/redaction.ts";
import type { VerifyOptions } from "../../../../conformance/verify.ts";
import type { Contract } from "../../../contract/model.ts";
import { codeOf } from "../../given-file.ts";
import type { CommandIo } from "../../io.ts";
import { UsageError } from "../../usage.ts";
import type { VerifyCommandOptions } from "../options.ts";
import { keyringFrom, knownScheme } from "./keys.ts";

/** What the run uses to be let in. */
export type Access = Pick<VerifyOptions, "other" | "schemes" | "tls"> & {
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
  const tls = tlsOf(options, cwd);
  const secrets: string[] = [];
  const { renewalOf } = await import("./renewals.ts");
  const connection = { timeoutMs, tls };
  const renewal = renewalOf({ contract, options, connection, cwd, env, secrets });
  const keyring = keyringFrom(contract, keys, renewal);
  const other = otherKeys.length === 0 ? undefined : keyringFrom(contract, otherKeys);
  for (const key of [...keyring.secrets, ...(other?.secrets ?? [])]) {
    const warning = shortKeyWarning(key);
    if (warning !== undefined) stderr(`animal-store verify: ${warning}\n`);
  }
  return {
    keyring,
    ...(other === undefined ? {} : { other }),
    ...(tls === undefined ? {} : { tls }),
    schemes,
    secrets,
  };
}

/** The client certificate and the authorities that the flags name. */
function tlsOf({ baseUrl, cert, certKey, ca }: VerifyCommandOptions, cwd: string): VerifyOptions["tls"] {
  if (certKey !== undefined && cert === undefined) throw new UsageError("--cert-key needs --cert");
  if (cert === undefined && ca === undefined) return undefined;
  if (!/^https:/i.test(baseUrl)) throw new UsageError("--cert and --ca need a base URL that starts with https://");
  const read = (flag: string, file: string): string => {
    try {
      return readFileSync(resolve(cwd, file), "utf8");
    } catch (error) {
      throw new UsageError(`${flag} cannot read ${file}: ${codeOf(error)}`);
    }
  };
  const tls = {
    // Without its own key file, the file of the certificate has both.
    ...(cert === undefined ? {} : { cert: read("--cert", cert), key: read("--cert-key", certKey ?? cert) }),
    // A private authority is trusted besides the public ones, not instead of them.
    ...(ca === undefined ? {} : { ca: [...rootCertificates, read("--ca", ca)] }),
  };
  try {
    createSecureContext(tls);
  } catch {
    const what = cert === undefined ? "--ca" : "--cert, --cert-key and --ca";
    throw new UsageError(
      `${what} cannot be used: they must be PEM, the key without a passphrase, and belong to the certificate`,
    );
  }
  return tls;
}
