// The public API. Everything else may change without notice.
export type { JsonObject, JsonValue } from "./json/value.ts";
export type { Schema, Violation } from "./schema/model.ts";
export { loadContract, type LoadOptions } from "./contract/load.ts";
export { loadEmbeddedContract } from "./contract/embedded/embedded.ts";
export { DocumentError, type Document, type DocumentProblem } from "./document/document.ts";
export type { Location } from "./document/location.ts";
export type {
  Contract,
  Header,
  Lifecycle,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  Response,
  SecurityScheme,
} from "./contract/model.ts";
export { inferResources } from "./resource/infer.ts";
export type { Assignment, ErrorShape, Inference, Resource, Role } from "./resource/model.ts";
export { createFetchHandler, type FetchHandler, type FetchHandlerOptions } from "./http/fetch/handler.ts";
export type { Address, MockServer, MockServerOptions } from "./http/node/mock-server.ts";
export { createMockServer } from "./library/mock-server.ts";
export { createMock, Mock, MockSession, type MockCreation } from "./library/create-mock.ts";
export {
  MockWorld,
  type ActiveSituation,
  type Items,
  type MockClock,
  type MockExchange,
} from "./library/mock-world.ts";
export { MockWebhooks, type SentWebhook } from "./library/mock-webhooks.ts";
export type { WebhookOptions } from "./http/node/sending/options.ts";
export type { Handler, Handlers } from "./library/handlers.ts";
export type { Handled, HandlerAnswer, HandlerRequest } from "./http/handlers.ts";
export type { OpenApiDocument, Spec } from "./library/contracts.ts";
export type { Situation } from "./mock/situations/situation.ts";
export { SituationError } from "./mock/situations/situations.ts";
export { SeedError } from "./mock/seed/seed.ts";
export { verify, type VerifyOptions } from "../conformance/verify.ts";
export { defineConformanceSuite, type SuiteOptions, type TestFramework } from "../conformance/define-suite.ts";
export type { Result, Run } from "../conformance/run.ts";
export type { Check, Level, Outcome, Verdict } from "../conformance/check.ts";
export { CHECKS } from "../conformance/checks/index.ts";
export {
  exitCode,
  findingReport,
  type ExitRules,
  type ReportContext,
  type Verified,
} from "../conformance/report/report.ts";
export { summarise, type Word } from "../conformance/report/verdicts.ts";
export { jsonReport } from "../conformance/report/json.ts";
export type { Finding, Report } from "./report/finding.ts";
