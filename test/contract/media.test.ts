import { describe, expect, test } from "vitest";
import { processorTime } from "./documents.ts";
import {
  canonicalMedia,
  concreteMedia,
  coversMedia,
  isForm,
  isJson,
  jsonMedia,
  mayBeJson,
  mediaFor,
  mediaParameter,
  preferredMedia,
} from "../../src/contract/media.ts";

describe("what counts as JSON", () => {
  test.each([
    "application/json",
    "Application/JSON; charset=utf-8",
    "application/problem+json",
    "image/x+json",
    "text/json",
    " application/json ",
  ])("%s is JSON", (name) => expect(isJson(name)).toBe(true));

  test.each(["application/x-json", "application/json-seq", "application/jsonp", "*/*", "text/plain", ""])(
    "%j is not",
    (name) => expect(isJson(name)).toBe(false),
  );

  test("a range may or may not include JSON", () => {
    expect(["*/*", "application/*", "text/*", "application/xml"].map(mayBeJson)).toEqual([true, true, false, false]);
  });

  test("a description of JSON takes precedence over one of a range that includes it", () => {
    const content = [{ name: "*/*" }, { name: "application/hal+json" }];
    expect(jsonMedia(content)?.name).toBe("application/hal+json");
    expect(jsonMedia([{ name: "text/plain" }, { name: "*/*" }])?.name).toBe("*/*");
    expect(jsonMedia([{ name: "text/plain" }])).toBeUndefined();
  });
});

describe("parameters of a media type", () => {
  test.each([
    ["text/plain; charset=utf-8", "charset", "utf-8"],
    ['text/plain;CharSet="UTF-8"', "charset", "UTF-8"],
    ['a/b; x="1;charset=no"; charset=yes', "charset", "yes"],
    ['multipart/form-data; boundary="a b\\"c"', "boundary", 'a b"c'],
    ["text/plain", "charset", undefined],
    ["text/plain; xcharset=no", "charset", undefined],
    ["text/plain; charset=", "charset", ""],
  ])("%s: %s", (name, parameter, value) => expect(mediaParameter(name, parameter)).toBe(value));

  test("types that differ in their order, their quotes or the charset are the same", () => {
    const same = ["a/b;x=1;y=2", "A/B; y=2; x=1", 'a/b;x="1";charset=utf-8;y=2'];
    expect(new Set(same.map(canonicalMedia)).size).toBe(1);
    expect(canonicalMedia("a/b;x=2")).not.toBe(canonicalMedia("a/b;x=1"));
  });

  test("a hostile header is read quickly", () => {
    const began = processorTime();
    for (const text of [';a="', ";a=", '\\"', "; ".repeat(2)]) mediaParameter(`a/b${text.repeat(4000)}`, "charset");
    expect(processorTime() - began).toBeLessThan(1000);
  });
});

describe("the most specific description counts (RFC 9110 section 12.5.1)", () => {
  const content = ["*/*", "text/*", "text/plain", "text/plain;format=flowed"].map((name) => ({ name }));

  test.each([
    ["text/plain; format=flowed", "text/plain;format=flowed"],
    ["text/plain; format=fixed", "text/plain"],
    ["TEXT/PLAIN", "text/plain"],
    ["text/html", "text/*"],
    ["image/png", "*/*"],
  ])("%s is described by %s", (name, described) => expect(mediaFor(content, name)?.name).toBe(described));

  test("a type that no range covers has no description", () => {
    expect(mediaFor([{ name: "text/*" }], "textual/x")).toBeUndefined();
    expect(coversMedia("text/*", "textual/x")).toBe(false);
  });
});

test("a range is sent as a type that it covers", () => {
  const ranges = ["*/*", "application/*", "text/*", "image/png"];
  expect(ranges.map(concreteMedia)).toEqual(["application/json", "application/json", "text/plain", "image/png"]);
  for (const range of ranges) expect(coversMedia(range, concreteMedia(range))).toBe(true);
});

test("a lone asterisk means any type", () => {
  expect(canonicalMedia("*; q=.2")).toBe("*/*;q=.2");
  expect(coversMedia("*", "image/png")).toBe(true);
  expect(preferredMedia([{ name: "image/png" }], "text/html, *; q=.2")?.name).toBe("image/png");
  expect(concreteMedia("*")).toBe("application/json");
});

test("for a range of media, the most widely supported type is sent", () => {
  expect(["audio/*", "image/*", "video/*", "font/*"].map(concreteMedia)).toEqual([
    "audio/mpeg",
    "image/png",
    "video/mp4",
    "font/woff2",
  ]);
});

test("media types of forms", () => {
  const names = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"];
  expect(names.map(isForm)).toEqual([true, true, false]);
});
