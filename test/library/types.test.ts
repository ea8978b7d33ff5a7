// The public types that users may rely on, checked by the compiler in `npm run typecheck`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenAPIV3, OpenAPIV3_1 } from "openapi-types";
import { expect, expectTypeOf, test } from "vitest";
import type { loadContract as loadInBrowser } from "../../src/entries/contract.ts";
import { animalStore, type toNodeHandler } from "../../src/entries/express.ts";
import { type CompiledContract, createFetchHandler as handlerOf } from "../../src/entries/fetch.ts";
import { type MswMock, type MswOptions, createMswMock } from "../../src/entries/msw.ts";
import type { RemoteWorld, mockSetup } from "../../src/entries/vitest.ts";
import type * as api from "../../src/index.ts";
import { ROOT } from "../serve/build.ts";

type Api = typeof api;

test("contracts are loaded from files and documents, and are read-only", () => {
  type Source = Parameters<Api["loadContract"]>[0];
  expectTypeOf<string>().toExtend<Source>();
  expectTypeOf<OpenAPIV3.Document>().toExtend<Source>();
  expectTypeOf<OpenAPIV3_1.Document>().toExtend<Source>();
  expectTypeOf<api.JsonObject>().toExtend<Source>();
  expectTypeOf<number>().not.toExtend<Source>();
  expectTypeOf<ReturnType<Api["loadContract"]>>().toEqualTypeOf<Promise<api.Contract>>();
  expectTypeOf<ReturnType<Api["loadEmbeddedContract"]>>().toEqualTypeOf<Promise<api.Contract>>();
  expectTypeOf<ReturnType<typeof loadInBrowser>>().toEqualTypeOf<Promise<api.Contract>>();
  expectTypeOf<api.LoadOptions>().toEqualTypeOf<{ readonly lazy?: boolean; readonly lenient?: boolean }>();
  expectTypeOf<api.Contract["operations"]>().toEqualTypeOf<readonly api.Operation[]>();
  expectTypeOf<api.Contract["document"]>().toEqualTypeOf<api.Document>();
  expectTypeOf<api.Operation["parameters"]>().toEqualTypeOf<readonly api.Parameter[]>();
  expectTypeOf<api.Operation["responses"]>().toEqualTypeOf<readonly api.Response[]>();
  expectTypeOf<api.Operation["lifecycle"]>().toEqualTypeOf<api.Lifecycle>();
  expectTypeOf<NonNullable<api.Operation["body"]>>().toEqualTypeOf<api.RequestBody>();
  expectTypeOf<api.Operation["security"][number][number]>().toEqualTypeOf<api.SecurityScheme>();
  expectTypeOf<api.Response["content"]>().toEqualTypeOf<readonly api.MediaType[]>();
  expectTypeOf<api.Response["headers"]>().toEqualTypeOf<readonly api.Header[]>();
  expectTypeOf<api.Header["schema"]>().toEqualTypeOf<api.Schema>();
  expectTypeOf<ReturnType<api.Schema["validate"]>>().toEqualTypeOf<readonly api.Violation[]>();
  expectTypeOf<api.DocumentError["problems"]>().toEqualTypeOf<readonly api.DocumentProblem[]>();
  expectTypeOf<api.DocumentProblem["location"]>().toEqualTypeOf<api.Location>();
});

test("the inference of a contract has its resources and their roles", () => {
  expectTypeOf<ReturnType<Api["inferResources"]>>().toEqualTypeOf<api.Inference>();
  expectTypeOf<api.Inference["resources"]>().toEqualTypeOf<readonly api.Resource[]>();
  expectTypeOf<api.Inference["assignments"]>().toEqualTypeOf<readonly api.Assignment[]>();
  expectTypeOf<api.Assignment["role"]>().toEqualTypeOf<api.Role | "unmodelled">();
  expectTypeOf<NonNullable<api.Inference["error"]>>().toEqualTypeOf<api.ErrorShape>();
});

test("a mock can be created from any of them, and is controlled by typed values", () => {
  expectTypeOf<NonNullable<api.MockCreation["spec"]>>().toEqualTypeOf<api.Spec>();
  expectTypeOf<api.Spec>().toEqualTypeOf<string | api.OpenApiDocument | api.Contract>();
  expectTypeOf<ReturnType<Api["createMock"]>>().toEqualTypeOf<Promise<api.Mock>>();
  expectTypeOf<api.Mock>().toExtend<api.MockWorld>();
  expectTypeOf<api.MockSession>().toExtend<api.MockWorld>();
  expectTypeOf<ReturnType<api.Mock["session"]>>().toEqualTypeOf<api.MockSession>();
  expectTypeOf<Parameters<api.MockWorld["seed"]>>().toEqualTypeOf<[items: api.Items]>();
  expectTypeOf<Parameters<api.MockWorld["situation"]>>().toEqualTypeOf<[situation: api.Situation]>();
  expectTypeOf<ReturnType<api.MockWorld["situation"]>>().toEqualTypeOf<api.ActiveSituation>();
  expectTypeOf<NonNullable<api.MockCreation["handlers"]>>().toEqualTypeOf<api.Handlers>();
  expectTypeOf<Parameters<api.Handler>>().toEqualTypeOf<[request: api.HandlerRequest, world: api.MockWorld]>();
  expectTypeOf<ReturnType<api.Handler>>().toEqualTypeOf<api.Handled>();
  expectTypeOf<ReturnType<api.HandlerRequest["answer"]>>().toEqualTypeOf<Required<api.HandlerAnswer>>();
  expectTypeOf<api.MockWorld["clock"]>().toEqualTypeOf<api.MockClock>();
  expectTypeOf<api.MockWorld["webhooks"]>().toEqualTypeOf<api.MockWebhooks>();
  expectTypeOf<ReturnType<api.MockWebhooks["next"]>>().toEqualTypeOf<Promise<api.SentWebhook>>();
  expectTypeOf<NonNullable<api.MockCreation["webhooks"]>>().toEqualTypeOf<api.WebhookOptions>();
  expectTypeOf<api.MockWorld["requests"]>().toEqualTypeOf<readonly api.MockExchange[]>();
  expectTypeOf<api.Mock[typeof Symbol.asyncDispose]>().returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf<{ status: 500; share: 0.5 }>().toExtend<api.Situation>();
  expectTypeOf<{ status: boolean }>().not.toExtend<api.Situation>();
  expectTypeOf<api.SituationError>().toExtend<Error>();
  expectTypeOf<api.SeedError>().toExtend<Error>();
});

