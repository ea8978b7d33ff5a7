// Compares what a request may contain: parameters, body, media types, credentials.
import type { Alternative, Sender, SurfaceMedia, SurfaceParameter } from "../../surface/model.ts";
import { bothUndescribed, findParameter } from "../../surface/find-parameter.ts";
import { admits, mayAdmit, schemesOf, showCredential } from "../../exchange/match.ts";
import type { RequestChoice } from "../../exchange/build.ts";
import type { WireExchange } from "../../exchange/model.ts";
import type { Claim, Comparison, OperationPair } from "../context.ts";
import { lostTypes, mediaPairs } from "./media.ts";
import { type Naming, Pairing } from "./pairing.ts";
import type { JsonValue } from "../../../json/value.ts";

/** Finds the differences in the requests of two operations. */
export function compareRequests(comparison: Comparison, pair: OperationPair): void {
  new RequestComparison(comparison, pair, "request").run();
}

const NAMING: Naming = {
  body: "body",
  header: (name) => `header ${name}`,
  kind: "request-parameter-required",
  subject: (name) => `header ${name}`,
};

class RequestComparison extends Pairing {
  run(): void {
    this.#parameters();
    this.#body();
    this.#security();
  }

  #request(choice: RequestChoice): WireExchange | undefined {
    return this.producerSide.builder.request(this.pair.producer, choice);
  }

  #parameters(): void {
    const { producer, consumer } = this.pair;
    for (const wanted of consumer.parameters) {
      const own = findParameter(producer, wanted);
      if (own === undefined ? wanted.in === "path" : bothUndescribed(own, wanted)) continue;
      const { in: place, name } = wanted;
      this.reliance(own, wanted, {
        kind: "request-parameter-required",
        subject: `${place} ${name}`,
        what: `the ${place} parameter ${name}`,
        holder: producer.pointer,
        build: () => this.#request({}),
      });
      if (own !== undefined) this.#parameter(own, wanted);
    }
  }

  #parameter(own: SurfaceParameter, wanted: SurfaceParameter): void {
    // The matrix style writes the name of a path parameter into the URL; other styles do not.
    const form = ({ name, style, explode, mediaType }: SurfaceParameter): string =>
      `${style === "matrix" ? `matrix ${name}` : style} ${explode} ${mediaType ?? ""}`;
    this.slot(
      own,
      wanted,
      {
        producerPointer: own.schema,
        consumerPointer: wanted.schema,
        carrier: "parameter",
        at: `/${wanted.in}/${wanted.name}`,
        label: `${own.in} parameter ${own.name}`,
        formChanged: form(own) !== form(wanted),
        assemble: (value) => this.#request({ parameter: own, value }),
        ...(wanted.schema === undefined ? {} : { reread: (exchange) => this.#reread(wanted, exchange) }),
        textual: own.mediaType === undefined,
      },
      wanted.in === "path",
    );
    if (own.value["allowEmptyValue"] === true && wanted.value["allowEmptyValue"] !== true && wanted.in === "query") {
      this.claim({
        kind: "request-parameter-empty-refused",
        subject: wanted.name,
        ...(this.pair.sender === "client"
          ? { text: `the query parameter ${wanted.name} may no longer be empty` }
          : { text: `the query parameter ${wanted.name} may now be empty`, fix: "keep sending a value" }),
        producerPointer: own.pointer,
        consumerPointer: wanted.pointer,
        build: () => this.#request({ parameter: own, value: "" }),
      });
    }
  }

  #reread(wanted: SurfaceParameter, exchange: WireExchange): readonly JsonValue[] | undefined {
    const { judge } = this.consumerSide;
    return exchange.kind === "request" ? judge.readings(wanted, exchange, this.pair.sender) : undefined;
  }

  #body(): void {
    const { producer, consumer } = this.pair;
    const [own, wanted] = [producer.body, consumer.body];
    if (wanted === undefined) return;
    this.reliance(own, wanted, {
      kind: "request-body-required",
      subject: "",
      what: `${own === undefined ? "a" : "the"} request body`,
      holder: producer.pointer,
      build: () => this.#request({}),
    });
    if (own === undefined || wanted.content.length === 0) return;
    for (const media of own.content) this.#lostMedia(media, wanted.content, wanted.pointer);
    for (const media of mediaPairs(own.content, wanted.content))
      this.body(media, NAMING, (choice) => this.#request(choice));
  }

  #lostMedia(media: SurfaceMedia, wanted: readonly SurfaceMedia[], pointer: string): void {
    const { sender } = this.pair;
    for (const mediaType of lostTypes(media.name, wanted)) {
      this.claim({
        kind: "request-media-type-removed",
        subject: mediaType,
        ...mediaSentence(sender, media.name, mediaType),
        producerPointer: media.pointer,
        consumerPointer: `${pointer}/content`,
        build: () => {
          const value = this.producerSide.builder.sample(media.schema, sender);
          return value === undefined ? undefined : this.#request({ body: { mediaType, value } });
        },
      });
    }
  }

  /** Credentials that were accepted before must still be accepted. */
  #security(): void {
    const { producer, consumer, sender } = this.pair;
    const alternatives = producer.security.length === 0 ? [[]] : producer.security;
    for (const credentials of alternatives) {
      if (admits(consumer.security, credentials) || mayAdmit(consumer.security, credentials)) continue;
      const shown = schemesOf(credentials);
      const scopes = credentials.flatMap((credential) => credential.scopes).join(" ");
      this.claim({
        kind: shown === "" ? "security-added" : "security-changed",
        subject: `${shown} ${scopes}`.trim(),
        ...credentialSentence(sender, credentials, consumer.security),
        producerPointer: producer.securityPointer,
        consumerPointer: consumer.securityPointer,
        build: () => this.#request({ credentials }),
      });
    }
  }
}

