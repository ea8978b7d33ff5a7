// Parses IP addresses in hosts and origins. Written by hand, because only Node has a module for it.

const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);

/** True for an IPv4 address in its usual form: four decimal numbers without leading zeros. */
export function isIPv4(text: string): boolean {
  return IPV4.test(text);
}

/** True for an IPv6 address, without brackets and without a zone. */
export function isIPv6(text: string): boolean {
  return groupsOf(text) !== undefined;
}

/** True for an address that only the machine itself can reach. */
export function isLoopbackAddress(text: string): boolean {
  const [first, ...rest] = ipv4Of(text) ?? [];
  if (first !== undefined) return first === 127 && rest.length === 3;
  return groupsOf(text)?.every((group, at) => group === (at === 7 ? 1 : 0)) ?? false;
}

/** True for an address in a private network (RFC 1918, RFC 4193) or on a single link (RFC 3927, RFC 4291). */
export function isPrivateAddress(text: string): boolean {
  const bytes = ipv4Of(text);
  if (bytes !== undefined) {
    const [first = 0, second = 0] = bytes;
    if (first === 172) return second >= 16 && second <= 31;
    return first === 10 || (first === 192 && second === 168) || (first === 169 && second === 254);
  }
  const [first = 0] = groupsOf(text) ?? [];
  return (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80;
}

/** The bytes of an IPv4 address, or of one embedded in an IPv6 address (RFC 4291, section 2.5.5.2). */
function ipv4Of(text: string): readonly number[] | undefined {
  if (isIPv4(text)) return text.split(".").map(Number);
  const groups = groupsOf(text);
  const [high = 0, low = 0] = groups?.slice(6) ?? [];
  const isMapped = groups?.every((group, at) => at > 5 || group === (at === 5 ? 0xffff : 0)) === true;
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255] : undefined;
}

/** The eight groups of an IPv6 address; undefined if it is not one. */
function groupsOf(text: string): readonly number[] | undefined {
  if (!/^[\da-f:.]*:[\da-f:.]*$/i.test(text)) return undefined;
  const [head = "", tail, ...more] = text.split("::");
  if (more.length > 0) return undefined;
  const left = numbersOf(head, tail === undefined);
  const right = numbersOf(tail ?? "", true);
  if (left === undefined || right === undefined) return undefined;
  const missing = 8 - left.length - right.length;
  // Two colons replace one group or more; without them, all eight must be there.
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return [...left, ...Array.from({ length: missing }, () => 0), ...right];
}

/** @param isEnd whether an IPv4 address may replace the last two groups */
function numbersOf(part: string, isEnd: boolean): number[] | undefined {
  if (part === "") return [];
  const numbers: number[] = [];
  const groups = part.split(":");
  for (const [at, group] of groups.entries()) {
    if (/^[\da-f]{1,4}$/i.test(group)) numbers.push(Number.parseInt(group, 16));
    else if (isEnd && at === groups.length - 1 && isIPv4(group)) {
      const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
      numbers.push((a << 8) | b, (c << 8) | d);
    } else return undefined;
  }
  return numbers;
}
