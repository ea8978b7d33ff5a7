// How a disturbed answer leaves: late, slowly, cut off, or with another body. What made it so stands in its headers.
import type { Disturbance } from "../../mock/situations/situation.ts";
import { byteLength } from "../../json/bytes.ts";
import { record } from "./record.ts";
import type { Exchange, HeaderLines, Outgoing, Sender } from "../exchange.ts";

/** The name of the header that says what made an answer. */
const SITUATION = "X-Mock-Situation";
const EXPOSED = "Access-Control-Expose-Headers";
/** A connection on which nothing moves is closed after a while; it has so much longer than the delay. */
const PATIENCE = 15_000;

/** Sends an answer as a disturbance wants it. */
export function deliver(exchange: Exchange, disturbance: Disturbance, outgoing: Outgoing, sender: Sender): void {
  const text = outgoing.text === undefined ? undefined : bodyOf(exchange, disturbance, outgoing.status, outgoing.text);
  const lines = linesOf(disturbance, outgoing.lines, text);
  const changed = { status: outgoing.status, lines, text };
  const delay = disturbance.delay + disturbance.delayPerByte * (text === undefined ? 0 : byteLength(text));
  after(exchange, Math.min(delay, LONGEST), () => begin(exchange, disturbance, changed, sender));
}

/** Whatever adds up: no answer takes longer. */
const LONGEST = 120_000;

function begin(exchange: Exchange, { slowBody, body }: Disturbance, outgoing: Outgoing, sender: Sender): void {
  const { req, res } = exchange;
  const { status, lines, text = "" } = outgoing;
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

/** Goes on after a while, unless the client has gone. */
function after({ req, res }: Exchange, delay: number, next: () => void): void {
  if (delay <= 0) {
    next();
    return;
  }
  req.socket.setTimeout(delay + PATIENCE);
  const timer: unknown = setTimeout(() => {
    if (!res.destroyed) next();
  }, delay);
  // The connection keeps a process alive; one that is closed has nothing to wait for.
  if (typeof timer === "object") (timer as { unref(): void }).unref();
}

function bodyOf(exchange: Exchange, { body }: Disturbance, status: number, text: string): string {
  const changed = exchange.alter?.(status, text) ?? text;
  // Where nothing would be wrong, what is no JSON is.
  const isToBeMalformed = body === "malformed" || (body === "breach" && changed === text);
  return isToBeMalformed ? malformed(changed) : changed;
}

/** Without its last character, and with one that closes nothing. */
function malformed(text: string): string {
  return `${text.slice(0, -1)}}]`;
}

function linesOf({ name, applied }: Disturbance, lines: HeaderLines, text: string | undefined): string[] {
  const own = [...lines];
  const lengthAt = own.findIndex((header, at) => at % 2 === 0 && header === "Content-Length");
  if (text !== undefined && lengthAt !== -1) own[lengthAt + 1] = String(byteLength(text));
  const added = [
    ...(name === "" ? [] : [SITUATION, name]),
    ...(applied === undefined ? [] : ["Preference-Applied", applied]),
  ];
  const exposedAt = own.findIndex((header, at) => at % 2 === 0 && header === EXPOSED);
  if (exposedAt !== -1) own[exposedAt + 1] += `, ${added.filter((_, at) => at % 2 === 0).join(", ")}`;
  return [...own, ...added];
}
