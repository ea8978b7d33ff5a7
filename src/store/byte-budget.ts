// How much memory the items of all resources may take up together. Counted, not measured: what is stored is added up as
// it comes and goes.
import { byteLength, nodeModule } from "../json/bytes.ts";

/** A share of what the process may use at all; requests and answers need room as well. */
const SHARE_OF_HEAP = 1 / 4;
/** Of that, what answers may take up that are kept to be sent again. */
const SHARE_FOR_ANSWERS = 1 / 16;

/** What is taken for the heap where nothing tells how large it is, as in a browser. */
const ASSUMED_HEAP = 512 * 1024 * 1024;

/** A quarter of the heap that V8 allows itself; `--max-old-space-size` changes it. */
function defaultCapacityBytes(): number {
  const heap = nodeModule("node:v8")?.getHeapStatistics().heap_size_limit ?? ASSUMED_HEAP;
  return Math.floor(heap * SHARE_OF_HEAP);
}

/** A number of bytes of which some are in use. */
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

  /** Counts bytes as used, or as free again where they are negative. */
  count(bytes: number): void {
    this.#used += bytes;
  }
}

/** What the stores of one memory share. */
export class ByteBudget extends ByteCount {
  /** For answers that are kept beside the items. */
  readonly answers: ByteCount;

  constructor(limit: number = defaultCapacityBytes()) {
    super(limit);
    this.answers = new ByteCount(limit * SHARE_FOR_ANSWERS);
  }
}

/** What a text weighs in memory: V8 keeps one byte a character for ASCII, and two for what is beyond Latin-1. */
export function textBytes(text: string): number {
  return byteLength(text) === text.length ? text.length : text.length * 2;
}
