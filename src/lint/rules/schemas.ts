// Rules for the document as a whole, its schemas and their examples.
import { refusedByParts } from "../checks/closed-parts.ts";
import * as constraints from "../checks/constraints.ts";
import * as examples from "../checks/examples.ts";
import { backtrackingPatterns } from "../checks/patterns.ts";
import { contradictions, withoutWitness } from "../checks/satisfiable.ts";
import * as structure from "../checks/structure.ts";
import type { Rule } from "../model.ts";

export const SCHEMA_RULES: readonly Rule[] = [
  {
    id: "document.structure",
    severity: "error",
    claim: "the document follows the OpenAPI specification",
    reason: "tools ignore what OpenAPI does not define, and rely on what it requires",
    fix: "write it as that version of the specification requires",
    find: structure.structureFaults,
  },
  {
    id: "document.contract",
    severity: "error",
    claim: "every part of the document can be understood",
    reason:
      "serve and verify leave out what it concerns, or refuse the document with --strict, and gate fails a new one",
    fix: "correct the place that is named",
    find: structure.contractProblems,
  },
  {
    id: "document.spelling",
    severity: "warning",
    claim: "no field or keyword looks like a misspelling of one that OpenAPI or JSON Schema defines",
    reason: "tools ignore a misspelled name, so the rule its author meant does not apply",
    fix: "correct the spelling, or start the name with x-",
    find: structure.misspellings,
  },
  {
    id: "document.reference-siblings",
    severity: "warning",
    claim: "no $ref has siblings that are ignored",
    reason: "tools ignore it, so the rule its author meant does not apply",
    fix: "move it to the target of the $ref, or wrap the $ref in allOf",
    find: structure.ignoredSiblings,
  },
  {
    id: "schema.valid",
    severity: "error",
    claim: "each schema is valid JSON Schema and compiles",
    reason: "a schema that does not compile allows everything, or stops the tool",
    fix: "write the keyword as the document's dialect defines it",
    find: structure.schemaFaults,
  },
  {
    id: "schema.satisfiable",
    severity: "error",
    claim: "no schema excludes every value",
    reason: "the mock can answer nothing there, and the suite and the gate have nothing to try",
    fix: "widen the bound or the type that excludes the rest",
    find: contradictions,
  },
  {
    id: "schema.witness",
    severity: "warning",
    claim: "a valid value can be generated for each schema",
    reason: "the suite and the gate generate values the same way, and find none for this schema",
    fix: "give the schema an example, or constraints that do not depend on each other",
    find: withoutWitness,
  },
  {
    id: "schema.dead-values",
    severity: "warning",
    claim: "each value of an enum is allowed by the rest of its schema",
    reason: "the listed value can never be sent",
    fix: "remove the value, or widen the type",
    find: examples.deadValues,
  },
  {
    id: "schema.idle-constraints",
    severity: "warning",
    claim: "each constraint applies to a type that the schema allows",
    reason: "JSON Schema ignores a constraint on another type, so it is never checked",
    fix: "correct the type, or use the keyword of that type",
    find: constraints.idleConstraints,
  },
  {
    id: "schema.closed-parts",
    severity: "warning",
    claim: "no part of an allOf refuses a property that another part describes",
    reason: "additionalProperties: false sees only the properties beside it, so a value with the others is never valid",
    fix: "leave it out of the parts, or in OpenAPI 3.1 close the whole: unevaluatedProperties: false beside the allOf",
    find: refusedByParts,
  },
  {
    id: "pattern.backtracking",
    severity: "warning",
    claim: "no pattern backtracks without bound",
    reason:
      "one short string can keep a client, a gateway or a server busy for hours; animal-store uses a slower engine for it",
    fix: "rewrite the repeated part so that it can match a string in only one way",
    find: backtrackingPatterns,
  },
  {
    id: "example.valid",
    severity: "error",
    claim: "each example is allowed by its schema",
    reason: "the mock answers with examples, and people copy them",
    fix: "correct the example, or the schema where the example is right",
    find: examples.refusedExamples,
  },
  {
    id: "default.valid",
    severity: "error",
    claim: "each default is allowed by its schema",
    reason: "the mock applies defaults, so it would store or return a value that it must refuse",
    fix: "choose a default that the schema allows",
    find: examples.refusedDefaults,
  },
];
