// How large a document may be, wherever it is read from.

/** Nothing larger is a document. */
export const MAX_BYTES = 32 * 1024 * 1024;
