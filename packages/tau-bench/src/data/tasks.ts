import { join } from 'node:path'
import { z } from 'zod'
import { type PythonDict, type PythonValue, parsePythonJson } from '../python/index.ts'
import { check, dict, kwargs, place } from './check.ts'
import { readData } from './read-data.ts'

/** A tool call of the ground truth. Replay it with a copy of `kwargs`: tools keep what they are given. */
export interface TaskAction {
  readonly name: string
  readonly kwargs: PythonDict
}

export interface TauTask {
  /** As the file says, else the place in it, from 0. */
  readonly index: number
  readonly user_id: string
  /** What the simulated user wants; the agent never sees it. */
  readonly instruction: string
  readonly actions: readonly TaskAction[]
  /** Texts that the agent must have said. */
  readonly outputs: readonly string[]
}

export function readTasks(folder: string, split: string): readonly TauTask[] {
  return readData(join(folder, `tasks_${split}.json`), (text) => toTasks(parsePythonJson(text)))
}

export function toTasks(value: PythonValue): readonly TauTask[] {
  return check(tasksSchema, value).map(({ index, ...task }, place) => ({ index: index ?? place, ...task }))
}

const tasksSchema = z
  .array(
    dict({
      index: place.optional(),
      user_id: z.string(),
      instruction: z.string(),
      actions: z.array(dict({ name: z.string(), kwargs })),
      outputs: z.array(z.string()),
    }),
  )
  .nonempty()
