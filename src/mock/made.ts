// What clients have created of late: so that a 404 can say where the thing is that somebody looks for elsewhere.
import { showScalar } from "../contract/serialization/text.ts";
import { readJson } from "../json/read.ts";
import { type JsonValue, isObject } from "../json/value.ts";
import { Rows } from "../store/rows.ts";

/** How many creations are remembered, and how much of each. */
const MOST = 20;
const LONGEST = 5_000;

export interface Creation {
  readonly method: string;
  readonly path: string;
  /** The collection that stores it. */
  readonly home?: string | undefined;
  readonly text: string;
}

/** The last creations of a world. */
export class Made {
  /** By a number that counts up. */
  readonly rows = new Rows<Creation>();

  /** @param text the JSON of the answer */
  note({ method, path, home }: Omit<Creation, "text">, text: string): void {
    if (text.length > LONGEST) return;
    const names = [...this.rows.keys()];
    if (names.length >= MOST) for (const name of names.slice(0, MOST / 2)) this.rows.set(name, undefined);
    this.rows.set(String(Number(names.at(-1) ?? 0) + 1), { method, path, home, text });
  }

  /** Where something with that identifier or name was created, other than in a collection; undefined if nowhere. */
  whereElse(name: string, path: string, home?: string): string | undefined {
    const isHere = (one: Creation): boolean =>
      path.startsWith(`${one.path}/`) || (home !== undefined && one.home === home);
    const named = [...this.rows.values()].filter((one) => hasValue(one.text, name));
    // What was created here is gone.
    const found = named.some(isHere) ? undefined : named.at(-1);
    return found && `${found.method} ${found.path}`;
  }

  clear(): void {
    this.rows.clear();
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
