// The certificates for connections to a service, as the flags of `verify` and `proxy` name them.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createSecureContext, rootCertificates } from "node:tls";
import type { TlsFiles } from "../../conformance/client/sending/tls-files.ts";
import { codeOf } from "./given-file.ts";
import { UsageError } from "./usage.ts";

interface TlsFlags {
  readonly baseUrl: string;
  readonly cert?: string | undefined;
  readonly certKey?: string | undefined;
  readonly ca?: string | undefined;
}

/** The client certificate and the authorities that the flags name. */
export function tlsFilesOf({ baseUrl, cert, certKey, ca }: TlsFlags, cwd: string): TlsFiles | undefined {
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
