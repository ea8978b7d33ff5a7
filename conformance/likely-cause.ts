// Where every valid request was answered in one and the same way, hundreds of findings have one cause, and it seldom is
// the service: the base URL, the key, or something that stands before the service. Here it is named.
import { clip, oneLine } from "../src/report/text.ts";
import { type Exchange, headerOf, mediaTypeOf, statusOf, textOf } from "./exchange.ts";
import { describedResponse, isNamed } from "./plan.ts";
import type { Redactor } from "./redact.ts";
import type { Run } from "./run.ts";

/** Says what the answers look like, and what to do; undefined where they do not look like that. */
type Cause = (answers: readonly Exchange[], about: About) => string | undefined;

interface About {
  readonly baseUrl: string;
  readonly hasKey: boolean;
  readonly redactor: Redactor;
}

const within = (answers: readonly Exchange[], least: number, most: number): boolean =>
  answers.every((answer) => statusOf(answer) >= least && statusOf(answer) <= most);

/** "302", or "302 and 307". */
const statuses = (answers: readonly Exchange[]): string =>
  [...new Set(answers.map(statusOf))].toSorted((a, b) => a - b).join(" and ");

const firstOf = (answers: readonly Exchange[]): Exchange => answers[0] as Exchange;

const redirected: Cause = (answers, { redactor }) => {
  if (!within(answers, 300, 399) || answers.some(isDescribed)) return undefined;
  const first = firstOf(answers);
  const location = headerOf(first, "location");
  const secure = first.request.url.replace(/^http:/i, "https:");
  if (location === secure && location !== first.request.url) {
    return "Every valid request was redirected to https://: give the base URL with https://.";
  }
  const where = location === undefined ? "" : `, the first to ${quoted(location, redactor)}`;
  return (
    `Every valid request was redirected (${statuses(answers)})${where}: give the base URL that it leads to; ` +
    "if it is a login, give what lets requests through with --key or --header."
  );
};

/** What nginx, Apache and Go answer to plain HTTP where they expect TLS. */
const EXPECTS_TLS = /\bto (?:an )?HTTPS (?:port|server)|SSL-enabled server port/i;

const expectsTls: Cause = (answers) =>
  within(answers, 400, 400) && EXPECTS_TLS.test(textOf(firstOf(answers)))
    ? "Every valid request was answered that this is a port for TLS: give the base URL with https://."
    : undefined;

const refused: Cause = (answers, { hasKey }) => {
  if (!answers.every((answer) => [401, 403].includes(statusOf(answer)))) return undefined;
  return hasKey
    ? "Every request was refused: is the key right?"
    : "Every request was refused: the API needs a key, give it with --key.";
};

const limited: Cause = (answers) =>
  within(answers, 429, 429)
    ? "Every valid request was answered 429: the target limits the rate of requests, so slow down with --rate-limit."
    : undefined;

const failing: Cause = (answers) => {
  if (!within(answers, 500, 599)) return undefined;
  const gateway = within(answers, 502, 504);
  return gateway
    ? `Every valid request was answered ${statuses(answers)}: a gateway or proxy answers that does not reach the service; is it up, and is the base URL right?`
    : `Every valid request was answered ${statuses(answers)}: it fails whatever it is asked, so its own log is where to look first.`;
};

const notFound: Cause = (answers, { baseUrl }) => {
  // A framework that knows the path of another method answers 405.
  if (!within(answers, 404, 405) || within(answers, 405, 405)) return undefined;
  const doubled = answers.flatMap(({ operation }) => operation?.path ?? []).find((path) => baseUrl.endsWith(path));
  const what = `Every valid request was answered ${statuses(answers)}`;
  return doubled === undefined
    ? `${what}: is the base URL right, with its version prefix?`
    : `${what}: the paths of the document are added to the base URL, so leave ${doubled} off it.`;
};

const HTML = new Set(["text/html", "application/xhtml+xml"]);

const webPage: Cause = (answers, { redactor }) => {
  if (!answers.every((answer) => HTML.has(mediaTypeOf(answer)) && !isDescribed(answer))) return undefined;
  const title = /<title[^>]*>([^<]*)/i.exec(textOf(firstOf(answers)))?.[1]?.trim() ?? "";
  const named = title === "" ? "" : `, "${quoted(title, redactor)}"`;
  return `Every valid request was answered with a web page${named}: a login or error page, or another site; is the base URL right?`;
};

const strange: Cause = (answers) =>
  within(answers, 400, 499) && new Set(answers.map(statusOf)).size === 1
    ? `Every valid request was answered ${statuses(answers)}: is the base URL right, and this the API of the document?`
    : undefined;

/** The first that fits is told. */
const CAUSES: readonly Cause[] = [redirected, expectsTls, refused, limited, failing, notFound, webPage, strange];

/** True where the document says that the operation answers so. */
function isDescribed(answer: Exchange): boolean {
  const { operation } = answer;
  const response = operation === undefined ? undefined : describedResponse(operation, statusOf(answer));
  if (response === undefined || !isNamed(statusOf(answer), [response.status])) return false;
  const media = response.content.map(({ name }) => name.toLowerCase());
  return media.length === 0 ? statusOf(answer) >= 300 : media.includes(mediaTypeOf(answer));
}

const SHOWN = 120;
/** Text of the target, short and safe to print, without secrets. */
const quoted = (text: string, redactor: Redactor): string => oneLine(clip(redactor.text(text), SHOWN));

/** The likely cause of a run in which nothing went well, and what to do about it; undefined where none shows itself. */
export function likelyCause({ session }: Run, redactor: Redactor): string | undefined {
  const answers = session.record.filter(({ intent, response }) => intent === "valid" && response !== undefined);
  if (answers.length === 0) return undefined;
  const { baseUrl, key } = session.options;
  const about: About = { baseUrl, hasKey: key !== undefined, redactor };
  for (const cause of CAUSES) {
    const said = cause(answers, about);
    if (said !== undefined) return said;
  }
  return undefined;
}
