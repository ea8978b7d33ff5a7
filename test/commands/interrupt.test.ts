// The effect of signals on a command that can be interrupted.
import { expect, test } from "vitest";
import { interruptible } from "../../src/commands/interrupt.ts";
import type { CommandIo } from "../../src/commands/io.ts";

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s prints a message, asks the command to end, and has its usual effect afterwards",
  async (name) => {
    const told: string[] = [];
    const add = (text: string): void => void told.push(text);
    const io: CommandIo = { stdout: add, stderr: add, env: {}, cwd: ".", color: false };
    const before = process.listeners(name);
    const ended = await interruptible(io, "It ends.", async (signal) => {
      const [listener] = process.listeners(name).filter((one) => !before.includes(one));
      expect(signal.aborted).toBe(false);
      listener?.(name);
      // The same Ctrl-C, passed on by npm.
      listener?.(name);
      return signal.aborted;
    });
    expect([ended, told]).toEqual([true, ["It ends.\n"]]);
    expect(process.listeners(name)).toEqual(before);
  },
);
