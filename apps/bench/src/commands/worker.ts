import { useLimiters } from '@skill-state/models'
import { work } from '@skill-state/postgres'
import { positiveInteger } from '@skill-state/suite'
import { listenToInterrupts } from '../interrupts.ts'
import { say as write } from '../print.ts'
import { registry } from '../registry.ts'

export interface WorkerOptions {
  readonly queue: string
  readonly concurrency: string
}

/** `bench worker`: plays what `bench run --queue` has put into a database, until SIGTERM or SIGINT. Gives the exit code. */
export async function workerCommand({ queue, concurrency }: WorkerOptions): Promise<number> {
  const say = (line: string): void => write(`bench worker: ${line}\n`)
  const count = positiveInteger('--concurrency', concurrency)
  const drain = (): void => say('drains: the steps under way end, and other workers go on from there')
  const { stop, abort, release } = listenToInterrupts(drain, ['SIGTERM', 'SIGINT'])
  try {
    await work(registry, queue, { concurrency: count, stop, abort, say, useLimiters })
  } finally {
    release()
  }
  return 0
}
