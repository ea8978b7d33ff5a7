// Sends a disturbed answer: late, slowly, cut off, or with another body. Its headers name the cause.
import type { Disturbance } from "../../mock/situations/situation.ts";
import { byteLength } from "../../json/bytes.ts";
import { record } from "./record.ts";
import type { Exchange, HeaderLines, Outgoing, Sender } from "../exchange.ts";

/** The header that names the cause of an answer. */
const SITUATION = "X-Mock-Situation";
const EXPOSED = "Access-Control-Expose-Headers";
/** An idle connection is closed after a while; it gets this much more time than the delay. */
const PATIENCE = 15_000;

/** Sends an answer the way a disturbance requires. */
export function deliver(exchange: Exchange, disturbance: Disturbance, outgoing: Outgoing, sender: Sender): void {
  const text = outgoing.text === undefined ? undefined : bodyOf(exchange, disturbance, outgoing.status, outgoing.text);
  const lines = linesOf(disturbance, outgoing.lines, text);
  const changed = { status: outgoing.status, lines, text, bytes: outgoing.bytes };
  const delay = disturbance.delay + disturbance.delayPerByte * (text === undefined ? 0 : byteLength(text));
  after(exchange, Math.min(delay, LONGEST), () => begin(exchange, disturbance, changed, sender));
}

/** No answer takes longer than this, whatever the delays add up to. */
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
