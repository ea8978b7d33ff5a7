// What the page of the suite and `--explain` say of the checks of "Parameters".
import type { ProseOf } from "./model.ts";

export const PARAMETERS: ProseOf<"parameters"> = {
  title: "Parameters",
  intro: "How a value is read. If the document does not say whether to refuse a value, the check is a `should`.",
  checks: {
    "parameters.allowed": {
      says: "The parameter's schema allows the value: it is in the `enum`, a bound, the `default` or an example.",
      alsoRight: "Any documented success; 404, if the request is below an item that may not exist.",
      why: "What the document allows must work: each listed value, both bounds, the default, the examples.",
      fix: "Compare bounds with `<` and `>` against the documented ones; a refused bound is off by one.",
    },
    "parameters.encoded": {
      says: "Nothing about encoding: RFC 3986 section 2.4 makes `%61` and `a` the same.",
      alsoRight: "Refusing both spellings alike.",
      why: "`%61` and `a` are the same in a query (RFC 3986).",
      fix: "Decode names and values before they are compared.",
    },
    "parameters.unknown": {
      says: "The operation lists its parameters, and does not describe others.",
      alsoRight: "Ignoring it, or any 4xx.",
      why: "Clients, proxies and trackers add parameters. They may be ignored or refused, but not break anything.",
      fix: "Look up only the documented names.",
    },
    "parameters.text": {
      says: "The parameter is an integer. The document does not say how to handle a text: `should`.",
      alsoRight: "Any documented refusal; any 4xx if none is documented.",
      why: "`parseInt` turns `5abc` into 5 and fails on `abc`; both should be refused.",
      fix: "Accept digits only, and refuse the rest before converting.",
    },
    "parameters.fraction": {
      says: "The parameter is an integer, which 1.5 is not. The document does not say how to handle it: `should`.",
      alsoRight: "Any refusal. `1.0` is an integer in JSON Schema, so it is not sent.",
      why: "Half an item cannot be listed, and rounding silently changes the question.",
      fix: "Accept digits only.",
    },
    "parameters.exponent": {
      says: "The parameter is an integer, which 15e-1 is not. The document does not say how to handle it: `should`.",
      alsoRight: "Any refusal. `1e1` is the integer 10 to JSON, so it is not sent.",
      why: "`15e-1` is 1.5: `parseInt` turns it into 15, and `Math.round(Number(…))` into 2.",
      fix: "Accept digits only.",
    },
    "parameters.sign": {
      says: "The parameter is an integer, and JSON does not allow a plus sign. The document does not say how to handle it: `should`.",
      alsoRight: "Any refusal.",
      why: "`+5` in a query is often a space and a 5, decoded differently by each framework.",
      fix: "Accept digits only.",
    },
    "parameters.hexadecimal": {
      says: "The parameter is an integer, and JSON does not allow hexadecimal. The document does not say how to handle it: `should`.",
      alsoRight: "Any refusal.",
      why: '`Number("0x10")` is 16.',
      fix: "Accept digits only.",
    },
    "parameters.infinity": {
      says: "The parameter is an integer, which these words are not. The document does not say how to handle them: `should`.",
      alsoRight: "Any refusal.",
      why: "`Infinity` and `NaN` pass many comparisons, and the result is an endless list.",
      fix: "Accept digits only.",
    },
    "parameters.empty": {
      says: "The parameter is an integer, which an empty text is not. The document does not say how to handle it: `should`.",
      alsoRight: "Any refusal. If OpenAPI's `allowEmptyValue` allows it, it is not sent.",
      why: '`limit=` is neither a number nor absent; `Number("")` is 0.',
      fix: "Treat an empty value as wrong, not as zero and not as absent.",
    },
    "parameters.repeated": {
      says: "The parameter is a single value. The document does not say how to handle two: `should`.",
      alsoRight: "Any refusal.",
      why: "Which of two values counts differs from server to server, and proxies may disagree with the service.",
      fix: "Refuse a second value of a parameter that is not a list.",
    },
    "parameters.not-listed": {
      says: "The parameter has an `enum` without the value. The document does not say how to handle others: `should`.",
      alsoRight: "Any refusal. An empty list hides a typo, and the whole list answers another question.",
      why: "A filter that is silently ignored returns items that were not requested.",
      fix: "Refuse values that the enumeration does not have.",
    },
    "parameters.other-case": {
      says: "The parameter has an `enum` without this spelling, and JSON Schema compares letter by letter. The document does not say how to handle others: `should`.",
      alsoRight: "Any refusal.",
      why: "Enumerations are exact. A server that folds case teaches clients a spelling that others refuse.",
      fix: "Compare values exactly.",
    },
    "parameters.out-of-bounds": {
      says: "The parameter's schema does not allow the value. The document does not say how to handle it: `should`.",
      alsoRight: "Any refusal. Page sizes may be clamped too, and have checks of their own.",
      why: "A constraint that is not enforced is not a constraint.",
      fix: "Validate the parameter against its schema.",
    },
    "parameters.required": {
      says: "The parameter has `required: true`: a request without it is not valid for the operation.",
      alsoRight: "Any documented refusal; any 4xx if none is documented.",
      why: "If a required parameter may be left out, the client gets something it did not ask for.",
      fix: "Refuse the request without it, naming the parameter.",
    },
  },
};
