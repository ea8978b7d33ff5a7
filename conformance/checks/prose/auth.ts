// What the page of the suite and `--explain` say of the checks of "Access".
import type { ProseOf } from "./model.ts";

export const AUTH: ProseOf<"auth"> = {
  title: "Access",
  intro: "The valid key is always accepted, a similar one never, and the credential is judged before everything else.",
  checks: {
    "auth.missing": {
      says: "The operation has `security`, and its 401 is the answer to a missing key.",
      alsoRight: "403, if the operation documents it, or no 401. A login page is not right: clients rely on the 401.",
      why: "An operation that answers clients without a key is open to everybody, whatever the document says.",
      fix: "Put the credential check before the handler of every operation that `security` covers; a route added later is the usual gap.",
    },
    "auth.empty": {
      says: "The operation has `security`, and an empty credential is a missing one: its 401 is the answer.",
      alsoRight:
        "403, if the operation documents it, or no 401; 400 for a header that is malformed, such as a scheme without a value (RFC 6750 section 3.1).",
      why: "A comparison that treats absent and empty alike accepts a credential without a value as a key. An empty credential is a missing one, so the documented 401 is expected; `Authorization: Bearer` without a value is malformed, and 400 is as correct (RFC 6750, section 3.1).",
      fix: "Refuse a credential without a value before looking it up.",
    },
    "auth.unknown": {
      says: "The operation has `security`, and its 401 is the answer to an invalid key. One that was never issued is invalid.",
      alsoRight: "403, if the operation documents it, or no 401.",
      why: "A server that only checks that there is a key accepts any key. The words `undefined` and `null` are tried too, since clients send them by mistake.",
      fix: "Look the key up, and refuse what is not found.",
    },
    "auth.similar": {
      says: "The operation has `security`: only a valid key is accepted.",
      alsoRight: "Any 4xx. Only `auth.unknown` judges which one is right.",
      why: "A comparison by length, by hash prefix or by pattern accepts keys that merely look right.",
      fix: "Compare the whole key, in constant time.",
    },
    "auth.prefix": {
      says: "The operation has `security`: only a valid key is accepted, and a part of it is not a valid key.",
      alsoRight: "Any 4xx. Only `auth.unknown` judges which one is right.",
      why: "`valid.startsWith(given)` accepts a single letter.",
      fix: "Compare the whole key, not a part of it.",
    },
    "auth.suffix": {
      says: "The operation has `security`: only a valid key is accepted, and a longer text is not a valid key.",
      alsoRight: "Any 4xx, including 400 for a header with two words.",
      why: "`given.startsWith(valid)`, or taking the first word of several, accepts a key with anything after it.",
      fix: "Compare the whole key, and refuse a credential with more than one part.",
    },
    "auth.case": {
      says: "The operation has `security`: only a valid key is accepted. Nothing in a security scheme makes keys case-insensitive; only the name of the scheme is.",
      alsoRight: "Any 4xx. A key without letters is not tried.",
      why: "A key is an opaque value. If case is ignored, an attacker needs far fewer guesses.",
      fix: "Compare keys exactly; only the name of the scheme is case-insensitive.",
    },
    "auth.other-scheme": {
      says: "The security scheme names the scheme of the header; the same key under another one is not the documented credential.",
      alsoRight: "Any 4xx. A scheme that the operation accepts as an alternative is not tried.",
      why: "A server that reads the second word of `Authorization` but not the first accepts Basic or Token as Bearer.",
      fix: "Read the scheme first, and refuse any but the documented one.",
    },
    "auth.no-scheme": {
      says: "The security scheme is an HTTP scheme, whose header contains the name of the scheme before the key.",
      alsoRight: "Any 4xx, including 400 for a malformed header.",
      why: "A bare key in `Authorization` is not a credential of the documented scheme, and clients that send it fail elsewhere.",
      fix: "Require the scheme and a space before the key.",
    },
    "auth.in-query": {
      says: "The security scheme says where the key belongs, which is not the query. If it is not there, the key is missing.",
      alsoRight:
        "Any 4xx. RFC 6750 section 2.3 lets a service read `access_token`, if its document says so; then it is not tried.",
      why: "Keys in a URL end up in logs, histories and referrers (RFC 6750, section 5.3).",
      fix: "Read the key from the documented place only.",
    },
    "auth.in-other-header": {
      says: "The security scheme says in which header, query parameter or cookie the key belongs. Anywhere else it is not a key, and the documented one is missing.",
      alsoRight: "Any 4xx. A place that another accepted scheme names is not tried.",
      why: "Every additional place for a key is one that proxies do not strip and that nobody documents.",
      fix: "Read the key from the documented place only.",
    },
    "auth.scheme-case": {
      says: "The `http` security scheme names a scheme, and leaves its spelling to HTTP: RFC 9110 section 11.1 makes it case-insensitive.",
      alsoRight: "Every answer except 401 and 403: other checks judge what else is wrong with the request.",
      why: "RFC 9110 makes the names of schemes case-insensitive, and some clients write `bearer`.",
      fix: "Compare the name of the scheme case-insensitively.",
    },
    "auth.before-input": {
      says: "The operation's 401 is the answer to a missing or invalid key, without a condition on the rest of the request. A 400 or 404 tells a client without a key what only clients with a key may know.",
      alsoRight: "403. The suite does not judge the order in which a service checks a request with a valid key.",
      why: "A client without a key should learn nothing: neither which items exist, nor which bodies are valid.",
      fix: "Check the credential before you look at parameters, body and item.",
    },
    "auth.head": {
      says: "Nothing: a document rarely lists HEAD. It has the `security` of GET, and RFC 9110 section 9.3.2 makes HEAD the same request without the body.",
      alsoRight: "404, 405 or 501, if HEAD is not supported.",
      why: "HEAD often takes another path through a framework than GET, past the credential check.",
      fix: "Apply the check to HEAD as to GET.",
    },
    "auth.no-effect": {
      says: "The operation has `security`, so without a valid key it is not carried out.",
      alsoRight: "Any refusal: the check judges only that nothing is added.",
      why: "A server may answer 401 and still have carried out the request.",
      fix: "Check the credential before the handler runs, not while it builds its answer.",
    },
    "auth.own-items": {
      says: 'The text of an operation, of its tag or of the document says whose items are shown: "only your own", "of the caller", "other users never see". The check is asked with a second key (`--other-key`).',
      alsoRight:
        "403 and 404 alike; a list that leaves the item out. What is shared, public or shown to administrators is not judged.",
      why: "The usual bug: the item is looked up by its identifier alone, so anybody who knows or guesses one can read and remove the items of others (OWASP API1:2023).",
      fix: "Look items up by identifier and owner, in every operation.",
    },
    "auth.valid": {
      says: "The operation has `security`, and 401 means only a missing or invalid key.",
      alsoRight:
        "Every answer except 401 and 403. A service may refuse a key with fewer rights than the document describes: use one with all rights, or leave operations out with `--except`.",
      why: "A key that works for one operation but not for another locks out the clients that the document promises to serve.",
      fix: "Make every operation use the same lookup. If all of them fail, the key or the base URL of the run is wrong.",
    },
    "auth.challenge": {
      says: "Nothing, or a header that is optional: RFC 9110 section 15.5.2 says that a 401 MUST carry a challenge. The document gives the scheme.",
      alsoRight:
        "Several challenges, in any order and case. For a key that is not sent in `Authorization`, any challenge.",
      why: "Without `WWW-Authenticate` a client cannot tell which credential is wanted; RFC 9110 demands it on every 401.",
      fix: "Send `WWW-Authenticate` with the documented scheme on each 401.",
    },
    "auth.no-echo": {
      says: "Nothing: RFC 6750 section 5.3 describes how keys leak.",
      alsoRight: "Repeating a part that is no secret, such as the last letters.",
      why: "Answers are logged and displayed. A key in one of them has leaked.",
      fix: "Leave the credential out of messages, even when it is wrong.",
    },
  },
};
