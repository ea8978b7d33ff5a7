// Gets a key from the service: by a flow of OAuth 2, by a request of the document that logs in, or from a program.
import { exec } from "node:child_process";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { noteForms } from "../../../../conformance/bodies.ts";
import { buildRequest } from "../../../../conformance/client/request.ts";
import { NO_CREDENTIAL } from "../../../../conformance/client/target/credential.ts";
import type { Renewal } from "../../../../conformance/client/target/keyring.ts";
import { isCalled, showOperation } from "../../../../conformance/operations.ts";
import { quoted } from "../../../json/quote.ts";
import { UsageError } from "../../usage.ts";
import { PlacedFile, fieldOf } from "../placed-file.ts";
import { LoginError, type Surroundings, answerTo, tokenIn } from "./answered-key.ts";
import { isKey, knownScheme } from "./keys.ts";
import { oauthOf } from "./oauth.ts";

/** Where a new key comes from; undefined if the flags name nothing. @throws UsageError for what cannot work */
export function renewalOf(around: Surroundings): Renewal | undefined {
  const { clientId, clientSecretEnv, username, tokenUrl, login } = around.options;
  const isOauth = clientId !== undefined;
  if (!isOauth && [clientSecretEnv, username, tokenUrl].some((one) => one !== undefined))
    throw new UsageError("--client-secret-env, --username and --token-url need --client-id");
  if (isOauth && login !== undefined) throw new UsageError("give --client-id or --login, not both");
  if (isOauth) return oauthOf(clientId, around);
  if (login === undefined) return undefined;
  return isRequest(login, around.cwd) ? requestOf(login, around) : programOf(login, around);
}

/** True for a file that is no program. */
function isRequest(login: string, cwd: string): boolean {
  if (/\.(?:ya?ml|json)$/i.test(login)) return true;
  const found = statSync(resolve(cwd, login), { throwIfNoEntry: false });
  if (found === undefined) return false;
  return process.platform === "win32" ? !/\.(?:exe|com|bat|cmd)$/i.test(login) : (found.mode & 0o111) === 0;
}

const REQUEST_FIELDS = ["operation", "body", "token", "scheme"];

/** A request of the document that logs in, as a file describes it. */
function requestOf(file: string, { contract, options, connection, cwd, env, secrets }: Surroundings): Renewal {
  const read = new PlacedFile("--login", file, cwd);
  read.entries(read.root, "the login request", REQUEST_FIELDS);
  const name = read.text(fieldOf(read.root, "operation"), "operation");
  const operation = contract.operations.find((one) => isCalled(one, name));
  if (name !== undefined && operation === undefined)
    read.complain(fieldOf(read.root, "operation"), `the document has no operation ${quoted(name)}`);
  const [token, scheme] = ["token", "scheme"].map((field) => {
    const part = fieldOf(read.root, field);
    return part.value === undefined ? undefined : read.text(part, field);
  });
  const json = read.resolved(fieldOf(read.root, "body"), env, secrets) ?? null;
  read.finish();
  if (scheme !== undefined) knownScheme(contract, scheme, file);
  if (operation === undefined) throw new UsageError(`${file}: "operation" is missing`);
  noteForms(contract);
  const { baseUrl, headers } = options;
  const sent = buildRequest(
    { operation, ...(json === null ? {} : { json }) },
    NO_CREDENTIAL,
    { baseUrl, headers },
    () => undefined,
  );
  const used = scheme === undefined ? undefined : contract.operations.flatMap((one) => one.security.flat());
  const meant = used?.find((one) => one.name === scheme);
  return {
    scheme,
    renew: async () => {
      const from = showOperation(operation);
      return tokenIn(await answerTo(sent, from, { connection, secrets }), { from, token, scheme: meant, secrets });
    },
  };
}

const PROGRAM_MS = 60_000;

/** A program that prints the key. */
function programOf(command: string, { cwd, secrets, env }: Surroundings): Renewal {
  return {
    renew: () =>
      new Promise((done, fail) => {
        exec(command, { cwd, env: { ...env }, timeout: PROGRAM_MS, maxBuffer: 1024 * 1024 }, (error, stdout) => {
          const key = stdout.trim();
          if (error !== null) fail(new LoginError(`the program of --login ended with ${error.code ?? error.signal}`));
          else if (!isKey(key)) fail(new LoginError("the program of --login must print the key, and nothing else"));
          else {
            secrets.push(key);
            done(key);
          }
        });
      }),
  };
}
