import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { unpassable, wordsOf } from '../kept-output.ts'
import type { ExecOptions, ExecResult, Limits, Session } from '../sandbox.ts'
import { Answer } from './answer.ts'

/** How long the loop may take to answer after its commands were killed, before all of it is killed. */
const answerMs = 2000
const againMs = 50

interface Running {
  readonly answer: Answer
  readonly end: (exitCode: number | null) => void
}

/** One bubblewrap with its loop inside: writes requests, reads answers, and trusts neither the loop nor its bytes. */
export class BwrapSession implements Session {
  readonly #child: ChildProcess
  readonly #limits: Limits
  readonly #host: string | undefined
  readonly #gone: Promise<void>
  #processOne: number | undefined
  #running: Running | undefined
  #alive = false
  #dead = false

  /**
   * @param release Called once when every process of the session is gone.
   * @param host The folder of this machine into which commands write.
   */
  constructor(
    child: ChildProcess,
    limits: Limits,
    { release, host }: { readonly release: () => Promise<void>; readonly host?: string | undefined },
  ) {
    this.#host = host
    this.#child = child
    this.#limits = limits
    this.#gone = ended(child).then(release)
    for (const stream of child.stdio) stream?.on('error', () => {})
    child.once('close', () => this.#die())
  }

  /** @param processOne The number of the loop's process on this machine. */
  found(processOne: number): void {
    this.#processOne = processOne
    if (this.#dead) this.#signal('SIGKILL')
  }

  /** The loop is ready, and its process found. */
  begin(): void {
    this.#alive = true
    this.#child.stdout?.on('data', (chunk: Uint8Array) => this.#read(chunk))
  }

  get alive(): boolean {
    return this.#alive
  }

  async exec(command: string | readonly string[], options: ExecOptions): Promise<ExecResult> {
    const words = wordsOf(command, options, { isAlive: this.#alive, isBusy: this.#running !== undefined })
    return unpassable([options.cwd, ...words]) ?? (await this.#run(words, options))
  }

  async #run(words: readonly string[], { cwd, timeoutMs, signal }: ExecOptions): Promise<ExecResult> {
    const nonce = randomBytes(16).toString('hex')
    const answer = new Answer(nonce, this.#limits.keptBytes)
    const { promise, resolve } = Promise.withResolvers<number | null>()
    this.#running = { answer, end: resolve }
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      this.killCommands()
    }, timeoutMs)
    const abort = (): void => this.killCommands()
    const watch = this.#watchDisk()
    signal?.addEventListener('abort', abort)
    this.#child.stdin?.write([nonce, words.length, cwd, ...words].map((word) => `${word}\0`).join(''))
    const exitCode = await promise
    clearTimeout(timer)
    clearInterval(watch)
    signal?.removeEventListener('abort', abort)
    signal?.throwIfAborted()
    const { output } = answer
    return {
      output: output.bytes(),
      truncated: output.truncated,
      exitCode: timedOut ? null : exitCode,
      timedOut,
    }
  }

  /**
   * Ends the commands and their background jobs, and the session if it does not answer. Told again and again: between two
   * of its steps the loop takes a signal without a command to end.
   */
  killCommands(): void {
    const running = this.#running
    const until = performance.now() + answerMs
    const tell = (): void => {
      if (running !== this.#running) return
      if (performance.now() > until) this.#die()
      this.#signal('SIGUSR1')
      if (running) setTimeout(tell, againMs).unref()
    }
    tell()
  }

  /** Ends the commands if the disk of a folder of this machine fills while they run. */
  #watchDisk(): NodeJS.Timeout | undefined {
    const host = this.#host
    if (host === undefined) return undefined
    const free = (): number => {
      const { bavail, bsize } = statfsSync(host)
      return bavail * bsize
    }
    const before = free()
    return setInterval(() => {
      if (before - free() > this.#limits.folderBytes) this.killCommands()
    }, againMs)
  }

  async close(): Promise<void> {
    this.#die()
    await this.#gone
  }

  #read(chunk: Uint8Array): void {
    const said = this.#running ? this.#running.answer.add(chunk) : 'malformed'
    if (said === 'malformed') this.#die()
    else if (said !== undefined) this.#end(said)
  }

  #end(exitCode: number | null): void {
    const running = this.#running
    this.#running = undefined
    running?.end(exitCode)
  }

  /**
   * Killing process 1 kills its namespace. bubblewrap, killed before it has told of process 1, would leave it behind: so
   * this waits for `found`.
   */
  #die(): void {
    this.#alive = false
    this.#dead = true
    this.#signal('SIGKILL')
    this.#running?.answer.abandon()
    this.#end(null)
  }

  #signal(signal: 'SIGUSR1' | 'SIGKILL'): void {
    const isGone = this.#child.exitCode !== null || this.#child.signalCode !== null
    if (this.#processOne === undefined || isGone) return
    try {
      process.kill(this.#processOne, signal)
    } catch {
      // It has just ended.
    }
  }
}

/** When its process and all that held its pipes are gone; at once if it never started. */
function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return Promise.resolve()
  return new Promise((resolve) => child.once('close', () => resolve()))
}
