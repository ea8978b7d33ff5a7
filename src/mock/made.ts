// What clients have created of late: so that a 404 can say where the thing is that somebody looks for elsewhere.
import { showScalar } from "../contract/serialization/text.ts";
import { readJson } from "../json/read.ts";
import { type JsonValue, isObject } from "../json/value.ts";

/** How many creations are remembered, and how much of each. */
const MOST = 20;
const LONGEST = 5_000;

interface Creation {
  readonly method: string;
  readonly path: string;
  /** The collection that stores it. */
  readonly home?: string | undefined;
  readonly text: string;
}

/** The last creations of a world. */
export class Made {
  #last: Creation[] = [];

  /** @param text the JSON of the answer */
  note({ method, path, home }: Omit<Creation, "text">, text: string): void {
    if (text.length > LONGEST) return;
    if (this.#last.length >= MOST) this.#last = this.#last.slice(MOST / 2);
    this.#last.push({ method, path, home, text });
  }

  /** Where something with that identifier or name was created, other than in a collection; undefined if nowhere. */
  whereElse(name: string, path: string, home?: string): string | undefined {
    const isHere = (one: Creation): boolean =>
      path.startsWith(`${one.path}/`) || (home !== undefined && one.home === home);
    const named = this.#last.filter((one) => hasValue(one.text, name));
    // What was created here is gone.
    const found = named.some(isHere) ? undefined : named.at(-1);
    return found && `${found.method} ${found.path}`;
  }

  clear(): void {
    this.#last = [];
  }
}

function hasValue(text: string, name: string): boolean {
  const reading = readJson(text);
  return !("fault" in reading) && holds(reading.value, name, true);
}

/** True if a property has the value, or one of an object inside, as in an envelope. */
function holds(value: JsonValue, name: string, isOutermost: boolean): boolean {
  if (!isObject(value)) return false;
  return Object.values<JsonValue>(value).some((one) =>
    typeof one === "object" && one !== null
      ? isOutermost && holds(one, name, false)
      : one !== null && showScalar(one) === name,
  );
}
