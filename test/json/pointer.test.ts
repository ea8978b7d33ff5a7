import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appendPointer, fragmentPointer, parentPointer, pointerSteps, valueAt } from "../../src/json/pointer.ts";

describe("pointers", () => {
  const root = { foo: ["bar", "baz"], "": 0, "a/b": 1, "m~n": 8, "c%d": 2, " ": 7, nested: { "": { x: 3 } } };

  // RFC 6901, section 5.
  it.for<[string, unknown]>([
    ["", root],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/m~0n", 8],
    ["/c%d", 2],
    ["/ ", 7],
    ["/nested//x", 3],
    ["/foo/2", undefined],
    ["/foo/length", undefined],
    ["/nothing", undefined],
    ["/foo/0/x", undefined],
    ["/constructor", undefined],
    ["/__proto__", undefined],
  ])("%j", ([pointer, expected]) => {
    expect(valueAt(root, pointer)).toEqual(expected);
  });

  it("splits any pointer into the keys that it was built from", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), (steps) => {
        const pointer = appendPointer("", ...steps);
        expect(pointerSteps(pointer)).toEqual(steps);
        expect(parentPointer(pointer)).toBe(appendPointer("", ...steps.slice(0, -1)));
      }),
    );
  });

  it.for<[string, string | undefined]>([
    ["#", ""],
    ["#/a/b", "/a/b"],
    ["#/a%20b", "/a b"],
    ["#/paths/~1items~1%7Bid%7D", "/paths/~1items~1{id}"],
    ["file.yaml#/a", "/a"],
    ["#name", undefined],
    ["#/%zz", undefined],
  ])("the fragment of %s", ([reference, pointer]) => {
    expect(fragmentPointer(reference)).toBe(pointer);
  });
});
