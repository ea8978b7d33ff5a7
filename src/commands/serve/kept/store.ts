// `serve --store`: the worlds of the mock are kept in Redis, where other processes have them too. Loaded only for it.
import { createHash } from "node:crypto";
import { ownVersion } from "../../../version.ts";
import type { Contract } from "../../../contract/model.ts";
import type { Sharing } from "../../../http/routing/turns.ts";
import { sharing } from "../../../http/sharing/turns.ts";
import { writeJson } from "../../../json/write.ts";
import type { Situation } from "../../../mock/situations/situation.ts";
import { EngineError } from "../../../store/engine.ts";
import { RedisEngine } from "../../../store/redis/engine.ts";
import { type Link, RedisProblem, connect, shownPlace } from "../../../store/redis/link.ts";
import { UsageError } from "../../usage.ts";
import type { ServeOptions } from "../inputs/options.ts";
import type { SeedChoice } from "../inputs/sources.ts";

/** What is shared. */
export interface OpenStore {
  readonly sharing: Sharing;
  /** Known to all processes of the mock, and to nobody else. */
  readonly secret: string;
  /** What an operator should know. */
  readonly told: readonly string[];
  close(): Promise<void>;
}

/** What a mock is made from. */
interface Sources {
  readonly contract: Contract;
  readonly seeds: SeedChoice;
  readonly situations: readonly Situation[];
}

const OBJECTIONS: Readonly<Record<EngineError["kind"], string>> = {
  unreachable: "cannot be used",
  "read-only": "takes no changes",
  foreign: "holds something else for this mock",
  full: "has no room left",
  crowded: "holds more than this process has room for",
};

/** @throws UsageError if Redis cannot be used */
export async function openStore(options: ServeOptions, sources: Sources): Promise<OpenStore> {
  const url = options.store ?? "";
  let link: Link | undefined;
  try {
    link = await connect({ url, password: options.storePassword });
    const mock = nameOf(options, sources);
    const engine = new RedisEngine(link, mock);
    const secret = await engine.secret();
    // What somebody else keeps under these keys is found before anybody is answered.
    await engine.record(undefined, []);
    // From here on, the server keeps the process alive.
    link.unref();
    const { name, isLasting, keepsKeys } = link.facts;
    return {
      sharing: sharing(engine, options.keys),
      secret,
      told: [
        `shares its worlds in ${name} at ${shownPlace(url)}, as ${mock}`,
        ...(isLasting
          ? []
          : ["the store forgets when it ends or crashes: with appendonly yes in its configuration, it would not"]),
        ...(keepsKeys ? [] : ["the store drops keys when it is full: set its maxmemory-policy to noeviction"]),
      ],
      close: () => engine.close(),
    };
  } catch (error) {
    await link?.close();
    if (error instanceof RedisProblem) throw new UsageError(`--store: ${error.message}`);
    if (!(error instanceof EngineError)) throw error;
    throw new UsageError(`--store: ${shownPlace(url)} ${OBJECTIONS[error.kind]}: ${error.message}`);
  }
}

/** Processes with the same document, the same start and the same version are one mock. */
function nameOf(options: ServeOptions, { contract, seeds, situations }: Sources): string {
  const { today, onlyRequired, capacity, basePath, seed } = options;
  const digest = createHash("sha256")
    .update(writeJson(contract.document.root))
    .update(JSON.stringify([ownVersion(), today, onlyRequired, capacity, basePath, seeds.file?.digest ?? seed]))
    .update(writeJson(situations))
    .digest("hex");
  const title = contract.title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return `${title.slice(0, 30)}-${digest.slice(0, 12)}`;
}
