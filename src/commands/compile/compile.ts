// `animal-store compile`: turns a document into a module for fetch handlers on platforms that forbid code generation.
import type { CommandRow } from "../command.ts";
import { resolve } from "node:path";
import { compiledModule } from "../../contract/compiled/write.ts";
import { unservedLines } from "../../contract/unserved.ts";
import { makeWay } from "../../report/writing/safe-path.ts";
import { oneLine } from "../../report/text.ts";
import { reason } from "../../report/writing/unwritten.ts";
import { writeWhole } from "../../report/writing/whole-file.ts";
import { ownVersion } from "../../version.ts";
import { documentOf } from "../contract-of.ts";
import { type TypedFlags, readFlags, text, toggle, typed } from "../flags.ts";
import type { CommandIo } from "../io.ts";
import { OVERLAYS, readOverlays } from "../overlays.ts";
import { UsageError } from "../usage.ts";

const FLAGS = {
  spec: text("--spec <file>", "the OpenAPI document, instead of the argument (or set ANIMAL_STORE_SPEC)"),
  out: typed(
    text(
      "--out <file>",
      "the module to write, such as contract.mjs, with its types beside it (default: standard output)",
    ),
  ),
  overlays: OVERLAYS,
  strict: typed(toggle("--strict", "refuse a document if one of its operations cannot be served")),
};

const HELP = `
The module works in workers and on pages with a strict Content-Security-Policy:
  import { createFetchHandler } from "animal-store/fetch";
  import contract from "./contract.mjs";
  export default { fetch: createFetchHandler(contract) };

Examples:
  $ animal-store compile openapi.yaml --out src/contract.mjs
  $ animal-store compile openapi.yaml > contract.mjs

Exit codes: 0 written, 2 wrong usage or a document that cannot be compiled.`;

export const compileCommand: CommandRow = {
  name: "compile",
  description: "compile a document for a fetch handler where code must not be generated at run time",
  takes: [["[file]", "the OpenAPI document (default: the embedded animal store)"]],
  flags: FLAGS,
  help: HELP,
  run: ([file], flags, io) => compile(file === undefined ? flags : { ...flags, spec: file }, io),
};

async function compile(flags: TypedFlags, io: CommandIo): Promise<number> {
  const { spec, out, strict, ...read } = readFlags(FLAGS, flags, io.env);
  const overlays = await readOverlays(read.overlays, "compile", io);
  const document = await documentOf(spec, { cwd: io.cwd, strict, overlays });
  const compiled = compiledModule(document, `animal-store ${ownVersion()}`, strict);
  for (const line of unservedLines(compiled.contract, "served")) {
    io.stderr(`${oneLine(`animal-store compile: ${line}`)}\n`);
  }
  if (out === undefined) io.stdout(compiled.text);
  else await write(resolve(io.cwd, out), out, compiled);
  return 0;
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
