// Requests that show, without the suite, that each fault differs from the reference: one script for each class.
import type { Step } from "./client.ts";
import type { FaultClass } from "./fault.ts";

const LIST = "/v1/pets";
const ITEM = "/v1/pets/1";

const get = (path: string, more: Partial<Step> = {}): Step => ({ method: "GET", path, ...more });
const post = (body: string, more: Partial<Step> = {}): Step => ({ method: "POST", path: LIST, body, ...more });
const item = (more: Record<string, unknown>): Step => post(JSON.stringify({ name: "Rex", categoryId: 1, ...more }));
const asked = (query: string): Step => get(`${LIST}?${query}`);
/** Strings with spaces between them. */
const words = (text: string): string[] => text.split(" ");
const anyBody = '{"name":"Rex","categoryId":1}';
const badBody = '{"name":1}';

/** The same request to each operation. */
const everywhere = (more: Partial<Step>): Step[] => [get(LIST, more), post(anyBody, more), get(ITEM, more)];

const AUTHORIZATIONS = [
  ...["", "Bearer", "Bearer wrong", "Bearer Key-4f9aQ7dRw", "Bearer Key-4f9a", "Bearer Key-4f9aQ7dRwX"],
  ...["Bearer KEYx", "Bearer xKEYx", "Bearer KEY more", "Bearer key-4F9Aq7DrW2", "Bearer Key-4f9aX"],
  ...["Basic KEY", `Basic ${Buffer.from("user:Key-4f9aQ7dRw2").toString("base64")}`, "Token KEY", "KEY", "BearerKEY"],
  ...["bearer KEY", "BEARER KEY"],
];

const AUTH: readonly Step[] = [
  ...AUTHORIZATIONS.flatMap((authorization) => everywhere({ authorization })),
  ...["access_token", "api_key", "key"].map((name) => get(`${ITEM}?${name}=KEY`, { authorization: "" })),
  get(LIST, { authorization: "", headers: { "X-API-Key": "Key-4f9aQ7dRw2" } }),
  get(LIST),
  get(LIST, { authorization: "" }),
  { method: "HEAD", path: LIST, authorization: "" },
  get(`${LIST}?limit=1`, { authorization: "" }),
  get(`${LIST}?status=sold`, { authorization: "" }),
  get(`${LIST}?limit=0`, { authorization: "Bearer wrong" }),
  get("/v1/pets/999", { authorization: "Bearer wrong" }),
  post(badBody, { authorization: "Bearer wrong" }),
  post(anyBody, { authorization: "", headers: { "Content-Type": "text/plain" } }),
  ...everywhere({}),
  post(badBody),
  get("/v1/pets/999"),
];

const LIMITS = [
  ...words("1 2 5 20 21 50 51 99 100 101 500 1001 0 -1 abc NaN 10abc 1.5 1e1 15e-1 %2B5 0x10"),
  ...words("99999999999 9223372036854775808 1&limit=2"),
  "",
];
const FILTER_VALUES = [...words("available pending sold SOLD %20sold sol lost sold&status=pending %73old"), ""];

const PARAMETERS: readonly Step[] = [
  get(LIST),
  ...LIMITS.flatMap((limit) => [asked(`limit=${limit}`), asked(`status=available&limit=${limit}`)]),
  get(LIST),
  ...FILTER_VALUES.map((value) => asked(`status=${value}`)),
  asked("colour=red"),
];

const FILTERS: readonly Step[] = [
  ...["available", "pending", "sold"].flatMap((value) => [
    asked(`status=${value}`),
    asked(`status=${value}&limit=1`),
    asked(`status=${value}&limit=2`),
    get(LIST),
    item({ status: value }),
    asked(`status=${value}`),
  ]),
];

const LISTS: readonly Step[] = [
  get(LIST),
  asked("limit=1"),
  item({
    name: "<b>Rex & Tom</b> of a very long and noble family, the twenty-first of that name",
    categoryId: 2 ** 40,
  }),
  get(LIST),
  item({ name: "🐈", status: "pending" }),
  item({ name: "🐈", status: "sold" }),
  get(LIST),
  asked("status=sold"),
  // Enough of them to catch intermittent faults.
  ...["limit=2", "limit=3", "limit=5", "limit=10"].map(asked),
];

const NAMES = [
  ...["  Rex  ", "a  b", "a\nb\tc", "e\u0301", "é", "<b>&</b>", "it's", "back\\slash", 'a "b"', "%41+b", "🐈 cat"],
  ...["小虎", "123", "007", "null", "", " ", "x", "rex", "Rex", "x".repeat(300), "y".repeat(2000)],
];
const CATEGORIES = words("0 -1 2147483648 4294967297 9007199254740993 9223372036854775807 -9223372036854775808");
const BAD_CATEGORIES = words('null "1" "" "abc" 1.5 true [1] {"id":1} 9223372036854775808 -9223372036854775809');
const BAD_STATUSES = ["null", '"lost"', '"SOLD"', '" sold "', '""', "1", "true", '["sold"]'];
const BAD_NAMES = ["null", "1", "true", '["a"]', '{"a":1}'];
const BAD_BODIES = [
  "",
  "{}",
  "[]",
  `[${anyBody}]`,
  '"text"',
  "null",
  "5",
  "{",
  '{"name":"Rex","categoryId":1',
  "no json",
  badBody,
];

