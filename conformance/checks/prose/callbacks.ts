// What the page of the suite and `--explain` say of the checks of "Callbacks".
import type { ProseOf } from "./model.ts";

export const CALLBACKS = {
  title: "Callbacks",
  intro:
    "The suite opens a receiver, puts its address where the document's callback reads it in the request (`{$request.body#/callbackUrl}`, a query\nparameter or a header), sends the request, and judges what arrives. On the same machine it does this by itself; elsewhere,\n`--callback-url` says where the service reaches the receiver. Several callbacks with one address are judged together, because a\nservice sends one or the other.",
  checks: {
    "callbacks.arrives": {
      says: "The operation has a callback whose URL is an address that the client sends.",
      alsoRight:
        "An answer that is no success; a callback that only follows something that happens later, which nothing shows.",
      why: "A client that waits for a callback has no other way to learn what happened.",
      fix: "Send the request after the answer, to the address as it was sent; look for a queue that is not worked off, or a filter of local addresses.",
    },
    "callbacks.method": {
      says: "The path item of the callback lists its methods.",
      alsoRight: "Any of several methods; no callback at all, which `callbacks.arrives` judges.",
      why: "A receiver answers only the methods that it was written for.",
      fix: "Send the method of the document, or document the one that is sent.",
    },
    "callbacks.media-type": {
      says: "The request body of the callback lists its media types.",
      alsoRight: "No body, if it is not required; parameters such as a charset.",
      why: "Receivers read a body by its `Content-Type`.",
      fix: "Set `Content-Type` to a media type of the document.",
    },
    "callbacks.body": {
      says: "The request body of the callback has a schema.",
      alsoRight:
        "Properties that the schema does not list, if it allows them; the body of another callback to the same address.",
      why: "A receiver relies on the documented properties, and usually cannot ask for them again.",
      fix: "Send what the schema requires, in its types, or correct the schema.",
    },
    "callbacks.signed": {
      says: "The callback has a header for a signature among its parameters: webhook-signature is that of Standard Webhooks, any other has\nthe HMAC-SHA256 of the body in hexadecimal, after `sha256=` or alone.",
      alsoRight:
        "Several signatures in one header, if one of them is right: services send both while they replace a secret.",
      why: "A receiver refuses what is not signed with the secret that it was given, or takes what anybody sends.",
      fix: "Sign the bytes that are sent: the base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops, after `v1,`.",
    },
    "callbacks.once": {
      says: "Nothing of repetitions; the receiver answered 204.",
      alsoRight: "Several requests that differ; a repetition after an error or a timeout.",
      why: "A receiver that counts or pays does it twice.",
      fix: "Repeat only what was not answered with 2xx, and give repetitions the same identifier.",
    },
  },
} as const satisfies ProseOf<"callbacks">;
