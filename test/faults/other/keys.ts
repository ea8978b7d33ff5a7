// Faults with keys: which ones are accepted and how others are refused, mostly in a single operation.
import {
  type OtherFault,
  admitting,
  answering,
  both,
  found,
  gives,
  good,
  header,
  html,
  idOf,
  isMalformed,
  keyOf,
  on,
  put,
  status,
  where,
  toStrangers,
} from "./craft.ts";
import { type Ask, KEY, admits, faultOf, isReply, sizeOf, trouble } from "./store.ts";

const AUTH = "auth. status. errors.";
const hasKey = ({ headers }: Ask): boolean => headers.authorization !== undefined;
const presented = ({ headers }: Ask): string => keyOf(headers.authorization ?? "");
const isBasic = (text: string): boolean => Buffer.from(keyOf(text), "base64").toString().split(":").includes(KEY);

export const KEY_FAULTS: readonly OtherFault[] = [
  ...found(AUTH, {
    "other.missing-item-before-key: An unknown item is answered 404 before the key is looked at.": toStrangers(
      (ask) => ask.onItem && /^19\d{8}$/.test(idOf(ask)),
      () => trouble(404, "no such item"),
    ),
    "other.malformed-before-key: Malformed JSON is answered 400 before the key is looked at.": toStrangers(
      isMalformed,
      () => trouble(400, "that is no JSON"),
    ),
    "other.media-type-before-key: Another media type is answered 415 before the key is looked at.": toStrangers(
      ({ op, headers }) => op === "create" && !(headers["content-type"] ?? "").includes("json"),
      () => trouble(415, "send JSON"),
    ),
    "other.limit-before-key: A wrong limit is answered 400 before the key is looked at.": toStrangers(
      ({ op, query }) => op === "list" && isReply(sizeOf(query.getAll("limit"))),
      () => trouble(400, "limit must be an integer"),
    ),
    "other.input-between-presence-and-key: With a wrong key, a wrong body is answered 400.": toStrangers(
      (ask) => ask.op === "create" && hasKey(ask) && faultOf(JSON.parse(ask.text || "null") as null) !== "",
      () => trouble(400, "something is missing"),
    ),
    "other.sized-list-open: A list with a limit and without a filter needs no key.": toStrangers(
      ({ op, query }) => op === "list" && query.has("limit") && !query.has("status"),
      (ask, shop) => shop.carryOut(ask),
    ),
    "other.empty-on-create: Bearer with nothing after it may create.": admitting(
      (text, { op }) => op === "create" && /^bearer\s*$/i.test(text),
    ),
    "other.blank-header-on-create: An empty Authorization may create.": admitting(
      (text, { op, headers }) => op === "create" && headers.authorization === "" && text === "",
    ),
    "other.beginning-on-fetch: Any beginning of the key may fetch.": admitting(
      (text, { op }) => op === "fetch" && keyOf(text) !== "" && KEY.startsWith(keyOf(text)),
    ),
    "other.eight-letters-on-list: The list compares eight letters of the key.": admitting(
      (text, { op }) => op === "list" && keyOf(text).slice(0, 8) === KEY.slice(0, 8),
    ),
    "other.ends-with-key-on-fetch: What ends with the key may fetch.": admitting(
      (text, { op }) => op === "fetch" && keyOf(text).endsWith(KEY),
    ),
    "other.any-case-on-fetch: Fetching takes the key in any case.": admitting(
      (text, { op }) => op === "fetch" && keyOf(text).toLowerCase() === KEY.toLowerCase(),
    ),
    "other.basic-on-list: The list takes the key as Basic.": admitting(isBasic),
    "other.any-scheme-on-create: Creation takes the key under any scheme.": admitting(
      (text, { op }) => op === "create" && keyOf(text) === KEY,
    ),
    "other.bare-key-on-create: Creation takes the key without a scheme.": admitting(
      (text, { op }) => op === "create" && text === KEY,
    ),
    "other.query-on-fetch: Fetching takes the key as access_token in the query.": admitting(
      (_text, { op, query }) => op === "fetch" && query.get("access_token") === KEY,
    ),
    "other.word-undefined-on-create: The word undefined may create.": admitting(
      (text, { op }) => op === "create" && keyOf(text) === "undefined",
    ),
    "other.small-letters-refused-on-fetch: Fetching refuses the scheme in small letters.": {
      admits: (text, { op }) => admits(text) && !(op === "fetch" && text.startsWith("bearer")),
    },
    "other.redirect-on-fetch: Fetching without a key redirects to a page.": where(
      both(on("fetch"), gives(401), (ask) => !hasKey(ask)),
      () => ({ status: 302, headers: { location: "/login" } }),
    ),
    "other.html-401-for-wrong-key: Fetching with a wrong key is answered in HTML.": where(
      both(on("fetch"), gives(401), hasKey),
      () => html(401),
    ),
    "other.403-for-wrong-key-on-create: Creation answers 403 to a wrong key.": where(
      both(on("create"), gives(401), hasKey),
      (made, ask) => put({ status: 403 })(status(403)(made, ask), ask),
    ),
    "other.no-challenge-for-wrong-key: Fetching with a wrong key gets no challenge.": where(
      both(on("fetch"), gives(401), hasKey),
      header("www-authenticate"),
    ),
    "other.key-in-404: A 404 shows the key.": where(gives(404), (made, ask) =>
      put({ context: { given: presented(ask) } })(made, ask),
    ),
    "other.key-in-header-of-201: The answer to a creation shows the key in a header.": where(
      both(on("create"), good),
      (made, ask) => header("x-debug", `key=${presented(ask)}`)(made, ask),
    ),
    "other.valid-key-refused-beyond-ascii: The valid key is refused beside text that is not ASCII.": answering(
      (ask) => ask.op === "create" && /[^ -~\n]/.test(ask.text),
      () => trouble(401, "who are you?", { "www-authenticate": "Bearer" }),
    ),
  }),
];
