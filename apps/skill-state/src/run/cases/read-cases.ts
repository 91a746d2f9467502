import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { compileSkill } from '@skill-state/core'
import { invalidOption, type JsonObject } from '@skill-state/protocol'
import schema from '../../../evals.schema.json' with { type: 'json' }
import { isInside } from '../workspace/places.ts'

/** A task of a skill's own, and what must come of it. */
export interface Case {
  readonly id: string
  readonly task: string
  /** Files or folders of this machine, and where the working folder has them at the start. */
  readonly files: readonly FileOfCase[]
  /** Files that the working folder must have at the end, and what they must equal. */
  readonly expectedFiles: readonly FileOfCase[]
  readonly checks: readonly string[]
  /** Whether the skill should say that it did the task. */
  readonly ok: boolean
}

interface FileOfCase {
  readonly from: string
  readonly to: string
}

interface WrittenCase {
  readonly id: number | string
  readonly prompt: string
  readonly files?: readonly string[]
  readonly expected_files?: Readonly<Record<string, string>>
  readonly checks?: readonly string[]
  readonly expected_ok?: boolean
}

const FILE = 'evals/evals.json'

/** The cases of a skill's `evals/evals.json`; undefined if it has none. Throws `invalid-option` for a file that is wrong. */
export function readCases(folder: string): readonly Case[] | undefined {
  const file = join(folder, FILE)
  if (!existsSync(file)) return undefined
  const wrong = (reason: string): Error => invalidOption(`${file}: ${reason}`)
  let written: JsonObject
  try {
    written = JSON.parse(readFileSync(file, 'utf8')) as JsonObject
  } catch (error) {
    throw wrong(`it is not JSON: ${(error as Error).message}`)
  }
  const { validate } = compileSkill({ name: '', instructions: '', schema, initialState: { evals: [] } })
  const [issue] = validate(written)
  if (issue !== undefined) throw wrong(`${issue.path || 'the file'}: ${issue.message}`)
  const cases = (written.evals as unknown as readonly WrittenCase[]).map((each): Case => {
    const { id, prompt, files = [], expected_files: expected = {}, checks = [] } = each
    const placeOf = (path: string): string => {
      const place = join(folder, path)
      if (!existsSync(place)) throw wrong(`case ${id}: the skill has no file ${path}`)
      if (!isInside(realpathSync(folder), realpathSync(place)))
        throw wrong(`case ${id}: ${path} lies outside of the skill`)
      return place
    }
    return {
      id: String(id),
      task: prompt,
      files: files.map((path) => ({ from: placeOf(path), to: path.replace(/^(\.\/)?evals\/files\//, '') })),
      expectedFiles: Object.entries(expected).map(([to, path]) => ({ from: placeOf(path), to })),
      checks,
      ok: each.expected_ok ?? true,
    }
  })
  const twice = cases.find(({ id }, index) => cases.findIndex((each) => each.id === id) < index)
  if (twice !== undefined) throw wrong(`the id ${twice.id} is there twice`)
  return cases
}
