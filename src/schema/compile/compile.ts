// Compiles a schema of the document to a function that judges values, with Ajv. Each schema that something refers to is
// one unit, compiled once for each direction.
import type { ValidateFunction } from "ajv";
import type { SchemaEnv } from "ajv/dist/compile/index.js";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { type Document, DocumentError, refuseDocument } from "../../document/document.ts";
import { COUNTED } from "./keywords/counted.ts";
import { type AjvSettings, createAjv } from "./ajv.ts";
import { judgesRest } from "./keywords/evaluated-properties.ts";
import { FanOut } from "./fan-out.ts";
import { createPatternEngine, isPatternBy } from "../pattern/for-ajv.ts";
import { valueAt } from "../../json/pointer.ts";
import type { ValidatorSource } from "../schema-set.ts";
import { PlainSchemas } from "./plain-schemas.ts";
import { ReferenceEnds } from "./reference-ends.ts";
import { type Reading, Translator } from "./translate.ts";
import { heightsFrom } from "./heights.ts";
import { standIn } from "./stand-in.ts";
import { type Standalone, standaloneOf } from "./standalone.ts";
import { asObject, unitId } from "./unit-id.ts";
import { Judging } from "../judging.ts";
import { UNLIMITED, type Work, WorkExceeded } from "../work.ts";
import type { Direction } from "../../document/grammar.ts";
import type { Warning } from "../model.ts";
import type { JsonValue } from "../../json/value.ts";

export interface CompilerOptions {
  /** Keeps the code of validators for `standalone`. */
  readonly keepSource?: boolean;
  /**
   * Compiles the target of a reference when a value reaches it, not before: for readers that judge few values. In many
   * documents, each schema leads to nearly all others.
   */
  readonly deferred?: boolean;
  /** Stops at the first fault: for readers that need a verdict and not the reasons. */
  readonly brief?: boolean;
  /**
   * Lets a value match several alternatives of a `oneOf` whatever its tag says: for readers of two versions, each of
   * which may know tags that the other does not.
   */
  readonly anyTag?: boolean;
}

/** Compiles the schemas of one document, each on first use or on request. */
export class SchemaCompiler implements ValidatorSource {
  readonly warnings: Warning[] = [];
  readonly judging = new Judging();
  readonly #document: Document;
  readonly #settings: Omit<AjvSettings, "judgesRest">;
  #made: Ajv2020 | undefined;
  readonly #validators = new Map<string, ValidateFunction>();
  /** The units passed to Ajv, each with the pointers that it refers to. */
  readonly #units = new Map<string, readonly string[]>();
  readonly #compiled = new Set<string>();
  /** Units whose code cannot stop at the first fault, because it would nest too deeply. */
  readonly #long = new Set<string>();
  readonly #keepSource: boolean;
  readonly #deferred: boolean;
  readonly #plain: PlainSchemas;
  /** Units that cannot be translated. What refers to them is refused without reading them again. */
  readonly #refused = new Map<string, DocumentError>();
  /** The faults of the schemas that were compiled to find them. */
  readonly #broken = new Map<string, DocumentError>();
  readonly #fanOut: FanOut;
  readonly #reading: Omit<Reading, "direction">;
  #patternPlace = "";

  constructor(document: Document, options: CompilerOptions = {}) {
    const { keepSource = false, deferred = false, brief = false, anyTag = false } = options;
    this.#document = document;
    this.#deferred = deferred;
    this.#fanOut = new FanOut(document);
    this.#reading = { document, ends: new ReferenceEnds(document), anyTag };
    this.#keepSource = keepSource;
    const { judging } = this;
    const warn = (message: string) => void this.warnings.push({ pointer: this.#patternPlace, message });
    const patterns = createPatternEngine(warn, judging);
    this.#settings = { keepSource, brief, patterns, judging, atOnce: deferred };
    this.#plain = new PlainSchemas(document, this.#fanOut, (pattern, pointer) => {
      this.#patternPlace = pointer;
      return isPatternBy(patterns, pattern);
    });
  }