test("hosts: a server, a fetch handler, and what other tools accept", () => {
  type Wanted = Parameters<Api["createMockServer"]>;
  expectTypeOf<Exclude<api.Spec, string>>().toExtend<Wanted[0]>();
  expectTypeOf<string>().not.toExtend<Wanted[0]>();
  expectTypeOf<api.Inference>().toExtend<Wanted[1]>();
  expectTypeOf<api.MockServerOptions>().toExtend<Wanted[2]>();
  expectTypeOf<ReturnType<Api["createMockServer"]>>().toEqualTypeOf<api.MockServer>();
  expectTypeOf<ReturnType<api.MockServer["listen"]>>().toEqualTypeOf<Promise<api.Address>>();
  expectTypeOf<Api["createFetchHandler"]>().toEqualTypeOf<typeof handlerOf>();
  expectTypeOf(handlerOf).returns.toEqualTypeOf<api.FetchHandler>();
  expectTypeOf(handlerOf).parameter(0).toEqualTypeOf<api.Contract | CompiledContract>();
  expectTypeOf<NonNullable<Parameters<typeof handlerOf>[1]>>().toEqualTypeOf<api.FetchHandlerOptions>();
  expectTypeOf<api.FetchHandler>().toExtend<(request: Request) => Promise<Response>>();
  expectTypeOf(createMswMock).returns.toEqualTypeOf<MswMock>();
  expectTypeOf<NonNullable<Parameters<typeof createMswMock>[1]>>().toEqualTypeOf<MswOptions>();
  expectTypeOf(animalStore).returns.toEqualTypeOf<ReturnType<typeof toNodeHandler>>();
  expectTypeOf<NonNullable<Parameters<typeof mockSetup>[0]>>().toEqualTypeOf<api.MockCreation>();
  expectTypeOf<RemoteWorld["headers"]>().toEqualTypeOf<Readonly<Record<string, string>>>();
});

test("the suite returns results, each of which has a check and an outcome", () => {
  expectTypeOf<Parameters<Api["verify"]>>().toEqualTypeOf<[contract: api.Contract, options: api.VerifyOptions]>();
  expectTypeOf<ReturnType<Api["verify"]>>().toEqualTypeOf<Promise<api.Run>>();
  expectTypeOf<api.Run["results"]>().toEqualTypeOf<readonly api.Result[]>();
  expectTypeOf<api.Result["outcome"]>().toEqualTypeOf<api.Outcome>();
  expectTypeOf<api.Outcome["verdict"]>().toEqualTypeOf<api.Verdict>();
  expectTypeOf<api.Result["check"]["level"]>().toEqualTypeOf<api.Level>();
  expectTypeOf<api.Check["id"]>().toEqualTypeOf<string>();
  expectTypeOf<Parameters<Api["defineConformanceSuite"]>>().toEqualTypeOf<[options: api.SuiteOptions]>();
  expectTypeOf<NonNullable<api.SuiteOptions["framework"]>>().toEqualTypeOf<api.TestFramework>();
  expectTypeOf<Parameters<Api["exitCode"]>>().toEqualTypeOf<[verified: api.Verified, rules: api.ExitRules]>();
  expectTypeOf<Parameters<Api["findingReport"]>>().toEqualTypeOf<
    [verified: api.Verified, context: api.ReportContext]
  >();
  expectTypeOf<ReturnType<Api["findingReport"]>>().toEqualTypeOf<api.Report>();
  expectTypeOf<api.Report["findings"]>().toEqualTypeOf<readonly api.Finding[]>();
  expectTypeOf<ReturnType<Api["summarise"]>>().toEqualTypeOf<Record<api.Word, number>>();
  expectTypeOf<api.JsonValue[]>().toExtend<api.JsonValue>();
});

test("every public name is covered", () => {
  const own = readFileSync(join(ROOT, "test/library/types.test.ts"), "utf8");
  const [names] = [readFileSync(join(ROOT, "src/index.ts"), "utf8").matchAll(/\{([^}]+)\}/g)];
  const all = [...names].flatMap(([, list = ""]) => list.split(",").map((name) => name.replace("type", "").trim()));
  const missing = all.filter((name) => name !== "" && !new RegExp(`api\\.${name}\\b|Api\\["${name}"\\]`).test(own));
  // Values with the types of their functions above.
  expect(missing).toEqual(["CHECKS", "jsonReport"]);
});
