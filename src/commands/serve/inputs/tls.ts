// The certificate and key for HTTPS, read and validated before anybody connects.
import { X509Certificate, createPrivateKey } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { Tls } from "../../../http/listening.ts";
import { readGiven } from "../../given-file.ts";
import { UsageError } from "../../usage.ts";

/** The names of the files. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/**
 * Reads both files.
 * @throws UsageError for a file that cannot be read or is not PEM, or a key that belongs to another certificate
 */
export async function readTls(files: TlsFiles, cwd: string): Promise<Tls> {
  const cert = (await readGiven("--tls-cert", files.cert, cwd)).toString("utf8");
  const key = (await readGiven("--tls-key", files.key, cwd)).toString("utf8");
  const certificate = certificateOf(cert, files.cert);
  if (!certificate.checkPrivateKey(keyOf(key, files.key))) {
    throw new UsageError(`--tls-key ${files.key} is not the key of the certificate in ${files.cert}; give the pair`);
  }
  return { cert, key };
}

function certificateOf(pem: string, name: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    const hint = pem.includes("PRIVATE KEY") ? "; it is a private key, which belongs to --tls-key" : "";
    throw new UsageError(`--tls-cert ${name} is not a certificate in PEM (-----BEGIN CERTIFICATE-----)${hint}`);
  }
}

function keyOf(pem: string, name: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    if (/^(-----BEGIN ENCRYPTED|Proc-Type: .*ENCRYPTED)/m.test(pem)) {
      throw new UsageError(`--tls-key ${name} is encrypted; decrypt it first: openssl pkey -in ${name} -out plain.pem`);
    }
    throw new UsageError(`--tls-key ${name} is not a private key in PEM (-----BEGIN PRIVATE KEY-----)`);
  }
}
