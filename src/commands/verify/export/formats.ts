// Steps as files for other tools: a k6 script, a file of requests for editors, a Postman collection.
import type { Step, Steps, Written } from "./steps.ts";

/** Writes the text of a file. */
type Format = (steps: Steps) => string;

export const FORMATS = { k6, http, httpyac, postman } as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

const HEAD = "Written by animal-store verify --export: the valid requests of a run.";

const isOfRun = (variable: string, { steps }: Steps): boolean => steps.some(({ sets }) => sets?.variable === variable);

/** A script for k6, which checks each status. */
function k6(all: Steps): string {
  const { baseUrl, steps } = all;
  const text = (written: Written): string =>
    written
      .map((part) => {
        if (typeof part === "string") return JSON.stringify(part);
        return isOfRun(part.variable, all) ? `ids.${part.variable}` : `secret(${JSON.stringify(part.variable)})`;
      })
      .join(" + ") || '""';
  const one = ({ name, method, path, headers, body, status, sets }: Step): string => {
    const pairs = headers.map(([header, value]) => `${JSON.stringify(header)}: ${text(value)}`);
    const lines = [
      `  answer = http.request(${JSON.stringify(method)}, BASE_URL + ${text(path)}, ${body === undefined ? "null" : text(body)}, {`,
      `    headers: { ${pairs.join(", ")} },`,
      `    tags: { name: ${JSON.stringify(name)} },`,
      "  });",
      `  check(answer, { ${JSON.stringify(`${name} is answered ${status}`)}: ({ status }) => status === ${status} });`,
      ...(sets === undefined
        ? []
        : [`  ids.${sets.variable} = String(answer.json(${JSON.stringify(sets.at.join("."))}));`]),
    ];
    return lines.join("\n");
  };
  return `// ${HEAD} Secrets are variables of the environment: k6 run -e API_KEY=… FILE
import http from "k6/http";
import { check } from "k6";

const BASE_URL = __ENV.BASE_URL || ${JSON.stringify(baseUrl)};
const secret = (name) => __ENV[name] || "";

export const options = { vus: 1, iterations: 1 };

export default function () {
  const ids = {};
  let answer;
${steps.map(one).join("\n")}
}
`;
}

/** Requests for editors: the REST Client of VS Code, Visual Studio and others that read .http files. */
function http(all: Steps): string {
  return requests(all, "response.body.$.");
}

/** The same for httpyac, which knows an answer by the name of its request. No spelling means the same to both. */
function httpyac(all: Steps): string {
  return requests(all, "");
}

/** @param body what leads from the name of a request to the body of its answer */
function requests(all: Steps, body: string): string {
  const { baseUrl, steps, secrets } = all;
  const setter = (variable: string): Step | undefined => steps.find(({ sets }) => sets?.variable === variable);
  const text = (written: Written): string =>
    written
      .map((part) => {
        if (typeof part === "string") return part;
        const { name, sets } = setter(part.variable) ?? {};
        return sets === undefined ? `{{${part.variable}}}` : `{{${name}.${body}${sets.at.join(".")}}}`;
      })
      .join("");
  const one = ({ name, method, path, headers, body: sent }: Step): string => {
    const lines = [
      `### ${name}`,
      `# @name ${name}`,
      `${method} {{baseUrl}}${text(path)}`,
      ...headers.map(([header, value]) => `${header}: ${text(value)}`),
      ...(sent === undefined ? [] : ["", text(sent)]),
    ];
    return lines.join("\n");
  };
  // A line of a body that separates requests would end it.
  const safe = steps.filter(({ body: sent = [] }) => !/^###|^> /m.test(text(sent)));
  const variables = [`@baseUrl = ${baseUrl}`, ...secrets.map((name) => `@${name} = {{$processEnv ${name}}}`)];
  return `# ${HEAD}\n${variables.join("\n")}\n\n${safe.map(one).join("\n\n")}\n`;
}

/** A Postman collection, version 2.1; Bruno, Insomnia and others import it. */
function postman({ title, baseUrl, steps, secrets }: Steps): string {
  const text = (written: Written): string =>
    written.map((part) => (typeof part === "string" ? part : `{{${part.variable}}}`)).join("");
  const item = steps.map(({ name, method, path, headers, body, status, sets }) => {
    const exec = [
      `pm.test(${JSON.stringify(`${name} is answered ${status}`)}, () => pm.response.to.have.status(${status}));`,
      ...(sets === undefined
        ? []
        : [`pm.collectionVariables.set(${JSON.stringify(sets.variable)}, pm.response.json().${sets.at.join(".")});`]),
    ];
    return {
      name,
      event: [{ listen: "test", script: { type: "text/javascript", exec } }],
      request: {
        method,
        header: headers.map(([key, value]) => ({ key, value: text(value) })),
        ...(body === undefined ? {} : { body: { mode: "raw", raw: text(body) } }),
        url: `{{baseUrl}}${text(path)}`,
      },
    };
  });
  const collection = {
    info: {
      name: title,
      description: HEAD,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable: [{ key: "baseUrl", value: baseUrl }, ...secrets.map((key) => ({ key, value: "", type: "secret" }))],
    item,
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}
