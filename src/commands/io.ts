// What a command may touch of the process it runs in, so that tests can hand it something else.

/** The surroundings of a command. */
export interface CommandIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative file names start from. */
  readonly cwd: string;
  /** Whether standard output shows colours. */
  readonly color: boolean;
  /** Columns of the terminal; absent where there is none. */
  readonly width?: number;
  /** Shows how far a run has come, "" to clear it. Absent where nobody watches: no terminal, or CI. */
  readonly progress?: (text: string, step?: Step) => void;
  /** Reads standard input to its end; absent where a command has none. */
  readonly stdin?: () => Promise<Uint8Array>;
}

/** How far a run has come, for whoever shows more than a line of text. */
export interface Step {
  readonly done: number;
  readonly total: number;
  /** What has just failed. */
  readonly failed?: string;
}
