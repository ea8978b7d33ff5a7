// Valid requests that are then damaged: a header more or less, an invalid value, a flipped byte.
import type { Random } from "../random.ts";

const HOST = ["Host", "localhost"] as const;
const KEY = ["Authorization", "Bearer demo-key"] as const;

type Header = readonly [name: string, value: string];

interface Request {
  line: string;
  headers: Header[];
  body: string;
}

const item = (id: number): string => `/v1/pets/${id}`;

/** A valid request, whatever its response. */
function goodRequest(random: Random): Request {
  const headers: Header[] = [HOST, KEY];
  const send = (line: string, body: string, type: string): Request => ({
    line,
    headers: [...headers, ["Content-Type", type], ["Content-Length", String(Buffer.byteLength(body))]],
    body,
  });
  const one = JSON.stringify({
    name: "a b",
    categoryId: 1,
    status: "available",
    tags: ["x"],
    extra: { a: [1, 2.5, null] },
  });
  const id = random.below(30);
  return random.pick<() => Request>([
    () => ({ line: "GET /v1/pets?limit=5&status=available HTTP/1.1", headers, body: "" }),
    () => ({ line: `GET ${item(id)} HTTP/1.1`, headers, body: "" }),
    () => ({ line: `HEAD ${item(id)} HTTP/1.1`, headers, body: "" }),
    () => ({ line: `DELETE ${item(id)} HTTP/1.1`, headers, body: "" }),
    () => ({
      line: "OPTIONS /v1/pets HTTP/1.1",
      headers: [HOST, ["Origin", "http://localhost:3000"], ["Access-Control-Request-Method", "POST"]],
      body: "",
    }),
    () => ({ line: `OPTIONS * HTTP/1.1`, headers: [HOST], body: "" }),
    () => send("POST /v1/pets HTTP/1.1", one, "application/json"),
    () => send(`PUT ${item(id)} HTTP/1.1`, one, "application/json"),
    () => send(`PATCH ${item(id)} HTTP/1.1`, '{"name":"b"}', "application/merge-patch+json"),
    () => ({
      line: "POST /v1/pets HTTP/1.1",
      headers: [...headers, ["Content-Type", "application/json"], ["Transfer-Encoding", "chunked"]],
      body: `${Buffer.byteLength(one).toString(16)}\r\n${one}\r\n0\r\n\r\n`,
    }),
  ])();
}

const METHODS = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "QUERY",
  "get",
  "BREW",
  "",
];
const TARGETS = [
  ...[
    "/",
    "*",
    "//",
    "/v1",
    "/v1/pets/",
    "/v1/pets?",
    "/v1/pets?limit=101",
    "/v1/pets?limit=1&limit=2",
    "/v1/pets/%00",
  ],
  ...["/v1/pets/%", "/v1/pets/%zz", "/v1/pets/..%2f..", "/v1/../etc", "/v1/pets/9223372036854775808", "/v1/pets/0x1"],
  ...[
    "http://localhost/v1/pets",
    "http://evil.example/v1/pets",
    "http://[",
    "https://localhost:99999/",
    "v1/pets",
    "/v1/pets#x",
  ],
  ...["/v1/pets/constructor", "/__proto__", "/v1/pets?__proto__=1&constructor=2", `/v1/pets?${"a=1&".repeat(900)}`],
  ...[`/${"a".repeat(9000)}`, `/v1/pets/${"%41".repeat(2000)}`, "/v1/pets?status=%F0%28%8C%28", "/\u0000", "/ v1/pets"],
];
const VERSIONS = ["HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.2", "http/1.1", "HTTP/1.1 ", "RTSP/1.0", ""];
const HEADERS: readonly Header[] = [
  ...[
    "evil.example",
    "",
    "localhost, localhost",
    "[::1",
    "localhost:99999",
    "127.0.0.1",
    "[::1]:80",
    "a".repeat(300),
  ].map((value): Header => ["Host", value]),
  ...[
    "",
    "Bearer",
    "Bearer ",
    "Basic ZGVtbzprZXk=",
    "bearer demo-key",
    "Bearer demo-key x",
    `Bearer ${"k".repeat(7000)}`,
  ].map((value): Header => ["Authorization", value]),
  ...["0", "1", "-1", "+5", "0x1b", "99999999999999999999", "1e3", "", "5, 5", "65537"].map((value): Header => [
    "Content-Length",
    value,
  ]),
  ...["chunked", "gzip, chunked", "chunked, chunked", "identity", "xchunked", ""].map((value): Header => [
    "Transfer-Encoding",
    value,
  ]),
  ...[
    "text/plain",
    "application/json; charset=utf-16",
    "",
    "a",
    ";;;",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
  ].map((value): Header => ["Content-Type", value]),
  ...["gzip", "identity", "br, gzip", ""].map((value): Header => ["Content-Encoding", value]),
  ...["null", "http://evil.example", "http://localhost:1", "x", ""].map((value): Header => ["Origin", value]),
  ...["100-continue", "a-miracle"].map((value): Header => ["Expect", value]),
  ...["close", "keep-alive", "Upgrade", "x, close, y"].map((value): Header => ["Connection", value]),
  ["Upgrade", "websocket"],
  ["Upgrade", "h2c"],
  ["Accept", "application/xml;q=0"],
  ["Accept", ",;=q,"],
  ["Cookie", "a=b; constructor=1; ; ="],
  ["X-HTTP-Method-Override", "DELETE"],
  ["constructor", "1"],
  ["__proto__", "1"],
  ["Trailer", "Host"],
  ["If-Match", "*"],
  ["Range", "bytes=0-0,1-1"],
  ["X-A", "x".repeat(8000)],
  ["X-A ", "1"],
  ["", "1"],
  ["X-A", "a\u0000b"],
  ["X-A", "a\r\n b"],
  ["X-A", "\u00ff\u00fe"],
];
const BODIES = [
  ...[
    "",
    "{",
    "[]",
    "null",
    '"',
    "{}",
    '{"name":1}',
    '{"name":"a","name":"b","categoryId":1}',
    "[".repeat(5000),
    "1e400",
  ],
  ...[
    '{"__proto__":{"a":1},"name":"a","categoryId":1}',
    '{"name":"a","categoryId":9223372036854775808}',
    "\u0000",
    "\uFEFF{}",
  ],
  ...[
    `{"name":"${"x".repeat(70_000)}"}`,
    '{"name":"\\ud800","categoryId":1}',
    `{"a":${"9".repeat(5000)}}`,
    "--x\r\n\r\n",
    "a=b&a",
  ],
];
const PIECES = [
  "\r\n",
  "\n",
  "\r",
  "\0",
  " ",
  "\t",
  ":",
  "\r\n\r\n",
  "%",
  "\xFF",
  "\x80",
  ";",
  ",",
  "0\r\n\r\n",
  "HTTP/1.1",
  "\x16\x03\x01",
];

