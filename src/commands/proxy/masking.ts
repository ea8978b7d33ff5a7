// Takes secrets and personal values out of JSON that a person is going to commit. Equal values get equal names, so that what
// refers to something still does.
import { type JsonValue, isObject } from "../../json/value.ts";
import { keptFor } from "../../memo.ts";

/** Names of properties whose values are about a person. */
const PERSONAL =
  /(?:e?mail|phone|mobile|telephone|fax|(?:first|last|middle|given|family|full|nick|sur|user|maiden)[_-]?names?|surname|login|street|address(?:[_-]?line\d?)?|zip(?:[_-]?code)?|post(?:al)?[_-]?code|birth(?:[_-]?(?:day|date))?|date[_-]?of[_-]?birth|dob|ssn|iban|passport|tax[_-]?id|ip(?:[_-]?address)?|lat(?:itude)?|lng|longitude)$/i;
/** Things that are persons: their plain `name` is personal too. */
const PERSON =
  /(?:user|customer|person|people|owner|contact|patient|employee|member|author|guest|client|student|assignee|recipient|sender|profile|account)s?$/i;
const EMAIL = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i;
const PHONE = /^\+?[\d\s().-]{7,20}$/;
const TOKEN = /^(?:ey[\w-]+\.[\w-]+\.[\w-]*|(?:sk|pk|ghp|xox[abp])[-_][\w-]{12,})$/;
const HIDDEN = "hidden";

export class Masking {
  readonly #isSecret: (name: string) => boolean;
  readonly #names = new Map<string, number>();

  constructor(isSecret: (name: string) => boolean) {
    this.#isSecret = isSecret;
  }

  /** @param name of the property that holds the value, or the last word of a path */
  masked(value: JsonValue, name: string, isPersonal = false): JsonValue {
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map((one) => this.masked(one, name, isPersonal));
    if (isObject(value)) {
      const own = Object.keys(value);
      const isPerson = PERSON.test(name) || own.some((one) => /e?mail$|birth/i.test(one));
      return Object.fromEntries(
        Object.entries<JsonValue>(value).map(([key, one]) => {
          const isName = isPerson && /^name$/i.test(key);
          return [key, this.masked(one, key, isName || isPersonal || (PERSONAL.test(key) && isObject(one)))];
        }),
      );
    }
    if (this.#isSecret(name)) return typeof value === "string" ? HIDDEN : typeof value === "number" ? 0 : value;
    if (typeof value === "string") return this.#text(value, isPersonal || PERSONAL.test(name), name);
    return (isPersonal || PERSONAL.test(name)) && typeof value === "number" ? 0 : value;
  }

  #text(text: string, isPersonal: boolean, name: string): string {
    if (TOKEN.test(text)) return HIDDEN;
    if (EMAIL.test(text)) return `person${this.#number(text)}@example.com`;
    if (!isPersonal) return text;
    if (/^\d{4}-\d\d-\d\d/.test(text)) return `1990-01-01${text.slice(10)}`;
    if (PHONE.test(text)) return text.replaceAll(/\d/g, "5");
    if (/(?:^|[_-])ip/i.test(name) && /^[\da-f.:]+$/i.test(text))
      return text.includes(":") ? "2001:db8::1" : "192.0.2.1";
    return `Person ${this.#number(text)}`;
  }

  #number(text: string): number {
    return keptFor(this.#names, text, () => this.#names.size + 1);
  }
}
