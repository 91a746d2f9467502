import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'
import fc from 'fast-check'
import { compileSkill } from '../src/compile-skill.ts'
import { openFileJournal } from '../src/journal/file.ts'
import { history, type JournalStore, openJournal, verify, why } from '../src/journal/index.ts'
import { mergeState } from '../src/merge.ts'
import type { Subject } from './_fuzz-subject.ts'

const skill = compileSkill({
  name: 'ledger',
  instructions: '',
  initialState: { a: {} },
  schema: {
    type: 'object',
    properties: { a: { type: 'object', additionalProperties: { type: 'integer' } } },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'skill-state-fuzz-'))
const path = join(folder, 'journal.jsonl')
const whole = writeWhole()

interface Damage {
  readonly at: number
  readonly remove: number
  readonly insert: Uint8Array
}

const damage: fc.Arbitrary<Damage> = fc.record({
  at: fc.nat(whole.length),
  remove: fc.oneof(fc.nat(3), fc.nat(whole.length)),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 4 }),
    fc
      .constantFrom('\n', '}', '"', '{"decided":0}\n', '\0', '{"open":{}}\n')
      .map((text) => Buffer.from(text)),
    fc.nat(whole.length - 100).map((from) => whole.subarray(from, from + 100)),
  ),
})

/** Files that are, were or never have been journals. */
export const journals: Subject<unknown> = {
  name: 'journals',
  casesPerRun: 1,
  arbitrary: fc.oneof(
    { weight: 9, arbitrary: fc.array(damage, { minLength: 1, maxLength: 3 }).map(spoil) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  ),
  run: (input) => {
    writeFileSync(path, input as Uint8Array)
    try {
      return open()
    } catch (error) {
      mustBeDocumented(error)
      return 0
    }
  },
  close: () => rmSync(folder, { recursive: true }),
}

/** Reads all that can be read. Gives 1 if the journal opens. */
function open(): number {
  const store = openFileJournal(path)
  try {
    readSteps(store)
    verify(store)
    const { position } = openJournal(store, { skill, id: 'fuzz' })
    const [issue] = skill.validate(position.state.toJSON())
    if (issue) throw new Error(`the journal opens at a state that does not fit: ${issue.message}`)
    return 1
  } finally {
    store.close()
  }
}

function readSteps(store: JournalStore): void {
  try {
    for (const _ of history(store));
    why(store, '/a/k3')
  } catch (error) {
    mustBeDocumented(error)
  }
}

function mustBeDocumented(error: unknown): void {
  const expected: readonly string[] = ['invalid-journal', 'invalid-option']
  if (!(error instanceof SkillStateError && expected.includes(error.code))) throw error
}

function writeWhole(): Uint8Array {
  const store = openFileJournal(path)
  const journal = openJournal(store, { skill, id: 'fuzz' })
  journal.started({ text: 'begin', done: false })
  let { state } = journal.position
  for (let index = 0; index < 6; index += 1) {
    const patch = { a: { [`k${index}`]: index } }
    journal.decided({
      index,
      patch,
      action: `go ${index}`,
      commit: index % 2 ? 'after-accept' : 'before-action',
    })
    state = mergeState(state, patch).after
    journal.answered({ index, observation: { text: `é ${index}`, done: false }, state })
  }
  store.close()
  return readFileSync(path)
}

function spoil(damages: readonly Damage[]): Uint8Array {
  let bytes = whole
  for (const { at, remove, insert } of damages) {
    bytes = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)])
  }
  return bytes
}
