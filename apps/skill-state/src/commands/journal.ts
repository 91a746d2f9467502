import { existsSync } from 'node:fs'
import { fork, history, type JournalStep, type Origin, undo, why } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { readOptions } from '@skill-state/eval/command-line'
import { field } from '@skill-state/eval/options'
import { invalidOption } from '@skill-state/protocol'
import { brief } from '../brief.ts'
import { betweenTurns, idOf, withJournal } from '../run/recordings/journal-file.ts'
import { actionText } from '../run/report/report.ts'

/** `skill-state history`: one line for each step, in the order in which it happened. */
export async function historyCommand(file: string): Promise<string> {
  return await withJournal(file, (store) => [...history(store)].map(historyLine).join(''))
}

/** `skill-state why`: which step wrote a value of the state, and what it was told. */
export async function whyCommand(file: string, pointer: string): Promise<string> {
  return await withJournal(file, (store) => whyText(pointer, why(store, pointer)))
}

/** `skill-state undo`: takes back the steps from `step` on. */
export async function undoCommand(file: string, step: string): Promise<string> {
  const index = stepOf(step)
  return await betweenTurns(file, () =>
    withJournal(file, (store) => {
      undo(store, index - 1)
      return `${file} continues before step ${index}; what the steps did in the world is not undone\n`
    }),
  )
}

/** `skill-state fork`: begins another journal before a step of this one. */
export async function forkCommand(file: string, step: string, other: string): Promise<string> {
  const index = stepOf(step)
  if (existsSync(other)) throw invalidOption(`${other}: it exists: name a new file`)
  return await withJournal(file, (store) => {
    const copy = openFileJournal(other)
    try {
      fork(store, index - 1, copy, `${idOf(store)}/fork-${index}`)
    } finally {
      copy.close()
    }
    return `${other} continues before step ${index} of ${file}\n`
  })
}

/** Steps are counted from 1, as `run` prints them. */
function stepOf(text: string): number {
  return readOptions({ step: field.whole() }, { step: text }, () => 'step').step
}

function historyLine({ index, action, result, patch, undone, approved }: JournalStep): string {
  const marks = [undone && 'undone', approved && 'approved', result.refused && 'refused'].filter(Boolean)
  const mark = marks.length === 0 ? '' : ` (${marks.join(', ')})`
  const change =
    patch === undefined || Object.keys(patch).length === 0
      ? ''
      : `\n      Σ ⊕ ${brief(JSON.stringify(patch), 160)}`
  const told =
    result.waiting === undefined
      ? brief(result.text.slice(result.text.lastIndexOf('\nResult: ') + 1), 160)
      : `waits for ${WAITS_FOR[result.waiting.for]}`
  return `${String(index + 1).padStart(4)}${mark}  ${brief(actionText(action), 160)} → ${told}${change}\n`
}

function whyText(pointer: string, origin: Origin): string {
  const value = origin.value === undefined ? 'nothing' : brief(JSON.stringify(origin.value), 400)
  const head = `${brief(pointer)} is ${value}\n`
  if (origin.kind === 'migration')
    return `${head}a migration to schema version ${origin.schemaVersion} wrote it\n`
  if (origin.kind === 'initial') {
    const from =
      origin.forkedFrom === undefined
        ? ''
        : `, forked from ${brief(origin.forkedFrom.id)} before step ${origin.forkedFrom.index + 1}`
    return `${head}it was so when the journal began${from}\n`
  }
  const { index, observation, patch = {}, action } = origin.step
  return `${head}step ${index + 1} wrote it: Σ ⊕ ${brief(JSON.stringify(patch), 400)}
it was told: ${brief(observation.text, 400)}
it did: ${brief(actionText(action), 400)}
`
}

const WAITS_FOR = { reply: 'a reply', approval: 'an approval', result: 'a result' }
