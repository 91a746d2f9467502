import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type RunFolder, readRegularFile, readRunFolder } from '@skill-state/eval'
import { SkillStateError } from '@skill-state/protocol'
import { z } from 'zod'

const plan = z.object({ experiments: z.array(z.string()) })

/** A run's folder and the name that the page knows it by. */
export interface NamedRun extends RunFolder {
  readonly name: string
}

/**
 * The run in a folder, or the runs in its subfolders: in the order that `runs.json` plans, then by name. Throws
 * `invalid-run` where there is none.
 */
export function listRuns(directory: string): readonly NamedRun[] {
  if (existsSync(join(directory, 'run.json'))) {
    return [{ ...readRunFolder(directory), name: basename(resolve(directory)) }]
  }
  if (statSync(directory, { throwIfNoEntry: false })?.isFile()) {
    throw new SkillStateError('invalid-run', `${directory} is a file, not the folder of a run`)
  }
  const order = plannedNames(directory)
  const names = existsSync(directory) ? subfolders(directory) : []
  const held = names.filter((name) => existsSync(join(directory, name, 'run.json')))
  if (held.length === 0) return [{ ...readRunFolder(directory), name: '' }] // says what is missing
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  return held
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map((name) => ({ ...readRunFolder(join(directory, name)), name }))
}

function subfolders(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

function plannedNames(directory: string): readonly string[] {
  const file = join(directory, 'runs.json')
  if (!existsSync(file)) return []
  try {
    return plan.parse(JSON.parse(readRegularFile(file))).experiments
  } catch {
    return [] // it says the order alone
  }
}
