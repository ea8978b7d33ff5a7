// Names what stands between the suite and the service. When every valid request gets the same kind of answer, the cause
// is usually not the service but the key, the base URL, or something in front of the service.
import { isJson } from "../../src/contract/media.ts";
import { isNamed } from "../../src/contract/responses.ts";
import { clip, count, oneLine } from "../../src/report/text.ts";
import { type Exchange, headerOf, mediaTypeOf, statusOf, textOf, valueOf } from "../client/exchange.ts";
import { messageIn } from "../client/bodies/message.ts";
import type { Redactor } from "../client/target/redaction.ts";
import { describedResponse, protection } from "../operations.ts";

const OBSTACLES = [
  "unreachable",
  "gateway",
  "https",
  "redirect",
  "key",
  "rate-limit",
  "base-path",
  "web-page",
  "other-api",
] as const;

export type ObstacleKind = (typeof OBSTACLES)[number];

/** Why there is nothing to verify. */
export interface Obstacle {
  readonly kind: ObstacleKind;
  /** What was seen, in one sentence, without secrets. */
  readonly what: string;
  /** What to do about it, in one sentence. */
  readonly todo: string;
  /** The exchanges that show it. */
  readonly exchanges: readonly Exchange[];
}

/** What is known besides the answers. */
export interface About {
  readonly baseUrl: string;
  readonly hasKey: boolean;
  readonly redactor: Redactor;
}

type Found = Pick<Obstacle, "kind" | "what" | "todo">;

/** Recognizes one kind of obstacle in the answers; undefined if they do not show it. */
type Look = (answers: readonly Exchange[], about: About) => Found | undefined;

const within = (answers: readonly Exchange[], least: number, most: number): boolean =>
  answers.every((answer) => statusOf(answer) >= least && statusOf(answer) <= most);

/** "302", or "302 and 307". */
const statuses = (answers: readonly Exchange[]): string =>
  [...new Set(answers.map(statusOf))].toSorted((a, b) => a - b).join(" and ");

const firstOf = (answers: readonly Exchange[]): Exchange => answers[0] as Exchange;

const every = (answers: readonly Exchange[]): string =>
  answers.length === 1 ? "The one valid request" : `Each of ${count(answers.length, "valid request")}`;

const redirected: Look = (answers, { redactor }) => {
  if (!within(answers, 300, 399) || answers.some(isDescribed)) return undefined;
  const first = firstOf(answers);
  const location = headerOf(first, "location");
  const secure = first.request.url.replace(/^http:/i, "https:");
  if (location === secure && location !== first.request.url) {
    return {
      kind: "https",
      what: `${every(answers)} was redirected to https://`,
      todo: "Give the base URL with https://.",
    };
  }
  const where = location === undefined ? "" : `, the first to ${quoted(location, redactor)}`;
  return {
    kind: "redirect",
    what: `${every(answers)} was redirected (${statuses(answers)})${where}`,
    todo: "Give the base URL that it leads to; if that is a login, give what lets requests through with --key or --header.",
  };
};

/** What nginx, Apache and Go answer to plain HTTP when they expect TLS. */
const EXPECTS_TLS = /\bto (?:an )?HTTPS (?:port|server)|SSL-enabled server port/i;

const expectsTls: Look = (answers) =>
  within(answers, 400, 400) && EXPECTS_TLS.test(textOf(firstOf(answers)))
    ? { kind: "https", what: "The port answers that it speaks TLS", todo: "Give the base URL with https://." }
    : undefined;

const refused: Look = (answers, { hasKey, redactor }) => {
  if (!answers.every((answer) => [401, 403].includes(statusOf(answer)))) return undefined;
  const said = `${every(answers)} was answered ${statuses(answers)}${saying(firstOf(answers), redactor)}`;
  if (hasKey && answers.every(({ operation }) => operation !== undefined && protection(operation).length === 0))
    return {
      kind: "key",
      what: `The API needs a key, and the document does not say where it goes, so none was sent. ${said}`,
      todo: 'Name the scheme under `security` and `securitySchemes` of the document, or send the key as it is with --header "NAME: VALUE".',
    };
  return hasKey
    ? {
        kind: "key",
        what: `The key was refused. ${said}`,
        todo: "Check that the key is meant for this environment, and whole; give it with --key or --key-env NAME.",
      }
    : {
        kind: "key",
        what: `The API needs a key, and none was given. ${said}`,
        todo: "Give the key with --key, or with --key-env NAME to keep it out of the shell's history.",
      };
};