  /** Created on first use, because many documents are read without validating anything. */
  get #ajv(): Ajv2020 {
    this.#made ??= createAjv({ ...this.#settings, judgesRest: this.#keepSource && judgesRest(this.#document.root) });
    return this.#made;
  }

  /** The validator of a schema; `work` pays for compiling it. @throws DocumentError with the place of the fault */
  validator(pointer: string, direction: Direction, work = UNLIMITED): ValidateFunction {
    const id = unitId(pointer, direction);
    const known = this.#validators.get(id);
    if (known !== undefined) return known;
    this.#patternPlace = pointer;
    this.#fanOut.refuseTooMany(pointer);
    try {
      const validator = this.#compile(pointer, direction, work);
      this.#validators.set(id, validator);
      return validator;
    } catch (error) {
      if (error instanceof DocumentError || error instanceof WorkExceeded) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      return refuseDocument(this.#document, pointer, `the schema cannot be compiled: ${reason.slice(0, 200)}`);
    }
  }

  #compile(pointer: string, direction: Direction, work: Work): ValidateFunction {
    if (this.#deferred) return this.#compileDeferred(pointer, direction, work);
    this.#compileInner(pointer, direction, work);
    return this.#compileUnit(unitId(pointer, direction));
  }

  #compileUnit(id: string): ValidateFunction {
    this.#stopAtFirst([id]);
    return this.#ajv.getSchema(id) as ValidateFunction;
  }

  #compileDeferred(pointer: string, direction: Direction, work: Work): ValidateFunction {
    const id = unitId(pointer, direction);
    const references = this.#addUnit(pointer, direction, work);
    const unit = this.#ajv.schemas[id] as SchemaEnv;
    delete unit.validate;
    for (const reference of references) if (reference !== pointer) this.#makeReady(reference, direction, work);
    return this.#compileUnit(id);
  }

  /**
   * Makes sure that a schema compiles, and all that it leads to. What certainly compiles is left until a value reaches
   * it.
   * @throws DocumentError with the place of the fault
   */
  ensure(pointer: string, direction: Direction): void {
    if (this.#keepSource) {
      this.validator(pointer, direction);
      return;
    }
    for (const place of this.#plain.notPlain(pointer)) {
      try {
        this.validator(place, direction);
      } catch (error) {
        if (!(error instanceof DocumentError)) throw error;
        this.#broken.set(place, error);
      }
    }
    if (this.#broken.size === 0) return;
    for (const place of this.#plain.reached(pointer)) {
      const error = this.#broken.get(place);
      if (error !== undefined) throw error;
    }
  }

  /**
   * The code of all validators made so far, as a module that exports each under the name that its id has in the map.
   */
  standalone(): Standalone {
    return standaloneOf(this.#ajv, [...this.#validators.keys()]);
  }

  /** Gives Ajv a stand-in for a unit, which is compiled when a value reaches it. */
  #makeReady(pointer: string, direction: Direction, work: Work): void {
    this.#addUnit(pointer, direction, work);
    const unit = this.#ajv.schemas[unitId(pointer, direction)];
    const find = (): ValidateFunction => this.validator(pointer, direction, this.judging.work);
    if (unit !== undefined) unit.validate ??= standIn(unit, this.judging, find);
  }

  /**
   * Gives Ajv a unit and all that it refers to, and compiles some of those. Ajv recurses from unit to unit, and a long
   * chain of references would exhaust the stack. With a unit compiled beforehand every so many steps, no chain is long.
   */
  #compileInner(pointer: string, direction: Direction, work: Work): void {
    const pending = [pointer];
    // Iterative, because units may refer to each other in cycles.
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (!this.#units.has(unitId(next, direction))) pending.push(...this.#addUnit(next, direction, work));
    }
    const innerOf = (id: string): string[] => (this.#units.get(id) ?? []).map((inner) => unitId(inner, direction));
    const heights = heightsFrom(unitId(pointer, direction), innerOf, this.#compiled);
    this.#stopAtFirst(heights.keys());
    // The innermost come first.
    for (const [id, height] of heights) if (height % LANDING === 0) this.#ajv.getSchema(id);
    for (const id of heights.keys()) this.#compiled.add(id);
  }

  /** Sets whether the validators of these stop at the first fault: if the reader wants that, and unless one is long. */
  #stopAtFirst(ids: Iterable<string>): void {
    this.#ajv.opts.allErrors = !this.#settings.brief || [...ids].some((id) => this.#long.has(id));
  }

  #translated(translator: Translator, id: string, definition: JsonValue, pointer: string): JsonValue {
    const refused = this.#refused.get(id);
    if (refused !== undefined) throw refused;
    try {
      return translator.translate(definition, pointer);
    } catch (error) {
      if (error instanceof DocumentError) this.#refused.set(id, error);
      throw error;
    }
  }

  /** Passes one unit to Ajv, unless it has it already. @returns the pointers that it refers to */
  #addUnit(pointer: string, direction: Direction, work: Work): readonly string[] {
    const id = unitId(pointer, direction);
    const known = this.#units.get(id);
    if (known !== undefined) return known;
    const definition = valueAt(this.#document.root, pointer);
    if (definition === undefined) refuseDocument(this.#document, pointer, "nothing stands where a reference leads");
    const references: string[] = [];
    const translator = new Translator({ ...this.#reading, direction }, references);
    const schema = asObject(this.#translated(translator, id, definition, pointer));
    work.spend(COMPILED * translator.size);
    if (translator.size > LONG) this.#long.add(id);
    // Ajv treats an inherited name such as `constructor` as a property, unless told otherwise. That costs time for
    // every property, so it is only switched on when it first matters.
    if (translator.namesInherited) this.#ajv.opts.ownProperties = true;
    this.#units.set(id, references);
    const marks = references.length === 0 ? {} : COUNTED;
    this.#ajv.addSchema({ $id: id, ...marks, ...schema }, id, undefined, false);
    const unit = this.#ajv.schemas[id];
    // Makes errors name the unit of the keyword, however deep the reference to it.
    if (unit !== undefined) unit.schemaPath = `${id}#`;
    return references;
  }
}

/** The cost of compiling a schema, in units of work. */
const COMPILED = 250;

/**
 * Code that stops at the first fault nests each part within the one before, and V8 cannot parse thousands of levels.
 */
const LONG = 250;

/** Steps from unit to unit that Ajv's stack can take. */
const LANDING = 40;
