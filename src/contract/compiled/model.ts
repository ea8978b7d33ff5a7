// A contract compiled ahead of time: `animal-store compile` writes it, and platforms that forbid code generation load
// it.
import type { Dialect } from "../../document/document.ts";
import type { Validator } from "../../schema/schema-set.ts";

/** The format that this version writes and reads. */
export const COMPILED_FORM = "animal-store/2";

/** The default export of a module written by `animal-store compile`. */
export interface CompiledContract {
  readonly form: typeof COMPILED_FORM;
  /** The name of the document in findings. */
  readonly file: string;
  readonly dialect: Dialect;
  /** The document as JSON, in one piece. */
  readonly document: string;
  /** The name of each schema's validator. */
  readonly names: Readonly<Record<string, string>>;
  /** Makes the validators. @param require gives them what they need at run time */
  readonly validators: (require: (name: string) => unknown) => Readonly<Record<string, Validator>>;
}
