// What a check tests of a document, in terms of the document grammar and the schema keywords. Each check declares it;
// the register of requirements matches every statement of the document against it.
import type { ParameterPlace } from "../../src/contract/model.ts";
import type { Direction, PartKind } from "../../src/document/grammar.ts";
import { KEYWORDS } from "../../src/schema/keywords.ts";
import type { Plan } from "../plan.ts";
import { statedByKeyword } from "./statements.ts";
import type { Use } from "./uses.ts";

/** The parts of a document that checks test; a schema belongs to the part that it describes. */
export type TestedPart = Extract<
  PartKind,
  "document" | "operation" | "security-scheme" | "parameter" | "request-body" | "media-type" | "response" | "header"
>;

/** A part that a check tests, or some of its fields, or some keywords of its schema. */
export interface Tested {
  readonly part: TestedPart;
  /** Fields of the part; "self": its presence and meaning; "description": its prose. */
  readonly fields?: readonly string[];
  /** Keywords of its schema; "description": its prose. */
  readonly keywords?: readonly string[];
  /** For parameters: their location. Absent: any. */
  readonly in?: readonly ParameterPlace[];
  /** For media types: of a body that is sent, or of one that is received. */
  readonly side?: Direction;
  /** For responses and their content: "success", "error", or a status such as "404". Absent: any. */
  readonly status?: readonly string[];
  /** For headers: the name, in lower case. */
  readonly header?: string;
  /** How many properties and items deep a keyword may be. Absent: no limit. */
  readonly depth?: number;
  /**
   * Which subjects of the check make it test a statement. `operation`: any of the operation that uses it. `subject`:
   * only one about this very place. `named`: one about a property that the statement names. `path`: one of any
   * operation on the same path. Absent: `operation`.
   */
  readonly by?: "operation" | "subject" | "named" | "path";
  /** A further condition on the use. */
  readonly where?: (use: Use, plan: Plan) => boolean;
}

/** The keywords that allow some values and refuse others; "self": a schema that is `true` or `false`. */
export const CONSTRAINTS: readonly string[] = [
  "self",
  ...[...KEYWORDS.keys()].filter((name) => statedByKeyword(name) === "keyword"),
];
