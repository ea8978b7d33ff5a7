// What the page of the suite and `--explain` say of the checks of "Exploring".
import type { ProseOf } from "./model.ts";

export const EXPLORE: ProseOf<"explore"> = {
  title: "Exploring",
  intro: "Results of `--explore`.",
  checks: {
    "explore.valid": {
      says: "The schemas of parameters and body allow the request.",
      alsoRight: "Any documented success; 404 below an item that may not exist.",
      why: "The document allows the request, but it was refused. It is the smallest one that still fails.",
      fix: "Remove the limit that the document does not have, or add it to the schema. `--seed` generates the same requests again.",
    },
    "explore.invalid": {
      says: "The body's schema does not allow the body.",
      alsoRight: "Any documented refusal; any 4xx if none is documented.",
      why: "The schema does not allow the body, but it was not refused.",
      fix: "Validate the body against its schema before it is used.",
    },
    "explore.invalid-parameter": {
      says: "The parameter's schema does not allow the value. The document does not say how to handle it: `should`.",
      alsoRight: "Any refusal, or a page of an allowed size.",
      why: "The schema of the parameter does not allow the value. A page size may be clamped; everything else should be refused.",
      fix: "Validate the parameter against its schema.",
    },
    "explore.answer": {
      says: "The responses have statuses, media types and schemas.",
      alsoRight: "Anything that they allow.",
      why: "Whatever is sent, the answer must match the document: below 500, a documented success, its media type and its body.",
      fix: "Repeat the request of the finding, and look at the place that it names.",
    },
  },
};