const limited: Look = (answers) =>
  within(answers, 429, 429)
    ? {
        kind: "rate-limit",
        what: `${every(answers)} was answered 429: the target limits the rate of requests`,
        todo: "Wait until the limit is over, then slow the run down with --rate-limit, as in --rate-limit 5/s.",
      }
    : undefined;

const gateway: Look = (answers, { redactor }) =>
  within(answers, 502, 504)
    ? {
        kind: "gateway",
        what: `A gateway answers that it does not reach the service. ${every(answers)} was answered ${statuses(answers)}${saying(firstOf(answers), redactor)}`,
        todo: "Start the service behind it, or check that the base URL is right.",
      }
    : undefined;

/** A 404 in JSON for an unknown item comes from the service itself. */
const areOfItems = (answers: readonly Exchange[]): boolean =>
  answers.every(
    (answer) =>
      statusOf(answer) === 404 && answer.operation?.path.includes("{") === true && isJson(mediaTypeOf(answer)),
  );

const notFound: Look = (answers, { baseUrl, redactor }) => {
  // A framework that knows the path for another method answers 405.
  if (!within(answers, 404, 405) || within(answers, 405, 405)) return undefined;
  if (areOfItems(answers)) return undefined;
  const doubled = answers.flatMap(({ operation }) => operation?.path ?? []).find((path) => baseUrl.endsWith(path));
  const what = `No path of the document is there. ${every(answers)} was answered ${statuses(answers)}${saying(firstOf(answers), redactor)}`;
  const todo =
    doubled === undefined
      ? "Check the base URL, with its version prefix."
      : `The paths of the document are added to the base URL, so leave ${doubled} off it.`;
  return { kind: "base-path", what, todo };
};

const HTML = new Set(["text/html", "application/xhtml+xml"]);

const webPage: Look = (answers, { redactor }) => {
  if (!answers.every((answer) => HTML.has(mediaTypeOf(answer)) && statusOf(answer) < 500 && !isDescribed(answer)))
    return undefined;
  const title = titleOf(firstOf(answers));
  const named = title === "" ? "" : `, “${quoted(title, redactor)}”`;
  return {
    kind: "web-page",
    what: `${every(answers)} was answered with a web page${named}`,
    todo: "It is a login or error page, or another site: check the base URL, or give what lets requests through with --key or --header.",
  };
};

const strange: Look = (answers, { redactor }) =>
  within(answers, 400, 499) && new Set(answers.map(statusOf)).size === 1 && !areOfItems(answers)
    ? {
        kind: "other-api",
        what: `${every(answers)} was answered ${statuses(answers)}${saying(firstOf(answers), redactor)}`,
        todo: "Check that this is the API of the document, and that the base URL is right.",
      }
    : undefined;

/** The first match is reported. */
const LOOKS: readonly Look[] = [redirected, expectsTls, refused, limited, gateway, notFound, webPage, strange];

/**
 * What keeps the suite from the service, judged by what all these answers to valid requests have in common.
 * @returns undefined if they show no obstacle
 */
export function obstacleOf(answers: readonly Exchange[], about: About): Obstacle | undefined {
  if (answers.length === 0) return undefined;
  for (const look of LOOKS) {
    const found = look(answers, about);
    if (found !== undefined) return { ...found, exchanges: answers };
  }
  return undefined;
}

/** True if the document describes this answer of the operation. */
export function isDescribed(answer: Exchange): boolean {
  const response = describedResponse(answer);
  if (response === undefined || !isNamed(statusOf(answer), [response.status])) return false;
  const media = response.content.map(({ name }) => name.toLowerCase());
  return media.length === 0 ? statusOf(answer) >= 300 : media.includes(mediaTypeOf(answer));
}

const SHOWN = 120;

/** Text from the target, short, safe to print and without secrets. */
const quoted = (text: string, redactor: Redactor): string => oneLine(clip(redactor.text(text), SHOWN));

/** The message of an answer: `, “invalid token”`. */
function saying(answer: Exchange, redactor: Redactor): string {
  const said = messageOf(answer) ?? titleOf(answer);
  return said === undefined || said === "" ? "" : `, “${quoted(said, redactor)}”`;
}

function messageOf(answer: Exchange): string | undefined {
  if (answer.response?.cut !== undefined) return undefined;
  return messageIn(valueOf(answer));
}

function titleOf(answer: Exchange): string {
  return /<title[^>]*>([^<]*)/i.exec(textOf(answer))?.[1]?.trim() ?? "";
}
