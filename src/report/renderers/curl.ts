// Turns a request into a command for a POSIX shell that sends the same bytes.

/** A request to show, in which `$API_KEY` already replaces the credential. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
}

/** A text with a part that is repeated too often to write out. */
export interface Repeated {
  readonly before: string;
  /** If it has two parts, a counter goes between them. */
  readonly unit: string | { readonly before: string; readonly after: string };
  readonly times: bigint;
  readonly after: string;
}

const PLACEHOLDER = "$API_KEY";
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The command line. `$API_KEY` is in double quotes so that the shell expands it; everything else is quoted so that the
 * shell leaves it alone.
 * @param body replaces the body of the request
 */
export function curlOf(request: CurlRequest, body: CurlRequest["body"] | Repeated = request.body): string {
  const source = body === undefined ? undefined : sourceOf(body);
  const command = ["curl", ...flagsOf(request), ...headersOf(request)];
  if (source !== undefined) command.push("--data-binary @-");
  else if (typeof body === "string") command.push(`--data-raw ${shellWord(body)}`);
  command.push(shellWord(request.url));
  return source === undefined ? command.join(" ") : `${source} | ${command.join(" ")}`;
}

/** A command that prints the body, if it cannot be an argument; undefined if it can. */
function sourceOf(body: string | Uint8Array | Repeated): string | undefined {
  if (typeof body === "object" && "unit" in body) {
    const { before, unit, times, after } = body;
    const lines =
      typeof unit === "string"
        ? `yes ${single(unit)} | head -n ${times}`
        : `seq -f ${single(`${percent(unit.before)}%.0f${percent(unit.after)}`)} ${times}`;
    const many = `${lines} | tr -d '\\n'`;
    return `{ printf %s ${single(before)}; ${many}; printf %s ${single(after)}; }`;
  }
  if (typeof body !== "string" || HIDDEN.test(body)) return `printf ${printfOf(body)}`;
  const short = writtenOut(body);
  return short === undefined ? undefined : `{ ${short}; }`;
}

function percent(text: string): string {
  return text.replaceAll("%", "%%");
}

function flagsOf({ method, url, body }: CurlRequest): string[] {
  // -X HEAD would wait for a body that never comes.
  const flags = method === "HEAD" && body === undefined ? ["--head"] : ["-i"];
  if (method !== "HEAD" && !(method === "GET" && body === undefined)) flags.push(`-X ${shellWord(method)}`);
  // Without these two, curl expands brackets and braces and removes dot segments.
  if (/[[\]{}]/.test(url)) flags.push("--globoff");
  if (/\/\.{1,2}(\/|$|[?#])/.test(url)) flags.push("--path-as-is");
  return flags;
}

function headersOf({ headers, body }: CurlRequest): string[] {
  const lines = headers.map(([name, value]) => (value === "" ? `${name};` : `${name}: ${value}`));
  // --data adds the content type of a form; an empty header removes it again.
  const typed = headers.some(([name]) => name.toLowerCase() === "content-type");
  if (body !== undefined && !typed) lines.push("Content-Type:");
  return lines.map((line) => `-H ${shellWord(line)}`);
}

/** Quotes a word for a POSIX shell, except for the placeholder. */
export function shellWord(text: string): string {
  if (!text.includes(PLACEHOLDER)) return /^[\w@%+=:,./-]+$/.test(text) ? text : single(text);
  const parts = text.split(PLACEHOLDER);
  // One pair of double quotes is most readable, if nothing else in it is special to a shell.
  if (!/["\\`$!]/.test(parts.join(""))) {
    return `"${parts.reduce((before, after) => `${before}${variable(after)}${after}`)}"`;
  }
  return parts.map((part) => (part === "" ? "" : single(part))).join(`"${PLACEHOLDER}"`);
}

function variable(after: string): string {
  return /^\w/.test(after) ? `\${${PLACEHOLDER.slice(1)}}` : PLACEHOLDER;
}

function single(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A body with a repetition this long is written by a loop. */
const LONG_RUN = 200;
/** The longest unit of a repetition. */
const LONGEST_UNIT = 24;

/** Shell commands that print a text with a long repetition; undefined for any other text. */
function writtenOut(body: string): string | undefined {
  const parts: string[] = [];
  let plain = "";
  let at = 0;
  const flush = (): void => {
    if (plain !== "") parts.push(`printf %s ${single(plain)}`);
    plain = "";
  };
  while (at < body.length) {
    const run = runAt(body, at);
    if (run === undefined) {
      plain += body.charAt(at++);
      continue;
    }
    flush();
    const { unit, times } = run;
    parts.push(`printf '${printfText(unit)}%.0s' $(seq ${times})`);
    at += unit.length * times;
  }
  if (parts.length === 0) return undefined;
  flush();
  return parts.join("; ");
}

function runAt(text: string, at: number): { readonly unit: string; readonly times: number } | undefined {
  for (let length = 1; length <= LONGEST_UNIT; length++) {
    const unit = text.slice(at, at + length);
    // Most places do not begin a repetition, and two comparisons show that.
    if (!text.startsWith(unit + unit, at + length)) continue;
    let times = 3;
    while (text.startsWith(unit, at + times * length)) times++;
    if (times * length >= LONG_RUN) return { unit, times };
  }
  return undefined;
}

/** A text as a printf format in single quotes. */
function printfText(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%")
    .replaceAll("'", String.raw`'\''`);
}

/** A printf format that writes these bytes. Unprintable ones are octal, because POSIX has no \x. */
function printfOf(body: string | Uint8Array): string {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  // A leading hyphen would be taken for an option.
  return single(
    Array.from(bytes, printfByte)
      .join("")
      .replace(/^-/, String.raw`\055`),
  );
}

function printfByte(byte: number): string {
  if (byte === 0x0a) return String.raw`\n`;
  if (byte === 0x25) return "%%";
  if (byte === 0x5c) return "\\\\";
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
}
