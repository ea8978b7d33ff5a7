// Sends an answer: to another origin, with what was excused, late or broken where a situation says so, and on record.
import { OCTETS } from "../../contract/media.ts";
import { byteLength } from "../../json/bytes.ts";
import type { KeptFile } from "../../store/files.ts";
import type { Exchange, Outgoing } from "../exchange.ts";
import type { HeaderLines } from "../../contract/header-lines.ts";
import { linesFor, withViolation } from "./cors.ts";
import { deliver } from "./delivery.ts";
import { typed } from "./lines.ts";
import { record } from "./record.ts";

/** Sends bytes, with their type and length after the other header lines. */
export function sendFile(
  exchange: Exchange,
  status: number,
  lines: HeaderLines,
  { type = OCTETS, bytes }: KeptFile,
): void {
  const all = typed(lines, type);
  all[all.length - 1] = String(bytes.length);
  send(exchange, status, all, bytes);
}

function outgoingOf(
  status: number,
  lines: HeaderLines,
  body: string | Uint8Array | readonly string[] | undefined,
): Outgoing {
  if (typeof body !== "object") return { status, lines, text: body };
  if (body instanceof Uint8Array) return { status, lines, text: undefined, bytes: body };
  return { status, lines, text: body.join(""), pieces: body };
}

/**
 * Writes an answer: head and body in one piece. An exchange that was already answered is left alone. `Accept` is
 * ignored: there is only one representation of everything, and a client that asked for another is better served with it
 * than with 406 (RFC 9110, section 12.5.1, leaves the choice).
 */
export function send(
  exchange: Exchange,
  status: number,
  lines: HeaderLines,
  body?: string | Uint8Array | readonly string[],
): void {
  const { origin, disturbance } = exchange;
  const told = exchange.excused === undefined ? lines : withViolation(lines, exchange.excused);
  const all = origin === undefined ? told : linesFor(origin, told);
  const outgoing = outgoingOf(status, all, body);
  if (disturbance === undefined) write(exchange, outgoing);
  else deliver(exchange, disturbance, outgoing, write);
}

function write(exchange: Exchange, outgoing: Outgoing): void {
  const { req, res } = exchange;
  const { status, lines, text, bytes } = outgoing;
  if (res.headersSent || res.destroyed) return;
  exchange.status = status;
  res.writeHead(status, lines as string[]);
  // The answer to HEAD has the head of the answer to GET, and no body (RFC 9110, section 9.3.2).
  if ((text ?? bytes) === undefined || req.method === "HEAD") res.end();
  else if (text === undefined) res.end(bytes as Uint8Array);
  // Node writes Latin-1 without looking at each character; for ASCII, the bytes are the same.
  else res.end(text, byteLength(text) === text.length ? "latin1" : "utf8");
  record(exchange, outgoing);
}
