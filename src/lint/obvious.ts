// Finds schemas that some value obviously satisfies. Nearly all schemas of a large document are like that, and trying
// values needs validators, which are slow to compile. A schema that is not obvious is not at fault; it is tried.
import type { Direction } from "../document/grammar.ts";
import { hasFacts } from "../schema/form/facts.ts";
import { INTEGER_FORMATS } from "../schema/number-formats.ts";
import { integersOf } from "../schema/keywords/numbers.ts";
import { propertyConstraint } from "../schema/keywords/properties.ts";
import type { LintContext } from "./context.ts";
import { isReference } from "./walk.ts";
import type { SchemaNode } from "../schema/normal/schema-node.ts";

const DIRECTIONS: readonly Direction[] = ["response", "request"];

/** The longest chain of nested properties that is followed. */
const DEEPEST = 200;

export class ObviousSchemas {
  readonly #context: LintContext;
  /** Schemas in progress count as not obvious, because a value cannot contain itself. */
  readonly #known = new Map<SchemaNode, boolean>();

  constructor(context: LintContext) {
    this.#context = context;
  }

  /** True if some value obviously satisfies the schema at a pointer, in either direction. */
  has(pointer: string): boolean {
    return DIRECTIONS.every((direction) => this.#isObvious(this.#context.schemaAt(pointer, direction), 0));
  }

  #isObvious(schema: SchemaNode, depth: number): boolean {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    this.#known.set(schema, false);
    const found = depth < DEEPEST && this.#isMet(schema, depth);
    this.#known.set(schema, found);
    return found;
  }

  /** Looks for the smallest value of one of the types, ignoring keywords that it satisfies anyway. */
  #isMet(schema: SchemaNode, depth: number): boolean {
    const { never, values, multiples, formats, groups, opaque } = schema.form;
    if (never || values !== undefined || groups.length + opaque.length > 0) return false;
    // A combination of several schemas may lead back to itself and then has no verdict.
    if (schema.parts.filter(({ definition }) => !isReference(definition)).length !== 1) return false;
    return (schema.types ?? ["null"]).some((type) => {
      switch (type) {
        case "null":
        case "boolean":
          return true;
        case "string":
          return !hasFacts(schema.form, "string") && hasLength(schema);
        case "integer":
        case "number":
          return multiples.length === 0 && formats.every((format) => INTEGER_FORMATS.has(format)) && hasInteger(schema);
        case "array":
          return schema.form.bounds.minItems === undefined;
        case "object":
          return this.#isObjectMet(schema, depth);
      }
    });
  }

  #isObjectMet({ form, properties }: SchemaNode, depth: number): boolean {
    const { required, bounds } = form;
    if (bounds.minProperties !== undefined || required.size > Number(bounds.maxProperties ?? Infinity)) return false;
    return [...required].every((name) => {
      const property = properties.get(name);
      if (property === undefined) return propertyConstraint(form, name, this.#context.work).isEmpty;
      return this.#isObvious(property, depth + 1);
    });
  }
}

function hasLength({ form: { bounds } }: SchemaNode): boolean {
  return Number(bounds.minLength ?? 0) <= Number(bounds.maxLength ?? Infinity);
}

function hasInteger({ form }: SchemaNode): boolean {
  const { least, most } = integersOf(form);
  return least === undefined || most === undefined || least <= most;
}
