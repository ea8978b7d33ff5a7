// Rules about parameters and form fields: a value written in another form is misread.
import { refusedParts, restyled } from "../../parts/forms.ts";
import { ERROR, type PolicyRule, SDK, WARNING, both, differs, goneUnannounced, show, strings } from "./rule.ts";
import { type JsonValue, equalJson } from "../../../json/value.ts";

/** A default that a parameter has now, where it had another one or none. */
function differsInDefault(had: boolean): PolicyRule["says"] {
  return both(({ base, revision }, subject, day) => {
    const [before, after] = [base["default"], revision["default"]];
    const isMeant = (before !== undefined) === had && after !== undefined && !equalJson(sent(before), sent(after));
    return subject.isAlwaysSent !== true && isMeant ? differs("default", "the default")(subject, day) : undefined;
  });
}

/** The texts that are sent for a value: one value is written like a list with that value. */
function sent(value: JsonValue | undefined): JsonValue {
  return value === undefined ? null : strings(Array.isArray(value) ? value : [value]);
}

export const PARAMETER_RULES = [
  {
    id: "parameter-removed",
    meaning: "a parameter is no longer described",
    on: ["parameter"],
    severity: WARNING,
    says: goneUnannounced((_base, { sender }) =>
      sender === "server"
        ? "the parameter is no longer described: who reads it may miss it"
        : "the parameter is no longer described: who sends it may be ignored",
    ),
    fix: "keep describing it, deprecated, as long as it has an effect",
  },
  {
    id: "parameter-renamed",
    meaning: "a path parameter was renamed: generated code may use its name",
    on: ["parameter"],
    key: "name",
    severity: SDK,
    says: both(({ base, revision }) =>
      base["name"] === revision["name"] || base["in"] !== "path"
        ? undefined
        : `the path parameter ${show(base["name"])} became ${show(revision["name"])}, which generated code may name`,
    ),
    fix: "keep the name",
  },
  {
    id: "parameter-style-changed",
    meaning: "a parameter is serialized differently",
    on: ["parameter"],
    severity: WARNING,
    says: both(({ base, revision }) =>
      (base["allowReserved"] === true && revision["allowReserved"] !== true) ||
      ["style", "explode"].some(
        (key) => base[key] !== undefined && revision[key] !== undefined && base[key] !== revision[key],
      )
        ? "the way it is written changed"
        : undefined,
    ),
    fix: "keep style, explode and allowReserved",
  },
  {
    id: "form-style-changed",
    meaning: "a part of a form is serialized differently",
    on: ["form"],
    severity: ERROR,
    says: both(({ base, revision }, { styledParts = [] }) => {
      const parts = restyled(base, revision, styledParts);
      return parts.length === 0
        ? undefined
        : `the way ${parts.join(", ")} is written changed: what is sent is read as something else`;
    }),
    fix: "keep style and explode",
  },
  {
    id: "form-part-refused",
    meaning: "a part of a form or multipart body has fewer content types in requests, or more in answers",
    on: ["form"],
    severity: ERROR,
    says: both((_parts, { sender, partTypes = [] }) => {
      const refused = refusedParts(partTypes, sender);
      if (refused.length === 0) return undefined;
      return `its encoding ${sender === "server" ? "now" : "no longer"} allows ${refused.join(", ")}`;
    }),
    fix: "keep the content types of the parts",
  },
  {
    id: "parameter-default-changed",
    meaning: "a parameter has a different default: clients that leave it out rely on it",
    on: ["parameter-schema"],
    key: "default",
    severity: ERROR,
    says: differsInDefault(true),
    fix: "keep the default: clients that leave the parameter out rely on it",
  },
  {
    id: "parameter-default-added",
    meaning: "a parameter has a new default, which mostly documents what the API always did",
    on: ["parameter-schema"],
    key: "default",
    severity: WARNING,
    says: differsInDefault(false),
    fix: "check that the API did the same before for clients that leave the parameter out",
  },
  {
    id: "parameter-default-removed",
    meaning: "a parameter no longer has a default",
    on: ["parameter-schema"],
    key: "default",
    severity: WARNING,
    says: both(({ base, revision }, { isAlwaysSent }) =>
      isAlwaysSent !== true && base["default"] !== undefined && revision["default"] === undefined
        ? `the default ${show(base["default"])} is no longer described`
        : undefined,
    ),
    help: "keep the default in the description of the parameter",
    fix: "keep saying what holds for who leaves the parameter away",
  },
  {
    id: "parameter-type-changed",
    meaning: "a parameter became a list, or stopped being one",
    on: ["parameter-schema"],
    key: "type",
    severity: ERROR,
    says: both(({ base, revision }, { readsOneAsList = false, isOnlyItem = false }) =>
      isOnlyItem ||
      (base["type"] === "array") === (revision["type"] === "array") ||
      (readsOneAsList && revision["type"] === "array") ||
      base["type"] === undefined ||
      revision["type"] === undefined
        ? undefined
        : `its type changed from ${show(base["type"])} to ${show(revision["type"])}: what is sent is read as something else`,
    ),
    fix: "introduce the new type with a new name",
  },
] as const satisfies readonly PolicyRule[];
