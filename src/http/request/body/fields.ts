// The fields of a form, however its body writes them.

/** A field as it was sent, its text percent-encoded; without a text where it is a file. */
export interface Field {
  readonly name: string;
  readonly text: string | undefined;
}

/** The fields of a body, or what is wrong with it: "has no boundary". */
export type Fields = readonly Field[] | { readonly fault: string };
