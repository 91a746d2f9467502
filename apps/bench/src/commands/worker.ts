import { listenToInterrupts } from '@skill-state/eval/command-line'
import { useLimiters } from '@skill-state/models'
import { runWorker } from '@skill-state/postgres'
import { say as write } from '../print.ts'
import type { Flags } from '../program/fields.ts'
import { registry } from '../registry.ts'

/** `bench worker`: plays what `bench run --queue` has put into a database, until SIGTERM or SIGINT. Returns the exit code. */
export async function workerCommand({ queue, concurrency }: Flags['worker']): Promise<number> {
  const say = (line: string): void => write(`bench worker: ${line}\n`)
  const drain = (): void => say('stopping: the current steps end, and other workers continue from there')
  const { stop, abort, release } = listenToInterrupts(drain, { signals: ['SIGTERM', 'SIGINT'] })
  try {
    await runWorker(registry, queue, { concurrency, stop, abort, onLine: say, useLimiters })
  } finally {
    release()
  }
  return 0
}
