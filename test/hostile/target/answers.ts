// Abusive responses: too large, compressed from something huge, endless, or too slow.
import type { IncomingMessage, RequestListener } from "node:http";
import { Readable, type Writable } from "node:stream";
import { brotliCompressSync, constants, createGzip, deflateSync } from "node:zlib";

const JSON_HEAD = { "Content-Type": "application/json" };
const MIB = 1024 * 1024;

/** 500 MiB of zeros, in as few bytes as each coding takes. */
async function gzipBomb(): Promise<Buffer> {
  const zeros = Buffer.alloc(MIB);
  const chunks: Buffer[] = [];
  const source = Readable.from(
    (function* () {
      for (let index = 0; index < 500; index++) yield zeros;
    })(),
  );
  for await (const chunk of source.pipe(createGzip({ level: 9 }))) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const coded =
  (coding: string, body: Buffer): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { ...JSON_HEAD, "Content-Encoding": coding }).end(body);

const plain =
  (body: string | Buffer): RequestListener =>
  (_, response) =>
    void response.writeHead(200, JSON_HEAD).end(body);

/** Keeps writing as fast as the client reads. */
function endless(stream: Writable, piece: string | Buffer): void {
  const more = (): void => {
    for (let goesOn = true; goesOn && !stream.destroyed;) goesOn = stream.write(piece);
  };
  stream.on("error", () => {});
  stream.on("drain", more);
  more();
}

const raw =
  (text: string): RequestListener =>
  (_, response) =>
    void response.socket?.end(text);

/** A valid item, padded to this many bytes. */
const item = (id: number, more = ""): string => `{"id":${id},"name":"n${id}${more}","categoryId":1}`;

/** By name, the response to every request. */
export async function answers(): Promise<Readonly<Record<string, RequestListener>>> {
  const gzip = await gzipBomb();
  const brotli = brotliCompressSync(Buffer.alloc(500 * MIB), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 22 },
  });
  const items = Array.from({ length: 80_000 }, (_, index) => item(index)).join(",");
  return {
    "a gzip bomb": coded("gzip", gzip),
    "a brotli bomb": coded("br", brotli),
    "a deflate bomb": coded("deflate", deflateSync(Buffer.alloc(64 * MIB))),
    "a bomb within a bomb": coded("gzip, gzip", gzip),
    "a body without an end": ({ method }, response) => {
      response.writeHead(200, JSON_HEAD);
      // Writes in response to HEAD are discarded, so the buffer never fills.
      if (method === "HEAD") response.end();
      else endless(response, Buffer.alloc(MIB, 32));
    },
    "one byte in each chunk, without an end": (_, response) => {
      response.writeHead(200, { ...JSON_HEAD, "Transfer-Encoding": "chunked" }).flushHeaders();
      if (response.socket !== null) endless(response.socket, "1\r\n \r\n".repeat(10_000));
    },
    "a list of 80,000 items": plain(`[${items}]`),
    "a list of a million empty lists": plain(`[${"[],".repeat(1_000_000)}[]]`),
    "a nesting of two million": plain("[".repeat(2 * MIB)),
    "a number of three million digits": plain(`{"id":${"9".repeat(3 * MIB)}}`),
    "an identifier of three million characters": plain(item(1).replace("1", `"${"x".repeat(3 * MIB)}"`)),
    "a text full of escapes": plain(`[{"id":1,"name":"${String.raw`\u0025%26&#38;`.repeat(200_000)}"}]`),
    "a list of one item that is as large as can be": plain(`[${item(1, "y".repeat(3 * MIB))}]`),
    "a head without an end": (_, response) => {
      const { socket } = response;
      socket?.on("error", () => {});
      socket?.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => {
        if (socket === null || socket.destroyed) clearInterval(timer);
        else socket.write(`X-${Math.random()}: ${"x".repeat(1000)}\r\n`);
      }, 1);
    },
    "interim answers without an end": (_, response) => {
      const { socket } = response;
      socket?.on("error", () => {});
      const timer = setInterval(() => {
        if (socket === null || socket.destroyed) clearInterval(timer);
        else socket.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(100));
      }, 1);
    },
    "a byte a second": (_, response) => {
      response.writeHead(200, JSON_HEAD);
      const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : void response.write(" ")), 200);
    },
    "no answer": () => {},
    "half of a body": (_, response) => {
      response.writeHead(200, { ...JSON_HEAD, "Content-Length": "100" });
      response.write("[");
    },
    "come back in an hour": (_, response) => void response.writeHead(503, { "Retry-After": "3600" }).end(),
    "come back at once, for ever": (_, response) => void response.writeHead(429, { "Retry-After": "0" }).end(),
    "a redirect to itself": (request: IncomingMessage, response) =>
      void response.writeHead(307, { Location: request.url ?? "/" }).end(),
    "redirects in a ring": ({ url = "/" }, response) =>
      void response.writeHead(308, { Location: url.startsWith("/ring") ? url.slice(5) || "/" : `/ring${url}` }).end(),
    "a redirect to a place that is none": (_, response) =>
      void response.writeHead(302, { Location: `http://[${"x".repeat(8_000)}` }).end(),
    "chunk extensions without an end": (_, response) => {
      response.writeHead(200, { ...JSON_HEAD, "Transfer-Encoding": "chunked" }).flushHeaders();
      response.socket?.write("1;");
      if (response.socket !== null) endless(response.socket, "x".repeat(MIB));
    },
    "a chunk of more bytes than there are numbers": raw(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n[]",
    ),
    "trailers without an end": (_, response) => {
      response.writeHead(200, { ...JSON_HEAD, "Transfer-Encoding": "chunked" }).flushHeaders();
      response.socket?.write("2\r\n[]\r\n0\r\n");
      if (response.socket !== null) endless(response.socket, `X-A: ${"x".repeat(1_000)}\r\n`.repeat(100));
    },
    "a length that is too short": raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n[1,2,3]"),
    "a length that is too long": raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n[]"),
    "a length that is none": raw("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n[]"),
    "no HTTP": raw("SSH-2.0-OpenSSH_9.2\r\n"),
    "a broken head": raw("HTTP/1.1 abc\r\n\r\n"),
    "two lengths": raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 20\r\n\r\n[]"),
    "a status of 999": raw("HTTP/1.1 999 ?\r\nContent-Length: 0\r\n\r\n"),
    "a switch of protocols": raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nxxxx"),
  };
}
