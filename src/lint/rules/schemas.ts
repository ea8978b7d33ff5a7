// Rules about the document as such, its schemas and their examples.
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
    claim: "the document is built as OpenAPI says",
    reason: "what OpenAPI does not know is read by nobody, and what it demands is missed by everybody",
    fix: "write it as the specification of the document's version has it",
    find: structure.structureFaults,
  },
  {
    id: "document.contract",
    severity: "error",
    claim: "a contract can be made of the document",
    reason: "serve, verify and gate refuse the whole document otherwise",
    fix: "mend the place it names",
    find: structure.contractProblems,
  },
  {
    id: "document.reference-siblings",
    severity: "warning",
    claim: "nothing stands beside a $ref that is not read there",
    reason: "the author believes that it holds, and no tool reads it",
    fix: "move it to what the $ref leads to, or wrap the $ref in allOf",
    find: structure.ignoredSiblings,
  },
  {
    id: "schema.valid",
    severity: "error",
    claim: "each schema is valid JSON Schema, and a validator can be made of it",
    reason: "a schema that nobody can apply allows everything or stops the tool",
    fix: "write the keyword as the dialect of the document has it",
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
    claim: "a value that each schema allows can be found",
    reason: "the suite and the gate draw values in the same way, and have none for this schema",
    fix: "give the schema an example, or constraints that do not depend on each other",
    find: withoutWitness,
  },
  {
    id: "schema.dead-values",
    severity: "warning",
    claim: "each value of an enum is allowed by the rest of its schema",
    reason: "nobody can ever send the value that is listed",
    fix: "remove the value, or widen the type",
    find: examples.deadValues,
  },
  {
    id: "schema.idle-constraints",
    severity: "warning",
    claim: "each constraint is on a type that the schema allows",
    reason: "JSON Schema ignores a constraint on another type, so that what was meant is not checked",
    fix: "correct the type, or use the keyword of that type",
    find: constraints.idleConstraints,
  },
  {
    id: "pattern.backtracking",
    severity: "warning",
    claim: "no pattern backtracks without bound",
    reason: "one short text can keep a client, a gateway or a server busy for hours; here a slower engine takes over",
    fix: "write the repeated part so that a text can be read in one way only",
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
    reason: "the mock applies defaults, and would store or answer what it must refuse",
    fix: "choose a default that the schema allows",
    find: examples.refusedDefaults,
  },
];
