export interface SandboxFile {
  /** Relative to the working folder, with `/`; neither absolute nor with `..`. */
  readonly path: string
  readonly content: Uint8Array
  readonly executable?: boolean | undefined
}

interface ReadOnlyFolder {
  readonly folder: string
  readonly from: string
  /** Paths of the files from there: at most 1,500. */
  readonly files: readonly string[]
}

interface Mount {
  readonly from: string
  readonly to: string
  /** Whether commands may change it. Default false. */
  readonly writable?: boolean | undefined
}

/** What one session may use. Code inside cannot raise the limits. */
export interface Limits {
  /** Memory of all processes together, in bytes, files in memory included. Default 1 GiB. */
  readonly memoryBytes: number
  /** Processes and threads of the commands, all together. Default 128. */
  readonly processes: number
  /** Room for files in the working folder, in bytes. Default 256 MiB. */
  readonly folderBytes: number
  /** How much of a command's output is kept: its first bytes. Default 64 KiB. */
  readonly keptBytes: number
  /** How much of a command's output is read before the pipe is closed under it. Default 16 MiB. */
  readonly readBytes: number
}

export const defaultLimits: Limits = {
  memoryBytes: 2 ** 30,
  processes: 128,
  folderBytes: 256 * 2 ** 20,
  keptBytes: 64 * 2 ** 10,
  readBytes: 16 * 2 ** 20,
}

export interface OpenOptions {
  /** Absolute path of the working folder inside, such as `/ctf/7`: made new, with nothing in it but `files`. */
  readonly folder: string
  readonly files: readonly SandboxFile[]
  /** A folder of this machine as the working folder, bounded by `folderBytes` for each file only. Default: one in memory. */
  readonly host?: string | undefined
  /** Files of this machine that are shown in another folder, which no command can change. */
  readonly readOnly?: ReadOnlyFolder | undefined
  /** Further folders of this machine, with what lies below them. Default none. */
  readonly mounts?: readonly Mount[] | undefined
  /** Variables of the commands, beside PATH, HOME, LANG and TERM, which they may replace. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Whether commands reach the network of this machine, its own services included. Default false. */
  readonly network?: boolean | undefined
  readonly limits?: Partial<Limits> | undefined
  readonly signal?: AbortSignal | undefined
}

export interface ExecOptions {
  readonly cwd: string
  /** Wall time in milliseconds; after it every process of the session is killed, background jobs too. */
  readonly timeoutMs: number
  /** Aborting kills like the time limit; `exec` then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

export interface ExecResult {
  /** The first bytes of stdout and stderr, as they came. Any bytes: a command can print a picture. */
  readonly output: Uint8Array
  readonly truncated: boolean
  /** As a shell reports it: 128 + n after signal n. `null` if the time limit or the session's death ended it. */
  readonly exitCode: number | null
  readonly timedOut: boolean
}

/** One isolated place with files and background jobs that live until it is closed. */
export interface Session {
  /**
   * Runs one command in a process of its own, with nothing on stdin, and waits until that process ends (not
   * for its background jobs). A string is the text after `/bin/bash -c`; a list is a program and its
   * arguments, which no shell sees. One command at a time.
   *
   * What a command does is a result and never an exception: an unknown program and a missing `cwd` are
   * messages in `output` with exit code 126 or 127, as is a command with a NUL byte, which no process can
   * be given. A command that kills the session itself gets its output so far and exit code `null`; then
   * `alive` is false.
   *
   * @throws SkillStateError `environment-misuse` if the session is not alive or a command is still running.
   */
  exec(command: string | readonly string[], options: ExecOptions): Promise<ExecResult>
  /** False once the session is closed or dead; it does not come back, so open another. */
  readonly alive: boolean
  /** Ends every process of the session and frees what it held. Never throws; a second call does nothing. */
  close(): Promise<void>
}

/** A way to run untrusted commands, without network and without a view of this machine. */
export interface Sandbox {
  readonly id: 'bwrap' | 'docker'
  /**
   * @throws SkillStateError `invalid-option` for a bad folder, path or limit; `sandbox-unavailable` if the
   * session does not start; the signal's reason if it is aborted.
   */
  open(options: OpenOptions): Promise<Session>
}
