// Texts that a format allows and does not allow, where implementations usually differ.
import { expect, test } from "vitest";
import { compiled } from "../contract/documents.ts";

const schemaOf = (format: string) => compiled({ type: "string", format }, "request");

/** Host names that were encoded with many letters beyond ASCII (RFC 3492 section 7.1). */
const PUNYCODE = [
  "xn--ihqwcrb4cv8a8dqg056pqjye",
  "xn--4dbcagdahymbxekheh6e0a7fei0b",
  "xn--i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd",
  "xn--n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa",
  "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l",
  "xn--mgbcd4a2b0d2b.xn--mgberp4a5d4ar",
];

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  email: ["joe@example.com", '"joe bloggs"@example.com', '"joe@bloggs"@example.com', "a.b@[127.0.0.1]", "a@[IPv6:::1]"],
  "idn-email": ["실례@실례.테스트", "joe@example.com"],
  hostname: [
    "example.com",
    "a-b.c",
    "xn--4gbwdl.xn--wgbh1c",
    "xn--bcher-kva.example",
    "XN--MAANA-PTA.com",
    ...PUNYCODE,
  ],
  uri: ["http://a:80/b?c", "http://[2001:0db8::1]:8080/", "mailto:a@b", "http://joe:x@a.b", "urn:a:b"],
  "uri-reference": ["/a:b", "a/b:c", "//a.b/c", "?a=b", "#c", "", "//[::ffff:1.2.3.4]/p", "./a:b"],
  "idn-hostname": ["실례.테스트", "example.com", "l·l", "בְּ׳א", "ab・ア", "क्‍ष", "بي‌بي"],
  iri: ["http://ƒøø.ßår/?∂éœ=πîx#πîüx", "http://example.com"],
  "iri-reference": ["/âππ", "#ƒrägmênt"],
  "uri-template": ["/a/{b}", "{a.b}", "a'b", "{?x,y*}", "{+path:3}"],
  uuid: ["2eb8aa08-aa98-11ea-b4aa-73b441d16380"],
  "date-time": ["1985-04-12T23:20:50.52Z", "1990-12-31T23:59:60Z", "1963-06-19T08:30:06+05:30"],
};

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  email: ["joe", "joe@", ".a@b.c", "a..b@c.d", "a@[127.0.0.300]", "joe bloggs@example.com", "a@-b.c"],
  "idn-email": ["2962", "user＠example.com"],
  hostname: [
    "-a.com",
    "a-.com",
    "a..b",
    "example.",
    "a_b.com",
    "xn--X",
    "xn--l-fda",
    "xn---9uc",
    `${"a".repeat(64)}.com`,
    "a".repeat(254),
  ],
  "idn-hostname": ["〮실례.테스트", "-hello", "a·l", "α͵S", "A׳ב", "・", "ب٠۰", "क‍ष", "a..b", "", "-> $1.00 <--"],
  uri: ["http://a:b/c", "http:/[::1]", "http://[::ffff:01.2.3.4]", "//a/b", "a", "http://a b", "http://a@b@c"],
  "uri-reference": ["/[::1]", "1:b", '/a"b', "//a@b@c/", "//a:b/c", "//[::ffff:192.168.0.01]/p"],
  iri: ["http://2001:0db8:85a3:0000:0000:8a2e:0370:7334", "/abc", "âππ", "\\\\WINDOWS\\filëßåré"],
  "iri-reference": ["\\\\WINDOWS\\filëßåré", "#ƒräg\\mênt"],
  "uri-template": ["{a", "a b", "{a..b}", "a}"],
  uuid: ["urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2eb8aa08"],
  "date-time": ["1985-04-12T23:20:50+01", "2016-12-31T24:59:60+01:00", "1985-04-12", "1985-04-12 23:20:50Z"],
};

test.each(Object.keys(ALLOWED))("%s", async (format) => {
  const schema = await schemaOf(format);
  const isAllowed = (text: string): boolean => schema.accepts(text);
  expect(ALLOWED[format]?.filter((text) => !isAllowed(text))).toEqual([]);
  expect(REFUSED[format]?.filter((text) => isAllowed(text))).toEqual([]);
});

// A pattern that steps back would take hours.
test.each(Object.keys(ALLOWED))("%s ends for long texts that nearly fit", async (format) => {
  const schema = await schemaOf(format);
  const parts = [
    "a",
    "a.",
    "a-",
    "\\",
    '"a',
    "{a,",
    "{a.",
    "%41",
    "ü",
    "\u0301",
    "٠",
    "1:",
    "[",
    "a@",
    "xn--a",
    "::",
    "-",
  ];
  for (const part of parts) {
    for (const start of ["", "a@", '"', "http://", "{"]) {
      for (const end of ["", "!", '"@', "\n"]) schema.accepts(start + part.repeat(20_000) + end);
    }
  }
});
