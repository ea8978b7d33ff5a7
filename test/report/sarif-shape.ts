// The part of SARIF 2.1.0 that our log uses, closed: a property that is not listed here is an error.
// The official schema judges the same log in test/corpus.
import { Ajv } from "ajv";
import addFormats from "ajv-formats";

interface Text {
  readonly text: string;
}

interface Location {
  readonly physicalLocation?: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
    readonly region: { readonly startLine: number; readonly startColumn: number };
  };
}

interface Rule {
  readonly id: string;
  readonly shortDescription: Text;
  readonly help: Text;
  readonly defaultConfiguration: { readonly level: string };
  readonly properties: { readonly tags: readonly string[] };
}

export interface SarifLog {
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly rules: readonly Rule[];
      };
    };
    readonly invocations: readonly unknown[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: Text;
      readonly locations: readonly Location[];
      readonly partialFingerprints: Readonly<Record<string, string>>;
    }[];
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
}

type Schema = Readonly<Record<string, unknown>>;

const closed = (required: Schema, optional: Schema = {}): Schema => ({
  type: "object",
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional },
});
const list = (items: Schema): Schema => ({ type: "array", items });

const string = { type: "string" };
const text = closed({ text: { type: "string", minLength: 1 } });
const level = { enum: ["none", "note", "warning", "error"] };
const positive = { type: "integer", minimum: 1 };
const bag = { type: "object" };
const time = { type: "string", format: "date-time" };

const rule = closed({
  id: string,
  shortDescription: text,
  help: text,
  defaultConfiguration: closed({ level }),
  properties: closed({ tags: { type: "array", uniqueItems: true, items: string }, "problem.severity": level }),
});

const location = closed(
  { logicalLocations: list(closed({ fullyQualifiedName: string })) },
  {
    physicalLocation: closed({
      artifactLocation: closed({
        // Relative and percent-encoded: no scheme, no root, no parent folders.
        uri: { type: "string", format: "uri-reference", pattern: "^(?!/|\\.\\./|[a-zA-Z]+:)" },
        uriBaseId: { const: "%SRCROOT%" },
      }),
      region: closed({ startLine: positive, startColumn: positive }),
    }),
  },
);

const result = closed({
  ruleId: string,
  ruleIndex: { type: "integer", minimum: 0 },
  level,
  message: text,
  locations: list(location),
  partialFingerprints: { type: "object", additionalProperties: string, minProperties: 1 },
  properties: bag,
});

const run = closed({
  tool: closed({ driver: closed({ name: string, version: string, rules: list(rule) }) }),
  automationDetails: closed({ id: string }),
  columnKind: { const: "utf16CodeUnits" },
  invocations: list(
    closed(
      { executionSuccessful: { type: "boolean" } },
      { startTimeUtc: time, endTimeUtc: time, toolExecutionNotifications: list(closed({ level, message: text })) },
    ),
  ),
  results: list(result),
  properties: bag,
});

const log = closed({ $schema: { type: "string", format: "uri" }, version: { const: "2.1.0" }, runs: list(run) });

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(log);

/** What does not conform to SARIF; empty if everything does. */
export function sarifErrors(value: unknown): readonly string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
