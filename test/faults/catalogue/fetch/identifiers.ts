// Faults in reading identifiers of every form.
import type { Answer, Call, Item, Overrides } from "../../behaviour.ts";
import { error, finding } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { json, REFERENCE } from "../../reference.ts";

const IDENTIFIER = { basis: "spec/decisions.md#malformed-identifier" };

const missing = (make: (call: Call) => Answer): Overrides => ({ missing: make });
const at = (call: Call): string => call.path.slice("/v1/pets/".length);

/** Accepts some texts as identifiers that the reference refuses. */
const reading = (read: (text: string) => bigint | undefined): Overrides => ({
  identifier: (text, call) => REFERENCE.identifier(text, call) ?? read(text),
});
/** A different response to some identifiers that no item has. */
const missingAt = (when: (text: string) => boolean, make: (call: Call) => Answer): Overrides =>
  missing((call) => (when(decodeURIComponent(at(call).replaceAll("%", "%25"))) ? make(call) : REFERENCE.missing(call)));
const crashingAt = (when: (text: string) => boolean): Overrides => missingAt(when, () => error(500));
const isNumber = (text: string): boolean => /^-?\d+$/.test(text);
const nth = (call: Call, index: number): Item | undefined => [...call.state.items.values()].at(index);

export const IDENTIFIERS: readonly Fault[] = faults({
  "fetch.wraps-32-bit: An identifier is taken modulo 2^32.": finding((id, call) =>
    REFERENCE.find(BigInt.asIntN(32, id), call),
  ),
  "fetch.wraps-64-bit: An identifier beyond int64 wraps around.": reading((text) =>
    isNumber(text) && text.length < 40 ? BigInt.asIntN(64, BigInt(text)) : undefined,
  ),
  "fetch.rounded: An identifier above 2^53 is rounded before it is looked up.": {
    seed: () => [{ id: 2n ** 53n, name: "Rex", categoryId: 1, status: "pending" }],
    find: (id, call) => REFERENCE.find(BigInt(Number(id)), call),
  },
  "fetch.sign-ignored: The identifier -1 finds the item 1.": finding((id, call) =>
    id < 0n ? REFERENCE.find(-id, call) : undefined,
  ),
  "fetch.zero-is-first: The identifier 0 finds the first item.": finding((id, call) =>
    id === 0n ? nth(call, 0) : undefined,
  ),
  "fetch.negative-from-end: A negative identifier counts from the end.": finding((id, call) =>
    id < 0n && id > -10_000n ? nth(call, Number(id)) : undefined,
  ),
  "fetch.trailing-garbage: What follows the digits of an identifier is ignored.": [
    reading((text) => (/^\d+/.test(text) ? BigInt(/^\d{1,18}/.exec(text)?.[0] ?? 0) : undefined)),
    IDENTIFIER,
  ],
  "fetch.fraction-accepted: The fraction of an identifier is ignored.": [
    reading((text) => (/^\d{1,15}\.\d+$/.test(text) ? BigInt(Math.trunc(Number(text))) : undefined)),
    IDENTIFIER,
  ],
  "fetch.hexadecimal-accepted: An identifier may be hexadecimal.": [
    reading((text) => (/^0x[0-9a-f]{1,8}$/i.test(text) ? BigInt(text) : undefined)),
    IDENTIFIER,
  ],
  "fetch.text-finds-first: An identifier that is no number finds the first item.": {
    find: (id, call) => (id === -77n ? nth(call, 0) : REFERENCE.find(id, call)),
    identifier: (text, call) => REFERENCE.identifier(text, call) ?? (/^[a-z]/i.test(text) ? -77n : undefined),
  },
  "fetch.text-crashes: An identifier that is no number is answered 500.": crashingAt((text) => !isNumber(text)),
  "fetch.text-html: An identifier that is no number is answered 400 with an HTML page.": missingAt(
    (text) => !isNumber(text),
    () => ({ status: 400, headers: { "Content-Type": "text/html" }, raw: "<h1>Bad Request</h1>" }),
  ),
  "fetch.text-lists: An identifier that is no number lists all items.": missingAt(
    (text) => !isNumber(text),
    (call) => json(200, [...call.state.items.values()]),
  ),
  "fetch.fraction-crashes: An identifier with a fraction is answered 500.": crashingAt((text) =>
    /^\d+\.\d+$/.test(text),
  ),
  "fetch.zero-crashes: The identifier 0 is answered 500.": crashingAt((text) => text === "0"),
  "fetch.negative-crashes: A negative identifier is answered 500.": crashingAt((text) => /^-\d+$/.test(text)),
  "fetch.above-int32-crashes: An identifier of 2^31 or more is answered 500.": crashingAt(
    (text) => isNumber(text) && Number(text) >= 2 ** 31,
  ),
  "fetch.above-2-53-crashes: An identifier above 2^53 is answered 500.": crashingAt(
    (text) => isNumber(text) && Number(text) > 2 ** 53,
  ),
  "fetch.highest-crashes: The identifier 2^63-1 is answered 500.": crashingAt((text) => text === "9223372036854775807"),
  "fetch.beyond-int64-crashes: An identifier of 2^63 or more is answered 500.": crashingAt(
    (text) => isNumber(text) && BigInt(text) >= 2n ** 63n,
  ),
  "fetch.quote-crashes: An identifier with an apostrophe is answered 500.": crashingAt((text) => /'|%27/.test(text)),
});