function mediaSentence(sender: Sender, name: string, example: string): Pick<Claim, "text" | "fix"> {
  const more = example === name ? "" : `, for example ${example}`;
  return sender === "client"
    ? { text: `requests of the media type ${name} are no longer accepted${more}` }
    : {
        text: `requests of the media type ${name} may now arrive${more}, which the base does not describe`,
        fix: "keep sending the media types that receivers know",
      };
}

/** The scopes that a token needs besides those it has, where nothing else than scopes is missing. */
function missingScopes(held: Alternative, wanted: readonly Alternative[]): string {
  const names = (alternative: Alternative): string => alternative.map(({ identity }) => identity).join();
  const [same = [], ...others] = wanted.filter((alternative) => names(alternative) === names(held));
  const known = new Set(held.flatMap(({ scopes }) => scopes));
  const missing = same.flatMap(({ scopes }) => scopes).filter((scope) => !known.has(scope));
  return missing.length === 0 || others.length > 0 ? "" : ` without the scope ${missing.join(" ")}`;
}

function credentialSentence(sender: Sender, held: Alternative, wanted: readonly Alternative[]) {
  const shown = held.map(showCredential).join(" and ");
  if (sender === "server")
    return {
      text: `requests may now arrive ${shown === "" ? "without a credential" : `with the credential ${shown} alone`}`,
      fix: "keep sending what receivers check",
    };
  return {
    text:
      shown === ""
        ? "requests without a credential are no longer accepted"
        : `the credential ${shown} is no longer enough${missingScopes(held, wanted)}${sentNow(held, wanted)}`,
  };
}

/** How the same schemes are sent now, where that changed. */
function sentNow(held: Alternative, wanted: readonly Alternative[]): string {
  const same = wanted.find((alternative) => schemesOf(alternative) === schemesOf(held)) ?? held;
  const [before, now] = [held, same].map((all) =>
    all.map((one) => showCredential({ ...one, scopes: [] })).join(" and "),
  );
  return before === now ? "" : `: it is ${now} now`;
}
