// Applies what a team knows to a run: `--team` and `--example`.
import type { AnyCheck } from "../../../conformance/check.ts";
import { showOperation } from "../../../conformance/operations.ts";
import type { VerifyOptions } from "../../../conformance/verify.ts";
import type { Contract } from "../../contract/model.ts";
import { usesStdout } from "../../report/writing/outputs.ts";
import { oneLine } from "../../report/text.ts";
import type { CommandIo } from "../io.ts";
import { UsageError } from "../usage.ts";
import type { Access } from "./access/access.ts";
import type { VerifyCommandOptions } from "./options.ts";
import type { Team } from "./team.ts";

interface Around {
  readonly io: CommandIo;
  readonly access: Access;
  readonly checks: () => Promise<readonly AnyCheck[]>;
}

/** What changes in a run. */
interface Known {
  readonly contract: Contract;
  readonly team?: Team;
  readonly how: Pick<VerifyOptions, "headers" | "settleMs">;
  readonly before: () => Promise<void>;
  readonly after: () => Promise<void>;
}

/** Reads what the flags name, and says so in the first lines of the output. @throws UsageError with file and line */
export async function teamOf(contract: Contract, options: VerifyCommandOptions, around: Around): Promise<Known> {
  const { team: file, examples: given, outputs, headers } = options;
  const nothing = async (): Promise<void> => undefined;
  if (file === undefined && given.length === 0) return { contract, how: {}, before: nothing, after: nothing };
  const { asTheTeamKnows, readExamples, readTeam, sendAll } = await import("./team.ts");
  const { io, access } = around;
  const reading = { contract, io, secrets: access.secrets };
  const more = readExamples(given, reading);
  if (file === undefined) {
    return { contract: asTheTeamKnows(contract, more, new Map()), how: {}, before: nothing, after: nothing };
  }
  const checks = new Set((await around.checks()).map(({ id }) => id));
  const team = readTeam(file, { ...reading, checks });
  const tell = usesStdout(outputs) ? io.stderr : io.stdout;
  tell(`${oneLine(`Team file: ${file}`)}\n`);
  for (const [operation, reason] of team.leaveOut)
    tell(`${oneLine(`Left out: ${showOperation(operation)}: ${reason}`)}\n`);
  const sending = { contract, options, access, team };
  return {
    contract: asTheTeamKnows(contract, new Map([...team.examples, ...more]), team.leaveOut),
    team,
    how: { headers: [...headers, ...team.headers], settleMs: team.settleMs },
    before: () => sendAll(team.setup, sending),
    after: async () => {
      try {
        await sendAll(team.teardown, sending);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        io.stderr(`animal-store verify: ${error.message}\n`);
      }
    },
  };
}
