// The public API. Everything else may change without notice.
export { loadContract, type LoadOptions } from "./contract/load.ts";
export { loadEmbeddedContract } from "./contract/embedded.ts";
export { DocumentError, type Document, type DocumentProblem } from "./contract/document.ts";
export type { JsonObject, JsonValue } from "./contract/json.ts";
export type { Location } from "./contract/location.ts";
export type {
  Contract,
  Header,
  Lifecycle,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  Response,
  Schema,
  SecurityScheme,
  Violation,
} from "./contract/model.ts";
export { inferResources } from "./resource/infer.ts";
export type { Assignment, ErrorShape, Inference, Resource, Role } from "./resource/model.ts";
export { createMockServer, type Address, type MockServer, type MockServerOptions } from "./http/server.ts";
export { verify, type VerifyOptions } from "../conformance/verify.ts";
export type { Result, Run } from "../conformance/run.ts";
export type { Check, Level, Outcome, Verdict } from "../conformance/check.ts";
export { CHECKS } from "../conformance/checks/index.ts";
export { exitCode, findingReport, summarise, type ReportContext, type Verified } from "../conformance/report.ts";
export { jsonReport } from "../conformance/report-json.ts";
export type { Finding, Report } from "./report/finding.ts";