type Change = (request: Request, random: Random) => void;

const ofLine =
  (at: 0 | 1 | 2, values: readonly string[]): Change =>
  (request, random) => {
    const parts = request.line.split(" ");
    parts[at] = random.pick(values);
    request.line = parts.join(" ");
  };

const CHANGES: readonly Change[] = [
  ofLine(0, METHODS),
  ofLine(1, TARGETS),
  ofLine(2, VERSIONS),
  (request, random) => void request.headers.push(random.pick(HEADERS)),
  (request, random) => void request.headers.unshift(random.pick(HEADERS)),
  (request, random) => void request.headers.splice(random.below(request.headers.length), 1),
  (request, random) => {
    const at = random.below(request.headers.length);
    request.headers[at] = [request.headers[at]?.[0] ?? "X", random.pick(HEADERS)[1]];
  },
  (request, random) => void request.headers.push(random.pick(request.headers.length > 0 ? request.headers : HEADERS)),
  (request, random) =>
    void request.headers.push(...Array.from({ length: random.pick([50, 500, 3000]) }, (): Header => ["X-A", "1"])),
  (request, random) => void (request.body = random.pick(BODIES)),
  (request, random) => {
    // A body with the announced length.
    request.body = random.pick(BODIES);
    const rest = request.headers.filter(([name]) => !/^(content-length|transfer-encoding)$/i.test(name));
    request.headers = [...rest, ["Content-Length", String(Buffer.byteLength(request.body))]];
  },
];

const written = ({ line, headers, body }: Request): string =>
  `${[line, ...headers.map(([name, value]) => `${name}: ${value}`)].join("\r\n")}\r\n\r\n${body}`;

function damaged(text: string, random: Random): string {
  const at = random.below(text.length);
  const until = Math.min(text.length, at + 1 + random.below(random.pick([1, 8, 60])));
  const [before, part, after] = [text.slice(0, at), text.slice(at, until), text.slice(until)];
  return random.pick([
    before + after,
    before + part + part + after,
    before + random.pick(PIECES) + part + after,
    before + String.fromCharCode(random.below(256)) + part.slice(1) + after,
    before,
  ]);
}

/** What a client writes to one connection: up to three requests, some of them intact. */
export function connectionOf(random: Random): { readonly bytes: Buffer; readonly requests: number } {
  const requests = 1 + random.below(3);
  const texts = Array.from({ length: requests }, () => {
    const request = goodRequest(random);
    for (let left = random.below(4); left > 0; left--) random.pick(CHANGES)(request, random);
    const text = Buffer.from(written(request)).toString("latin1");
    return random.chance(40) ? damaged(text, random) : text;
  });
  return { bytes: Buffer.from(texts.join(""), "latin1"), requests };
}
