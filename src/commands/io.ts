// Everything a command may use of its process, so that tests can replace it.

/** The environment of a command. */
export interface CommandIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative file names start from. */
  readonly cwd: string;
  /** Whether to colour standard output. */
  readonly color: boolean;
  /** The width of the terminal in columns; absent without a terminal. */
  readonly width?: number;
  /** Shows the progress of a run, "" to clear it. Absent without a terminal and in CI, where nobody watches. */
  readonly progress?: (text: string, step?: Step) => void;
  /** Reads all of standard input; absent if the command has none. */
  readonly stdin?: () => Promise<Uint8Array>;
}

/** The progress of a run, for callers that show more than a line of text. */
export interface Step {
  readonly done: number;
  readonly total: number;
  /** The latest failure. */
  readonly failed?: string;
}
