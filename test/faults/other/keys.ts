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
  found(
    "other.missing-item-before-key",
    "An unknown item is answered 404 before the key is looked at.",
    AUTH,
    toStrangers(
      (ask) => ask.onItem && /^19\d{8}$/.test(idOf(ask)),
      () => trouble(404, "no such item"),
    ),
  ),
  found(
    "other.malformed-before-key",
    "Malformed JSON is answered 400 before the key is looked at.",
    AUTH,
    toStrangers(isMalformed, () => trouble(400, "that is no JSON")),
  ),
  found(
    "other.media-type-before-key",
    "Another media type is answered 415 before the key is looked at.",
    AUTH,
    toStrangers(
      ({ op, headers }) => op === "create" && !(headers["content-type"] ?? "").includes("json"),
      () => trouble(415, "send JSON"),
    ),
  ),
  found(
    "other.limit-before-key",
    "A wrong limit is answered 400 before the key is looked at.",
    AUTH,
    toStrangers(
      ({ op, query }) => op === "list" && isReply(sizeOf(query.getAll("limit"))),
      () => trouble(400, "limit must be an integer"),
    ),
  ),
  found(
    "other.input-between-presence-and-key",
    "With a wrong key, a wrong body is answered 400.",
    AUTH,
    toStrangers(
      (ask) => ask.op === "create" && hasKey(ask) && faultOf(JSON.parse(ask.text || "null") as null) !== "",
      () => trouble(400, "something is missing"),
    ),
  ),
  found(
    "other.sized-list-open",
    "A list with a limit and without a filter needs no key.",
    AUTH,
    toStrangers(
      ({ op, query }) => op === "list" && query.has("limit") && !query.has("status"),
      (ask, shop) => shop.carryOut(ask),
    ),
  ),
  found(
    "other.empty-on-create",
    "Bearer with nothing after it may create.",
    AUTH,
    admitting((text, { op }) => op === "create" && /^bearer\s*$/i.test(text)),
  ),
  found(
    "other.blank-header-on-create",
    "An empty Authorization may create.",
    AUTH,
    admitting((text, { op, headers }) => op === "create" && headers.authorization === "" && text === ""),
  ),
  found(
    "other.beginning-on-fetch",
    "Any beginning of the key may fetch.",
    AUTH,
    admitting((text, { op }) => op === "fetch" && keyOf(text) !== "" && KEY.startsWith(keyOf(text))),
  ),
  found(
    "other.eight-letters-on-list",
    "The list compares eight letters of the key.",
    AUTH,
    admitting((text, { op }) => op === "list" && keyOf(text).slice(0, 8) === KEY.slice(0, 8)),
  ),
  found(
    "other.ends-with-key-on-fetch",
    "What ends with the key may fetch.",
    AUTH,
    admitting((text, { op }) => op === "fetch" && keyOf(text).endsWith(KEY)),
  ),
  found(
    "other.any-case-on-fetch",
    "Fetching takes the key in any case.",
    AUTH,
    admitting((text, { op }) => op === "fetch" && keyOf(text).toLowerCase() === KEY.toLowerCase()),
  ),
  found("other.basic-on-list", "The list takes the key as Basic.", AUTH, admitting(isBasic)),
  found(
    "other.any-scheme-on-create",
    "Creation takes the key under any scheme.",
    AUTH,
    admitting((text, { op }) => op === "create" && keyOf(text) === KEY),
  ),
  found(
    "other.bare-key-on-create",
    "Creation takes the key without a scheme.",
    AUTH,
    admitting((text, { op }) => op === "create" && text === KEY),
  ),
  found(
    "other.query-on-fetch",
    "Fetching takes the key as access_token in the query.",
    AUTH,
    admitting((_text, { op, query }) => op === "fetch" && query.get("access_token") === KEY),
  ),
  found(
    "other.word-undefined-on-create",
    "The word undefined may create.",
    AUTH,
    admitting((text, { op }) => op === "create" && keyOf(text) === "undefined"),
  ),
  found("other.small-letters-refused-on-fetch", "Fetching refuses the scheme in small letters.", AUTH, {
    admits: (text, { op }) => admits(text) && !(op === "fetch" && text.startsWith("bearer")),
  }),
  found(
    "other.redirect-on-fetch",
    "Fetching without a key redirects to a page.",
    AUTH,
    where(
      both(on("fetch"), gives(401), (ask) => !hasKey(ask)),
      () => ({ status: 302, headers: { location: "/login" } }),
    ),
  ),
  found(
    "other.html-401-for-wrong-key",
    "Fetching with a wrong key is answered in HTML.",
    AUTH,
    where(both(on("fetch"), gives(401), hasKey), () => html(401)),
  ),
  found(
    "other.403-for-wrong-key-on-create",
    "Creation answers 403 to a wrong key.",
    AUTH,
    where(both(on("create"), gives(401), hasKey), (made, ask) => put({ status: 403 })(status(403)(made, ask), ask)),
  ),
  found(
    "other.no-challenge-for-wrong-key",
    "Fetching with a wrong key gets no challenge.",
    AUTH,
    where(both(on("fetch"), gives(401), hasKey), header("www-authenticate")),
  ),
  found(
    "other.key-in-404",
    "A 404 shows the key.",
    AUTH,
    where(gives(404), (made, ask) => put({ context: { given: presented(ask) } })(made, ask)),
  ),
  found(
    "other.key-in-header-of-201",
    "The answer to a creation shows the key in a header.",
    AUTH,
    where(both(on("create"), good), (made, ask) => header("x-debug", `key=${presented(ask)}`)(made, ask)),
  ),
  found(
    "other.valid-key-refused-beyond-ascii",
    "The valid key is refused beside text that is not ASCII.",
    AUTH,
    answering(
      (ask) => ask.op === "create" && /[^ -~\n]/.test(ask.text),
      () => trouble(401, "who are you?", { "www-authenticate": "Bearer" }),
    ),
  ),
];
