// A contract compiled ahead: what `animal-store compile` writes, and what places that may not generate code read.
import type { Dialect } from "../../document/document.ts";
import type { Validator } from "../../schema/schema-set.ts";

/** The form that this version writes and reads. */
export const COMPILED_FORM = "animal-store/1";

/** The default export of a module that `animal-store compile` wrote. */
export interface CompiledContract {
  readonly form: typeof COMPILED_FORM;
  /** What findings call the document. */
  readonly file: string;
  readonly dialect: Dialect;
  /** The document, in one piece, as JSON. */
  readonly document: string;
  /** The name of the validator of each schema. */
  readonly names: Readonly<Record<string, string>>;
  /** Makes the validators. @param require hands them what they need at run time */
  readonly validators: (require: (name: string) => unknown) => Readonly<Record<string, Validator>>;
}
