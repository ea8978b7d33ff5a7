// `animal-store compile`: a document as a module that a fetch handler takes where code may not be generated.
import { resolve } from "node:path";
import type { Command } from "commander";
import { compiledModule } from "../../contract/compiled/write.ts";
import { EMBEDDED_NAME, embeddedSpecPath } from "../../contract/embedded/embedded.ts";
import { loadDocument } from "../../contract/load.ts";
import { unservedLines } from "../../contract/unserved.ts";
import { DocumentError } from "../../document/document.ts";
import { makeWay } from "../../report/way.ts";
import { oneLine } from "../../report/text.ts";
import { reason } from "../../report/unwritten.ts";
import { writeWhole } from "../../report/whole-file.ts";
import { ownVersion } from "../../version.ts";
import type { CommandIo } from "../io.ts";
import { OVERLAY_OPTION, type OverlayFlags, overlayFiles, readOverlays } from "../overlays.ts";
import { UsageError, pick } from "../usage.ts";

const DONE = 0;
/** What was asked for cannot be done, or a document cannot be read. */
const UNUSABLE = 2;

/** The flags as they were typed. */
export interface CompileFlags extends OverlayFlags {
  readonly spec?: string;
  readonly out?: string;
  readonly strict?: boolean;
}

/** Adds the command to the program. @param exit is told the exit code when the command ends */
export function registerCompile(program: Command, io: CommandIo, exit: (code: number) => void): void {
  program
    .command("compile")
    .description("compile a document for a fetch handler in places that may not generate code")
    .argument("[file]", "the OpenAPI document (default: the embedded animal store)")
    .option("--spec <file>", "the document, as the argument (or ANIMAL_STORE_SPEC)")
    .option(
      "--out <file>",
      "the module to write, such as contract.mjs, with its types beside it (default: standard output)",
    )
    .option(...OVERLAY_OPTION)
    .option("--strict", "refuse a document of which an operation cannot be served")
    .addHelpText("after", HELP)
    .action(async (file: string | undefined, flags: CompileFlags) => {
      exit(await compileFromFlags(file === undefined ? flags : { ...flags, spec: file }, io));
    });
}

const HELP = `
The module works in workers and on pages with a strict Content-Security-Policy:
  import { createFetchHandler } from "animal-store/fetch";
  import contract from "./contract.mjs";
  export default { fetch: createFetchHandler(contract) };

Examples:
  $ animal-store compile openapi.yaml --out src/contract.mjs
  $ animal-store compile openapi.yaml > contract.mjs

Exit codes: 0 written, 2 usage, or a document that cannot be compiled.`;

/** Runs the command. @returns the exit code */
export async function compileFromFlags(flags: CompileFlags, io: CommandIo): Promise<number> {
  try {
    const overlays = await readOverlays(overlayFiles(flags, io.env), "compile", io);
    const [path, name] = fileOf(pick("spec", flags.spec, io.env)?.text, io.cwd);
    const document = await loadDocument(path, { name, overlays, lenient: flags.strict === true ? false : "inside" });
    const compiled = compiledModule(document, `animal-store ${ownVersion()}`, flags.strict);
    for (const line of unservedLines(compiled.contract, "served")) {
      io.stderr(`${oneLine(`animal-store compile: ${line}`)}\n`);
    }
    if (flags.out === undefined) io.stdout(compiled.text);
    else await write(resolve(io.cwd, flags.out), flags.out, compiled);
    return DONE;
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof DocumentError)) throw error;
    io.stderr(`${error instanceof UsageError ? "animal-store compile: " : ""}${error.message}\n`);
    return UNUSABLE;
  }
}

/** Where the document stands, and what findings call it. */
function fileOf(file: string | undefined, cwd: string): readonly [path: string, name: string] {
  return file === undefined ? [embeddedSpecPath(), EMBEDDED_NAME] : [resolve(cwd, file), file];
}

async function write(path: string, name: string, { text, types }: { text: string; types: string }): Promise<void> {
  const declarations = /\.([cm]?)js$/.exec(path);
  const files = [{ path, text }];
  if (declarations !== null)
    files.push({ path: `${path.slice(0, declarations.index)}.d.${declarations[1] ?? ""}ts`, text: types });
  try {
    for (const file of files) {
      await makeWay(file.path);
      await writeWhole(file.path, file.text);
    }
  } catch (error) {
    throw new UsageError(`--out cannot write ${oneLine(name)}: ${reason(error)}`);
  }
}
