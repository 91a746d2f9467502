import { isJsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { applyPatch, type PatchResult } from '../src/apply-patch.ts'
import { compileSkill } from '../src/compile-skill.ts'
import { readReply } from '../src/decide.ts'
import { actionReader } from '../src/reply/read-action.ts'
import { goodReply, hostileProse, mutated } from '../test/parse-reply-fuzz.ts'
import type { Subject } from './_fuzz-subject.ts'

const skill = compileSkill({ name: 'any', instructions: '', initialState: { a: { b: 1 } }, schema: {} })
const readers = [actionReader({}), actionReader({ actionSchema: { type: ['object', 'string'] } })] as const

const MEGABYTE = 2 ** 20

/** Replies: text of any kind, good ones that were damaged, and long ones made of what misleads a reader. */
export const replies: Subject<unknown> = {
  name: 'replies',
  casesPerRun: 1,
  arbitrary: fc.oneof(
    { weight: 3000, arbitrary: mutated(goodReply) },
    {
      weight: 1000,
      arbitrary: fc.tuple(hostileProse, goodReply, hostileProse).map((parts) => parts.join('')),
    },
    { weight: 500, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    {
      weight: 5,
      arbitrary: hostileProse.map((text) => text.repeat(Math.ceil(100_000 / (text.length + 1)))),
    },
  ),
  run: (input) => {
    const text = input as string
    if (text.length > MEGABYTE) return 0
    const apply = (patch: unknown, action: unknown): PatchResult =>
      applyPatch(skill, skill.initialState, patch, { action })
    const readings = readers.map((reader) => readReply(text, reader, apply))
    const [reading] = readings
    if (!reading?.ok) return 0
    const state = reading.value.state.toJSON()
    if (!isJsonObject(state)) throw new Error('the state is not an object')
    const [issue] = skill.validate(state)
    if (issue) throw new Error(issue.message)
    return 1
  },
}
