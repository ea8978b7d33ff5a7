// IP addresses, compared with how Node reads them.
import { BlockList, isIPv4 as nodeIPv4, isIPv6 as nodeIPv6 } from "node:net";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { drawn } from "../share.ts";
import { isIPv4, isIPv6, isLoopbackAddress, isPrivateAddress } from "../../src/http/request/admission/address.ts";

const ODD = [
  "",
  ":",
  "::",
  ":::",
  "::1",
  "1::",
  "1::2::3",
  "::ffff:1.2.3.4",
  "::1.2.3",
  "1.2.3.4::",
  "1:2:3:4:5:6:7:8",
];
const MORE = [
  "1:2:3:4:5:6:7::",
  "::2:3:4:5:6:7:8",
  "1:2:3:4:5:6:7:8:9",
  "1:2:3:4:5:6:1.2.3.4",
  "01.2.3.4",
  "256.1.1.1",
  "g::",
];
const PIECES = fc.array(
  fc.constantFrom("0", "1", "ff", "fe80", ":", "::", ".", "127", "256", "1.2.3.4", "::ffff:", "%e"),
);

test("accepts the same addresses as Node", () => {
  const held = (text: string): void => {
    expect([text, isIPv4(text)]).toEqual([text, nodeIPv4(text)]);
    // A URL never contains a zone, so it is not part of an address here.
    expect([text, isIPv6(text)]).toEqual([text, nodeIPv6(text) && !text.includes("%")]);
  };
  for (const text of [...ODD, ...MORE]) held(text);
  fc.assert(
    fc.property(PIECES, (pieces) => held(pieces.join(""))),
    { numRuns: drawn({ each: 200, proof: 2000 }) },
  );
  fc.assert(fc.property(fc.oneof(fc.ipV6(), fc.ipV4()), held), { numRuns: drawn({ each: 100, proof: 500 }) });
});

test("loopback and private addresses are those of Node's block lists", () => {
  const loopback = new BlockList();
  loopback.addSubnet("127.0.0.0", 8, "ipv4");
  loopback.addAddress("::1", "ipv6");
  const neighbours = new BlockList();
  for (const [net, bits] of [
    ["10.0.0.0", 8],
    ["172.16.0.0", 12],
    ["192.168.0.0", 16],
    ["169.254.0.0", 16],
  ] as const) {
    neighbours.addSubnet(net, bits, "ipv4");
  }
  neighbours.addSubnet("fc00::", 7, "ipv6");
  neighbours.addSubnet("fe80::", 10, "ipv6");
  const first = fc.constantFrom("127", "10", "172", "192", "169", "11");
  const byte = fc.nat(255);
  const v4 = fc.tuple(first, byte, byte, byte).map((all) => all.join("."));
  const v6 = fc.tuple(
    fc.constantFrom("fc00", "fdff", "fe80", "febf", "fec0", "2001", "::ffff:7f00", "::"),
    fc.nat(0xffff),
  );
  const texts = fc.oneof(
    v4,
    v4.map((text) => `::ffff:${text}`),
    v6.map(([head, tail]) => `${head}::${tail.toString(16)}`),
    fc.constantFrom("::1", "192.168.0.1", "172.31.0.1"),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const family = nodeIPv4(text) ? "ipv4" : "ipv6";
      const known = nodeIPv4(text) || nodeIPv6(text);
      expect([text, isLoopbackAddress(text)]).toEqual([text, known && loopback.check(text, family)]);
      expect([text, isPrivateAddress(text)]).toEqual([text, known && neighbours.check(text, family)]);
    }),
    { numRuns: drawn({ each: 200, proof: 2000 }) },
  );
});
