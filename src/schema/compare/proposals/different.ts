// Values of one kind that all differ, without end if possible: for arrays with unique items.
import { type JsonValue, isObject } from "../../../json/value.ts";

/** Makes one value after another; undefined if there are no more. */
type Way = (turn: number) => JsonValue | undefined;

/** A way that yields nothing allowed in this many attempts is given up. */
const ATTEMPTS = 3;
/** The last run of at least four digits, which may serve as a counter. */
const COUNTER = /\d{4,}(?!.*\d{4,})/;

/** The allowed values, then more of their kind. Some may occur twice. */
export function* differentValues(
  known: () => readonly JsonValue[],
  allows: (value: JsonValue) => boolean,
): Generator<JsonValue> {
  const first = known().filter(allows);
  yield* first;
  for (const value of first) {
    for (const way of waysFrom(value)) {
      for (let turn = 1, missed = 0; missed < ATTEMPTS; turn++) {
        const next = way(turn);
        if (next === undefined) break;
        const isAllowed = allows(next);
        missed = isAllowed ? 0 : missed + 1;
        if (isAllowed) yield next;
      }
    }
  }
}

function waysFrom(value: JsonValue): Way[] {
  if (typeof value === "number") return [(turn) => value + turn, (turn) => value - turn];
  if (typeof value === "string") return waysFromText(value);
  if (Array.isArray(value)) {
    return value.flatMap((item: JsonValue, index) =>
      waysFrom(item).map((way) => inside(way, (to) => value.with(index, to))),
    );
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    waysFrom(part).map((way) => inside(way, (to) => ({ ...value, [name]: to }))),
  );
}

function waysFromText(text: string): Way[] {
  const { 0: counter } = COUNTER.exec(text) ?? [""];
  const counted: Way = (turn) => {
    const digits = String(turn).padStart(counter.length, "0");
    return digits.length > counter.length ? undefined : text.replace(COUNTER, digits);
  };
  return [(turn) => `${text}${turn}`, (turn) => `${turn}${text}`, ...(counter === "" ? [] : [counted])];
}

function inside(way: Way, put: (part: JsonValue) => JsonValue): Way {
  return (turn) => {
    const part = way(turn);
    return part === undefined ? undefined : put(part);
  };
}
