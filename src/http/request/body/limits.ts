// How large bodies may be, and how much memory all large ones may take together while they arrive.
import { URLENCODED, formatOf, plainMedia } from "../../../contract/media.ts";
import { keptFor } from "../../../memo.ts";
import { type Refusal, refuse } from "../../../mock/errors/refusal.ts";
import { ByteCount } from "../../../store/byte-budget.ts";

/** The largest body that becomes a value, unless the operator allows more. */
export const LARGEST_VALUE = 65_536;
/** The largest file or form with files, unless the operator says otherwise. */
const LARGEST_FILE = 10 * 1024 * 1024;
/** The memory for large bodies that are arriving, if a single one does not need more. */
const MOST_ARRIVING = 64 * 1024 * 1024;

/** The maximum size of a body, and the refusal of a larger one. */
export interface BodyLimit {
  readonly most: number;
  readonly refusal: Refusal;
}

/** The limits of a mock. */
export class BodyLimits {
  /** What large bodies take while they are read and answered. */
  readonly arriving: ByteCount;
  readonly #chosen: number | undefined;
  readonly #limits = new Map<number, BodyLimit>();

  /** @param chosen the operator's limit for every body */
  constructor(chosen?: number) {
    this.#chosen = chosen;
    this.arriving = new ByteCount(Math.max(MOST_ARRIVING, 4 * (chosen ?? 0)));
  }

  /** The limit for a body of that media type. */
  of(contentType: string | undefined): BodyLimit {
    const most = this.#chosen ?? (isFile(contentType) ? LARGEST_FILE : LARGEST_VALUE);
    return keptFor(this.#limits, most, () => ({
      most,
      refusal: refuse("body_too_large", "body", `the body is larger than ${most} bytes`),
    }));
  }
}

/** True for what is kept as bytes, or has parts that are. */
function isFile(contentType: string | undefined): boolean {
  if (contentType === undefined || plainMedia(contentType) === URLENCODED) return false;
  return !/^(?:json|xml)$/.test(formatOf(contentType));
}
