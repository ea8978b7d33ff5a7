// Character classes contain the same characters as in JavaScript.
import { expect, test } from "vitest";
import { CLASSES, LINE_ENDS, hasCharacter, inverted } from "../../../src/schema/pattern/characters.ts";

const LAST_OF_PLANE = 0xffff;

test.each([...[...CLASSES].map(([name, set]) => [`\\${name}`, set] as const), [".", inverted(LINE_ENDS)] as const])(
  "%s",
  (written, set) => {
    const native = new RegExp(`^${written}$`, "u");
    const points = Array.from({ length: LAST_OF_PLANE + 1 }, (_, point) => point);
    const wrong = points.filter((point) => hasCharacter(set, point) !== native.test(String.fromCodePoint(point)));
    expect(wrong).toEqual([]);
  },
);
