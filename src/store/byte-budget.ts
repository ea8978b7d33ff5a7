// How much memory the items of all resources may use together. It is counted, not measured: sizes are added and
// subtracted as items come and go.
import { byteLength, nodeModule } from "../json/bytes.ts";

/** The share of the heap; requests and responses need room as well. */
const SHARE_OF_HEAP = 1 / 4;
/** The part of it for cached responses. */
const SHARE_FOR_ANSWERS = 1 / 16;

/** Assumed if the heap size is unknown, as in a browser. */
const ASSUMED_HEAP = 512 * 1024 * 1024;

/** A quarter of V8's heap limit, which `--max-old-space-size` sets. */
function defaultCapacityBytes(): number {
  const heap = nodeModule("node:v8")?.getHeapStatistics().heap_size_limit ?? ASSUMED_HEAP;
  return Math.floor(heap * SHARE_OF_HEAP);
}

/** A number of bytes, some of which are in use. */
export class ByteCount {
  readonly limit: number;
  #used = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  get left(): number {
    return this.limit - this.#used;
  }

  /** Counts bytes as used, or as free again if negative. */
  count(bytes: number): void {
    this.#used += bytes;
  }
}

/** The budget of stores that share the same memory. */
export class ByteBudget extends ByteCount {
  /** For responses cached besides the items. */
  readonly answers: ByteCount;

  constructor(limit: number = defaultCapacityBytes()) {
    super(limit);
    this.answers = new ByteCount(limit * SHARE_FOR_ANSWERS);
  }
}

/** The memory a string takes: V8 uses one byte per character for ASCII, and two beyond Latin-1. */
export function textBytes(text: string): number {
  return byteLength(text) === text.length ? text.length : text.length * 2;
}
