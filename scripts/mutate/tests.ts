import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Order, Verdict } from './worker.ts'

/** Milliseconds after which tests that do not end count as failed, if five times the time without a fault is less. */
const PATIENCE = 150_000

/** The tests of a room, in a process that can be ended if they never end. */
export class Tests {
  readonly #tests: readonly string[]
  #process: ChildProcess | undefined
  #patience = 2 ** 31 - 1

  constructor(tests: readonly string[]) {
    this.#tests = tests
  }

  async run(order: Order): Promise<Verdict> {
    this.#process ??= await this.#start()
    const child = this.#process
    const patience = AbortSignal.timeout(this.#patience)
    const settled = new AbortController()
    const signal = AbortSignal.any([patience, settled.signal])
    const begun = performance.now()
    child.send(order)
    try {
      const message = once(child, 'message', { signal })
      const exit = once(child, 'exit', { signal }).then(() => [])
      const [verdict] = (await Promise.race([message, exit])) as [Verdict?]
      if (!order.file) this.#patience = Math.max(PATIENCE, Math.ceil(5 * (performance.now() - begun)))
      if (verdict) return verdict
      this.#process = undefined
      return { killedBy: 'tests that ended their process' }
    } catch (error) {
      if (!patience.aborted) throw error
      this.end()
      return { killedBy: 'tests that did not end' }
    } finally {
      settled.abort()
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
