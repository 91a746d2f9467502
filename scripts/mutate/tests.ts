import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Order, Verdict } from './worker.ts'

/** Milliseconds after which tests that do not end count as failed. */
const PATIENCE = 300_000

/** The tests of a room, in a process that can be ended if they never end. */
export class Tests {
  readonly #tests: readonly string[]
  #process: ChildProcess | undefined

  constructor(tests: readonly string[]) {
    this.#tests = tests
  }

  async run(order: Order): Promise<Verdict> {
    this.#process ??= await this.#start()
    const child = this.#process
    const patience = AbortSignal.timeout(PATIENCE)
    child.send(order)
    try {
      const [verdict] = (await once(child, 'message', { signal: patience })) as [Verdict]
      return verdict
    } catch (error) {
      if (!patience.aborted) throw error
      this.end()
      return { killedBy: 'tests that did not end' }
    }
  }

  end(): void {
    if (this.#process?.pid) process.kill(-this.#process.pid, 'SIGKILL')
    this.#process = undefined
  }

  async #start(): Promise<ChildProcess> {
    const worker = join(import.meta.dirname, 'worker.ts')
    const child = fork(worker, this.#tests, { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    await once(child, 'message')
    return child
  }
}
