// Tells by its name or its description whether a property, a parameter or a field holds a secret.

const SECRET =
  /(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|signing[_-]?key|credentials?)(?:[_-]?(?:hash|value))?s?$/i;
/** Tokens that lead to the next page, and numbers of tokens. */
const HARMLESS =
  /(?:page|next|prev(?:ious)?|cont(?:inuation)?|continue|cursor|sync|skip|resume|start)[_-]?token$|(?:max|min|num|total|prompt|completion|input|output|used|remaining)(?:[_-]?new)?[_-]?tokens$/i;
/** What proves in an address who asks. In a body, such names mean many other things. */
const PROOF = /(?:^|[_-])(?:authorization|auth|signature|sig|session[_-]?id)$/i;
const DESCRIBED =
  /\b(?:passwords?|passphrase|api[ -]?key|secret(?: key| token| value)?|(?:access|auth\w*|bearer|refresh|session|api|admin|client)[ -]token|private key|credential)\b/i;
/** What is something of a secret, and not the secret: before its name ("name of the token"), or in it ("token name"). */
const ABOUT =
  /\b(?:name|label|type|kind|title|id|identifier|date|(?<!one[ -])time|when|whether|if|how many|url|link|status|number of|hint|expir\w+)\b/i;
/** A link in Markdown, whose address has dots and colons of its own. */
const LINK = /\[([^[\]\n]{1,100})\]\([^()\s]{1,300}\)/g;
/** What ends the name of a thing in a sentence. */
const BEHIND = /[,;:(]|\b(?:of|for|to|that|which|is|are|was|used|shown|when|with|and|or|in)\b/i;

/** Headers with a credential alone; cookies have it beside other things. */
export const CREDENTIAL_HEADERS: readonly string[] = [
  ...["authorization", "proxy-authorization", "x-api-key", "x-auth-token"],
];

/** True for a name whose value is a secret. A name that is merely `key` is not one. */
export function namesSecret(name: string): boolean {
  return SECRET.test(name) && !HARMLESS.test(name);
}

/** True for a parameter of an address whose value is a secret. */
export function namesProof(name: string): boolean {
  return namesSecret(name) || PROOF.test(name);
}

/** True for the description of a property whose value is a secret. */
export function describesSecret(text: string): boolean {
  const [sentence = ""] = text.replaceAll(LINK, "$1").split(/[.\n]/, 1);
  const found = DESCRIBED.exec(sentence);
  if (found === null) return false;
  const [rest = ""] = sentence.slice(found.index + found[0].length).split(BEHIND, 1);
  return !ABOUT.test(sentence.slice(0, found.index)) && !ABOUT.test(rest);
}
