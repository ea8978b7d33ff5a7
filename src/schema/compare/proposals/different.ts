// Values of one kind that differ from each other, without end where there is none: for arrays whose items must differ.
import type { JsonValue } from "../../../json/value.ts";
import { isObject } from "../../../json/value.ts";

/** A way to make one value after another; undefined where it has no more. */
type Way = (turn: number) => JsonValue | undefined;

/** A way that gives nothing allowed at once is no way. */
const ATTEMPTS = 3;
/** So many digits that stand together may count. */
const COUNTER = /\d{4,}(?!.*\d{4,})/;

/** The values that are allowed, then more of their kind. Some may come twice. */
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
