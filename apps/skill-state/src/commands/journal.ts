import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import {
  fork,
  history,
  type JournalStep,
  type JournalStore,
  type Origin,
  undo,
  why,
} from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { readOptions } from '@skill-state/eval/command-line'
import { field } from '@skill-state/eval/options'
import { invalidOption, SkillStateError } from '@skill-state/protocol'
import { files } from '@skill-state/protocol/files'
import { brief } from '../brief.ts'
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

/** Does something while no process runs a turn of the session in the file, if it is one: each turn holds the lock beside it. */
export async function betweenTurns<T>(file: string, run: () => Promise<T>): Promise<T> {
  const lock = `${file.replace(/\.(jsonl|sqlite)$/, '')}.lock`
  if (!existsSync(lock)) return await run()
  const release = files.lock(lock)
  if (release === undefined) {
    const message = `${file} is in a turn that another process runs: try again when that has ended`
    throw new SkillStateError('journal-conflict', message)
  }
  try {
    return await run()
  } finally {
    release()
  }
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

export function idOf(store: JournalStore): string {
  for (const { body } of store.forward()) return String((JSON.parse(body) as { id?: unknown }).id)
  return 'journal'
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

export async function withJournal<T>(file: string, use: (store: JournalStore) => T): Promise<T> {
  const store = await openStore(file)
  try {
    return use(store)
  } finally {
    store.close()
  }
}

/** Opens a journal of either kind. The caller closes it. */
export async function openStore(file: string): Promise<JournalStore> {
  if (!existsSync(file)) throw invalidOption(`${file}: there is no such journal`)
  return await createStore(file, isSqlite(file))
}

/** Opens a journal in a file, which is created if it is missing. */
export async function createStore(file: string, inSqlite: boolean): Promise<JournalStore> {
  if (!inSqlite) return openFileJournal(file)
  const { openSqliteJournal } = await import('@skill-state/core/journal/sqlite')
  return openSqliteJournal(file)
}

const WAITS_FOR = { reply: 'a reply', approval: 'an approval', result: 'a result' }

const SQLITE = 'SQLite format 3'

export function isSqlite(file: string): boolean {
  const [handle, head] = [openSync(file, 'r'), Buffer.alloc(SQLITE.length)]
  try {
    readSync(handle, head, 0, SQLITE.length, 0)
    return head.toString('latin1') === SQLITE
  } finally {
    closeSync(handle)
  }
}
