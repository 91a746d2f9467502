import { join } from 'node:path'
import { z } from 'zod'
import { isList, type PythonDict, type PythonValue, parsePythonJson } from '../python/index.ts'
import { check } from './check.ts'
import type { Layout } from './layout.ts'
import { readAssignments } from './python-source/module.ts'
import { readData } from './read-data.ts'
import { dict, kwargs, place } from './shape.ts'

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

/** Reads the tasks of a split, `tasks_test.json` or `tasks_test.py`. */
export function readTasks(layout: Layout, split: string): readonly TauTask[] {
  const path = join(layout.folder, `tasks_${split}`)
  if (layout.form === 'json') return readData(`${path}.json`, (text) => toTasks(parsePythonJson(text)))
  return readData(`${path}.py`, (text) => toTasks(taskList(readAssignments(text))))
}

/** The official modules name their list TASKS, TASKS_TEST and so on. */
function taskList(assigned: ReadonlyMap<string, PythonValue>): PythonValue {
  for (const [name, value] of assigned) if (name.startsWith('TASKS') && isList(value)) return value
  throw new TypeError('there is no list TASKS')
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
