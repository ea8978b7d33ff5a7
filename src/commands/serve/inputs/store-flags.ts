// The flags of `serve` that let several processes be one mock.
import { type Options, value } from "../../flags.ts";
import { type Given, UsageError, whole } from "../../usage.ts";

/** More processes than any machine has cores: a typo rather than a wish. */
const MOST_WORKERS = 256;

export const STORE_FLAGS = {
  store: value(
    "--store <url>",
    "share all state with other processes in Redis, such as redis://127.0.0.1:6379",
    storeOf,
  ),
  storePassword: value(
    "--store-password <password>",
    "the password for --store; better in ANIMAL_STORE_STORE_PASSWORD",
    passwordOf,
  ),
  workers: value("--workers <number>", "with --store: answer with this many processes", whole(1, MOST_WORKERS)),
};

/** What the flags say, and those that do not go with them. */
interface Chosen extends Options<typeof STORE_FLAGS> {
  readonly har?: string;
  readonly data?: string;
  readonly handlers?: string;
  readonly watch: boolean;
}

/** What one process keeps for itself does not go with a store. */
const ALONE = { data: "--data", watch: "--watch", handlers: "--handlers" } as const;

/** @throws UsageError for flags that do not go together */
export function checkStore(given: Chosen): void {
  if (given.store === undefined) {
    if (given.workers !== undefined)
      throw new UsageError("--workers needs --store: processes that share nothing forget what another was told");
    if (given.storePassword !== undefined) throw new UsageError("--store-password needs --store");
    return;
  }
  for (const [name, flag] of Object.entries(ALONE))
    if (given[name as keyof typeof ALONE] !== undefined && given[name as keyof typeof ALONE] !== false)
      throw new UsageError(`${flag} does not go with --store: the other processes would not know of it`);
  if (given.workers !== undefined && given.har !== undefined)
    throw new UsageError("--har does not go with --workers: each of them would write the file");
}

/** Does not repeat the address, which may have a password in it. */
function storeOf({ text: url, source }: Given): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isPlace = /^rediss?:$/.test(parsed?.protocol ?? "") && parsed?.hostname !== "" && parsed?.search === "";
  if (isPlace && /^\/?\d*$/.test(parsed?.pathname ?? "")) return url;
  throw new UsageError(
    `${source} must be an address such as redis://127.0.0.1:6379 or, with TLS, rediss://redis.example.com:6380`,
  );
}

function passwordOf({ text: password, source }: Given): string {
  if (password !== "") return password;
  throw new UsageError(`${source} must not be empty`);
}
