// A real XML parser for the tests: libxml2, as the package xmllint-wasm or as the command xmllint.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

interface Result {
  readonly valid: boolean;
  readonly errors: readonly { readonly message: string }[];
}

interface XmlLint {
  validateXML(options: { xml: readonly string[]; schema: string; maxMemoryPages: number }): Promise<Result>;
  memoryPages: { readonly GiB: number };
}

/**
 * What is wrong with documents as XML, and by an optional schema; empty if nothing is.
 * Throws if no parser is installed, because a test that checks nothing must not pass.
 */
export async function xmlErrors(documents: readonly string[], schemaPath?: string): Promise<readonly string[]> {
  const lint = packageOrNothing();
  if (!lint) return documents.flatMap((xml) => errorsOfCommand(xml, schemaPath));
  const schema = schemaPath === undefined ? ANYTHING : readFileSync(schemaPath, "utf8");
  const { valid, errors } = await lint.validateXML({ xml: documents, schema, maxMemoryPages: lint.memoryPages.GiB });
  return valid ? [] : ["not valid", ...errors.map(({ message }) => message)];
}

/** Accepts every document element, so that only well-formedness is judged. */
const ANYTHING = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="testsuites"/></xs:schema>`;

function packageOrNothing(): XmlLint | undefined {
  try {
    return createRequire(import.meta.url)("xmllint-wasm") as XmlLint;
  } catch {
    return undefined;
  }
}

function errorsOfCommand(xml: string, schemaPath?: string): readonly string[] {
  const schema = schemaPath === undefined ? [] : ["--schema", schemaPath];
  try {
    execFileSync("xmllint", ["--noout", "--nonet", "--huge", ...schema, "-"], { input: xml, stdio: "pipe" });
    return [];
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: Buffer };
    if (code === "ENOENT")
      throw new Error("No XML parser: install xmllint-wasm, or the command xmllint.", { cause: error });
    return [String(stderr)];
  }
}
