import { createHash } from 'node:crypto'
import { dumps } from '@skill-state/tau-bench/python'
import type { Tau3Domain } from './domain.ts'

/** Tells the data of two domains apart: SHA-256 of the first task's database, and of all tasks with their policies. */
export function fingerprintOf({ tasks, open, policy }: Tau3Domain): { database: string; tasks: string } {
  const [first] = tasks
  const text = JSON.stringify(
    tasks.map((task) => [task, policy(task)]),
    (_key, value) => (value instanceof Map ? dumps(value) : value),
  )
  return {
    database: first === undefined ? '' : open(first).hashes().official,
    tasks: createHash('sha256').update(text).digest('hex'),
  }
}