const CREATE: readonly Step[] = [
  ...[undefined, "available", "pending", "sold"].flatMap((status) => [
    item({ status }),
    ...[7, 8, 9, 10].map((id) => get(`/v1/pets/${id}`)),
  ]),
  ...NAMES.flatMap((name) => [item({ name, status: "sold" }), asked("limit=100&status=sold")]),
  ...CATEGORIES.flatMap((id) => [post(`{"name":"Rex","categoryId":${id}}`), get("/v1/pets/40")]),
  ...BAD_CATEGORIES.map((id) => post(`{"name":"Rex","categoryId":${id}}`)),
  ...BAD_STATUSES.map((status) => post(`{"name":"Rex","categoryId":1,"status":${status}}`)),
  ...BAD_NAMES.map((name) => post(`{"name":${name},"categoryId":1}`)),
  ...BAD_BODIES.map((body) => post(body)),
  post('{"categoryId":1}'),
  post('{"name":"Rex"}'),
  post('{"name":"\\u00e9","categoryId":1}'),
  item({ extra: true }),
  item({ id: 4711 }),
  post(anyBody, { headers: { "Content-Type": "application/json; charset=utf-8" } }),
  post(anyBody, { headers: { "Content-Type": "Application/JSON" } }),
  post(anyBody, { headers: { "Content-Type": "text/plain" } }),
  post("name=Rex&categoryId=1", { headers: { "Content-Type": "application/x-www-form-urlencoded" } }),
  asked("limit=100"),
];

const IDENTIFIERS = [
  ...words("1 2 3 4 5 999 0 -1 abc 1abc 1.5 01 1e0 0x1 %201 4294967297 2147483648 9007199254740993"),
  ...words("9223372036854775807 9223372036854775808 18446744073709551617 1'"),
];
const FETCH: readonly Step[] = [
  item({ name: `<i>&</i>${"z".repeat(120)}`, status: "pending", categoryId: 2 ** 33 }),
  ...IDENTIFIERS.map((id) => get(`/v1/pets/${id}`)),
  ...[1, 2, 7, 7, 1].map((id) => get(`/v1/pets/${id}`)),
];

const ERRORS: readonly Step[] = [
  get(LIST, { authorization: "" }),
  asked("limit=0"),
  asked("status=lost"),
  post(badBody),
  post(anyBody, { headers: { "Content-Type": "text/plain" } }),
  get("/v1/pets/999"),
  get("/v1/nowhere"),
  { method: "DELETE", path: ITEM },
  { method: "PUT", path: LIST, body: anyBody },
];

const LIFECYCLE: readonly Step[] = [
  get(ITEM),
  get("/v1/pets/4"),
  get("/v1/pets/999"),
  get(ITEM, { authorization: "" }),
  get(LIST),
  asked("status=sold"),
  post(anyBody),
  ...[1, 2, 3, 4].map((id) => get(`/v1/pets/${id}`)),
];

const at = (name: string, path: string, more: Partial<Step> = {}): Step => ({ method: name, path, ...more });
const PROTOCOL: readonly Step[] = [
  get(LIST),
  item({ name: "a\nb" }),
  ...[LIST, ITEM, "/v1/pets/4", "/v1/pets/5", "/v1/pets/999", "/v1/pets/7"].flatMap((path) => [
    get(path),
    at("HEAD", path),
    get(path, { headers: { "Accept-Encoding": "gzip" } }),
    get(path, { headers: { "Accept-Encoding": "identity" } }),
    get(path, { headers: { "If-None-Match": '"v1"' } }),
    get(path, { headers: { "If-None-Match": '"other"', Accept: "*/*" } }),
  ]),
  asked("status=sold"),
  asked("limit=100"),
  get("/v1/nowhere"),
  ...["PUT", "PATCH", "DELETE", "TRACE", "POST"].flatMap((name) => [
    at(name, name === "POST" ? ITEM : LIST, name === "TRACE" ? {} : { body: anyBody }),
    at(name, ITEM, name === "TRACE" ? {} : { body: '{"name":"Changed","categoryId":1}' }),
    get(ITEM),
    at(name, "/v1/pets/999", name === "TRACE" ? {} : { body: anyBody }),
    get(LIST),
  ]),
  get("/v1/pets/2", { headers: { "X-HTTP-Method-Override": "DELETE" } }),
  ...[1, 2, 3, 4].map(() => post(anyBody)),
  post(badBody),
  get(LIST),
];

export const BATTERY: Readonly<Record<FaultClass, readonly Step[]>> = {
  auth: AUTH,
  parameters: PARAMETERS,
  filters: FILTERS,
  lists: LISTS,
  create: CREATE,
  fetch: FETCH,
  errors: ERRORS,
  lifecycle: LIFECYCLE,
  protocol: PROTOCOL,
};
