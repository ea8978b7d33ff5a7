// `properties` for readers that judge few values: the schema of a property is compiled when a value has it, once for
// all places with the same schema. Documents have schemas with dozens of properties, and most values have few of them.
import type { CodeKeywordDefinition, ErrorObject, ValidateFunction } from "ajv";
import { Name, _, nil } from "ajv/dist/compile/codegen/index.js";
import type { Ajv2020, KeywordCxt } from "ajv/dist/2020.js";
import { SchemaEnv, type SchemaObjCxt, compileSchema } from "ajv/dist/compile/index.js";
import { escapeFragment, escapeJsonPointer } from "ajv/dist/compile/util.js";
import type { DataValidationCxt } from "ajv/dist/types/index.js";
import { callValidateCode } from "ajv/dist/vocabularies/code.js";
import { referenceText } from "../../../document/document.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../json/value.ts";
import { writeJson } from "../../../json/write.ts";

/** The schema of a property, and its place. */
interface Property {
  readonly name: string;
  readonly schema: JsonValue;
  /** The path of the schema in Ajv's notation. */
  readonly path: string;
  /** The step from the object to the value. */
  readonly step: string;
  validate?: ValidateFunction;
}

type Compile = (schema: JsonValue) => ValidateFunction;

/** The start of the paths that a shared validator reports. Each place replaces it by its own path. */
const HERE = "here:";

const ERRORS = new Name("vErrors");
const COUNT = new Name("errors");

/** Teaches an Ajv instance to compile property schemas late. */
export function addLateProperties(ajv: Ajv2020): void {
  // Each instance has its own definition.
  const definition = ajv.getKeyword("properties") as { code: CodeKeywordDefinition["code"] };
  const made = new Map<string, ValidateFunction>();
  const compilerFor = ({ allErrors, baseId, schemaEnv: { root } }: SchemaObjCxt): Compile => {
    return (schema) => {
      const referred = onlyReference(schema);
      const unit = referred === undefined ? undefined : ajv.schemas[referred];
      if (unit?.validate !== undefined) return unit.validate as ValidateFunction;
      const text = `${String(allErrors)} ${writeJson(schema)}`;
      const known = made.get(text);
      if (known !== undefined) return known;
      const validate = compiledLate(ajv, schema, { baseId, root, schemaPath: HERE, allErrors: allErrors === true });
      made.set(text, validate);
      return validate;
    };
  };
  definition.code = (cxt: KeywordCxt): void => {
    const { gen, it } = cxt;
    const judge = gen.scopeValue("validate", { ref: judgeOf(cxt.schema as JsonObject, it, compilerFor(it)) });
    cxt.result(callValidateCode(cxt, judge, nil), undefined, () => {
      gen.assign(ERRORS, _`${ERRORS} === null ? ${judge}.errors : ${ERRORS}.concat(${judge}.errors)`);
      gen.assign(COUNT, _`${ERRORS}.length`);
    });
  };
}

/** The target of a schema that is only a reference. */
function onlyReference(schema: JsonValue): string | undefined {
  return isObject(schema) && Object.keys(schema).length === 1 ? referenceText(schema) : undefined;
}

interface Late extends Pick<SchemaEnv, "baseId" | "root"> {
  readonly schemaPath?: string;
  readonly allErrors: boolean;
}

/** The validator of a part of a unit. */
export function compiledLate(ajv: Ajv2020, schema: JsonValue, { allErrors, ...place }: Late): ValidateFunction {
  const { opts } = ajv;
  const before = opts.allErrors === true;
  opts.allErrors = allErrors;
  try {
    return compileSchema.call(ajv, new SchemaEnv({ ...place, schema: schema as object })).validate as ValidateFunction;
  } finally {
    opts.allErrors = before;
  }
}

/** Judges the properties that an object has, in schema order. */
function judgeOf(schemas: JsonObject, { allErrors, errSchemaPath }: SchemaObjCxt, compile: Compile): ValidateFunction {
  const properties = Object.entries(schemas).map(([name, schema]): Property => {
    const path = `${errSchemaPath}/properties/${escapeFragment(name)}`;
    return { name, schema, path, step: `/${escapeJsonPointer(name)}` };
  });
  const judge = (object: JsonObject, { instancePath, rootData, dynamicAnchors }: DataValidationCxt): boolean => {
    let errors: ErrorObject[] | undefined;
    for (const property of properties) {
      const { name } = property;
      const value = object[name];
      if (value === undefined || !Object.hasOwn(object, name)) continue;
      const validate = (property.validate ??= compile(property.schema));
      const place = `${instancePath}${property.step}`;
      if (
        validate(value, { instancePath: place, parentData: object, parentDataProperty: name, rootData, dynamicAnchors })
      )
        continue;
      errors ??= [];
      for (const error of validate.errors ?? []) {
        const { schemaPath } = error;
        if (schemaPath.startsWith(HERE)) error.schemaPath = property.path + schemaPath.slice(HERE.length);
        errors.push(error);
      }
      if (allErrors !== true) break;
    }
    known.errors = errors ?? null;
    return errors === undefined;
  };
  const known = judge as ValidateFunction;
  return known;
}
