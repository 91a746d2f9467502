import { createHash, randomUUID } from 'node:crypto'
import { compileSkill } from '@skill-state/core'
import { history, type JournalStore, openJournal } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { isSystemError } from '@skill-state/eval/command-line'
import { invalidOption } from '@skill-state/protocol'
import type { RunFlags } from './options.ts'
import type { Prepared } from './prepare.ts'
import type { Played, Reporter } from './report/reporter.ts'

/** A run on record, at the step at which it resumes. */
export type OpenRun = Awaited<ReturnType<typeof openRun>>

/** Opens the run, plays it, and closes it. Says what to do if the journal cannot be written. */
export async function playOnRecord(
  prepared: Prepared,
  flags: RunFlags,
  reporter: Pick<Reporter, 'resumed'>,
  playFrom: (run: OpenRun) => Promise<Played>,
): Promise<Played> {
  const { journal: file } = flags
  const store = file === undefined ? memoryJournal() : openFileJournal(file)
  try {
    const run = await openRun(store, prepared, flags)
    const { index } = run.journal.position
    if (index > 0 && file !== undefined) reporter.resumed(index, file)
    return await playFrom(run).catch((error: unknown) => {
      if (file !== undefined && isSystemError(error))
        error.message = `the journal ${file} cannot be written: ${error.message}; put that right, then give the same command again`
      throw error
    })
  } finally {
    store.close()
  }
}

/**
 * Opens the journal, or begins it, and brings the environment to where it ends, without calling a tool. Throws
 * `invalid-option` if the skill's files or the task are others than those with which it began.
 */
async function openRun(
  store: JournalStore,
  { loaded, skill, environment, options: { patch } }: Prepared,
  { journal: file, task, acceptChanges }: RunFlags,
) {
  const named = JSON.stringify([loaded.hash, task ?? null])
  const digest = createHash('sha256').update(named).digest('hex').slice(0, 12) // tells a change, not an attack
  const begun = store.forward()[Symbol.iterator]().next().done !== true
  const id = begun ? undefined : `${skill.name}@${digest}/${randomUUID()}`
  const journal = openJournal(store, { skill: compileSkill(skill, patch), id })
  if (!acceptChanges && file !== undefined && !journal.id.includes(`@${digest}/`))
    throw invalidOption(
      `--journal: ${file} began with other files of the skill or another task: name another journal, or pass --accept-changes`,
    )
  const { observation, pending } = journal.position
  const steps = [...history(store)].filter(({ undone }) => !undone)
  if (observation !== undefined) {
    const recorded = steps.map(({ action, source, result }) => ({ action, result, source }))
    await environment.restore?.({ seed: 0, first: steps[0]?.observation ?? observation, steps: recorded })
  }
  return {
    journal,
    /** What was decided last; undefined if nothing was. */
    last: pending?.action ?? steps.at(-1)?.action,
    stepAt: (index: number) => [...history(store)].findLast((step) => step.index === index && !step.undone),
  }
}
