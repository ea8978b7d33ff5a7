// The size limit for documents, from whatever source.

/** In bytes. */
export const MAX_BYTES = 32 * 1024 * 1024;
