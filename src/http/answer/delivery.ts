// Sends a disturbed answer: late, slowly, cut off, or with another body. Its headers name the cause.
import { exposing } from "./cors.ts";
import { linePairs, linesWith, linesWithout, type HeaderLines } from "../../contract/header-lines.ts";
import type { Disturbance, StreamPace } from "../../mock/situations/situation.ts";
import { byteLength } from "../../json/bytes.ts";
import { record } from "./record.ts";
import type { Exchange, Outgoing, Sender } from "../exchange.ts";

/** The header that names the cause of an answer. */
const SITUATION = "X-Mock-Situation";
/** An idle connection is closed after a while; it gets this much more time than the delay. */
const PATIENCE = 15_000;

/** Sends an answer the way a disturbance requires. */
export function deliver(exchange: Exchange, disturbance: Disturbance, outgoing: Outgoing, sender: Sender): void {
  const text = outgoing.text === undefined ? undefined : bodyOf(exchange, disturbance, outgoing.status, outgoing.text);
  const lines = linesOf(disturbance, outgoing.lines, text);
  const changed = { status: outgoing.status, lines, text, bytes: outgoing.bytes, pieces: outgoing.pieces };
  const delay = disturbance.delay + disturbance.delayPerByte * (text === undefined ? 0 : byteLength(text));
  after(exchange, Math.min(delay, LONGEST), () => begin(exchange, disturbance, changed, sender));
}

/** No answer takes longer than this, whatever the delays add up to. */
const LONGEST = 120_000;

function begin(exchange: Exchange, disturbance: Disturbance, outgoing: Outgoing, sender: Sender): void {
  const { slowBody, body, stream } = disturbance;
  const { req, res } = exchange;
  const { status, lines, text = "", pieces } = outgoing;
  if (stream !== undefined && pieces !== undefined && req.method !== "HEAD" && !res.headersSent) {
    exchange.status = status;
    res.writeHead(
      status,
      linesWithout(lines, (name) => name === "content-length"),
    );
    res.flushHeaders();
    sendPieces(exchange, pieces, stream, () => record(exchange, outgoing));
    return;
  }
  const isCut = body === "cut" && text !== "" && req.method !== "HEAD";
  if ((!isCut && slowBody === 0) || text === "" || req.method === "HEAD" || res.headersSent) {
    sender(exchange, outgoing);
    return;
  }
  exchange.status = status;
  res.writeHead(status, lines as string[]);
  res.flushHeaders();
  after(exchange, slowBody, () => {
    if (!isCut) res.end(text);
    else res.write(text.slice(0, Math.floor(text.length / 2)), () => res.destroy());
    record(exchange, outgoing);
  });
}

/** Sends a stream at its pace. @param done called after the last piece */
function sendPieces(exchange: Exchange, pieces: readonly string[], pace: StreamPace, done: () => void): void {
  const { res } = exchange;
  const { interval = 0, end = "complete" } = pace;
  const next = (at: number): void => {
    const piece = pieces[at];
    if (piece !== undefined) after(exchange, interval, () => void res.write(piece, () => next(at + 1)));
    else {
      done();
      if (end === "complete") res.end();
      else if (end === "cut") res.destroy();
      // The server would close a connection on which nothing happens.
      else after(exchange, LONGEST, () => res.end());
    }
  };
  next(0);
}

/** Continues after a delay, unless the client has disconnected. */
function after({ req, res }: Exchange, delay: number, next: () => void): void {
  if (delay <= 0) {
    next();
    return;
  }
  if (res.destroyed) return;
  req.socket.setTimeout(delay + PATIENCE);
  const timer = setTimeout(() => {
    if (!res.destroyed) next();
  }, delay);
  res.once("close", () => clearTimeout(timer));
}

function bodyOf(exchange: Exchange, { body }: Disturbance, status: number, text: string): string {
  const changed = exchange.alter?.(status, text) ?? text;
  // If no change would break the contract, send invalid JSON instead.
  const isToBeMalformed = body === "malformed" || (body === "breach" && changed === text);
  return isToBeMalformed ? malformed(changed) : changed;
}

/** Drops the last character, and appends one that closes nothing. */
function malformed(text: string): string {
  return `${text.slice(0, -1)}}]`;
}

function linesOf({ name, applied }: Disturbance, lines: HeaderLines, text: string | undefined): string[] {
  const own = text === undefined ? lines : linesWith(lines, "Content-Length", () => String(byteLength(text)));
  const added = [
    ...(name === "" ? [] : [SITUATION, name]),
    ...(applied === undefined ? [] : ["Preference-Applied", applied]),
  ];
  const names = linePairs(added).map(([header]) => header);
  return [...exposing(own, names), ...added];
}
