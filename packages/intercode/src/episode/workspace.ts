import type { ExecResult, Limits, OpenOptions, Sandbox, Session } from '@skill-state/sandbox'
import { type Challenge, folderOf } from '../data/challenge.ts'

export interface WorkspaceOptions {
  readonly sandbox: Sandbox
  readonly limits?: Partial<Limits> | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Command {
  readonly command: string | readonly string[]
  readonly cwd: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** The sandbox session of an episode. A session that a command killed is opened anew, with the files of the start. */
export class Workspace {
  readonly #open: (signal?: AbortSignal) => Promise<Session>
  #session: Session

  private constructor(open: (signal?: AbortSignal) => Promise<Session>, session: Session) {
    this.#open = open
    this.#session = session
  }

  /** Throws `invalid-data` if the assets cannot be read, and what the sandbox throws. */
  static async open(challenge: Challenge, { sandbox, limits, signal }: WorkspaceOptions): Promise<Workspace> {
    const files = await challenge.files()
    const options: OpenOptions = { folder: folderOf(challenge), files, limits }
    const open = (aborted?: AbortSignal): Promise<Session> => sandbox.open({ ...options, signal: aborted })
    return new Workspace(open, await open(signal))
  }

  /** `renewed` is true if the session was lost, before or by this command, and another one is open now. */
  async run({ command, signal, ...rest }: Command): Promise<{ result: ExecResult; renewed: boolean }> {
    const lostBefore = !this.#session.alive
    if (lostBefore) await this.#renew(signal)
    const result = await this.#session.exec(command, { ...rest, signal })
    const lostNow = !this.#session.alive
    if (lostNow) await this.#renew(signal)
    return { result, renewed: lostBefore || lostNow }
  }

  close(): Promise<void> {
    return this.#session.close()
  }

  async #renew(signal: AbortSignal | undefined): Promise<void> {
    await this.#session.close()
    this.#session = await this.#open(signal)
  }
}
