import { createHash, randomUUID } from 'node:crypto'
import { compileSkill } from '@skill-state/core'
import { history, type JournalStep, type OpenJournal, openJournal } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { isSystemError } from '@skill-state/eval/command-line'
import { type Action, invalidOption } from '@skill-state/protocol'
import type { RunFlags } from './options.ts'
import type { Prepared } from './prepare.ts'
import type { Played, Reporter } from './report/reporter.ts'

/** A run on record, at the step at which it resumes. */
export interface OpenRun {
  readonly journal: OpenJournal
  /** What was decided last; absent if nothing was. */
  readonly last: Action | undefined
  /** A step on record. */
  readonly stepAt: (index: number) => JournalStep | undefined
  readonly close: () => void
}

interface OpenRunOptions {
  readonly task: string | undefined
  readonly acceptChanges: boolean | undefined
}

/** Opens the run, plays it, and closes it. Says what to do if the journal cannot be written. */
export async function playOnRecord(
  prepared: Prepared,
  { journal, task, acceptChanges }: RunFlags,
  reporter: Pick<Reporter, 'resumed'>,
  playFrom: (run: OpenRun) => Promise<Played>,
): Promise<Played> {
  const run = await openRun(journal, prepared, { task, acceptChanges })
  try {
    const { index } = run.journal.position
    if (index > 0 && journal !== undefined) reporter.resumed(index, journal)
    return await playFrom(run)
  } catch (error) {
    if (journal === undefined || !isSystemError(error)) throw error
    const reason = `the journal ${journal} cannot be written: ${error.message}`
    error.message = `${reason}; put that right, then give the same command again`
    throw error
  } finally {
    run.close()
  }
}

/**
 * Opens the journal, or begins it, in memory without a file; and brings the environment to where it ends, without calling a tool. Throws
 * `invalid-option` if the skill's files or the task are others than those with which it began.
 */
async function openRun(
  file: string | undefined,
  { loaded, skill, environment, options: { patch } }: Prepared,
  options: OpenRunOptions,
): Promise<OpenRun> {
  const store = file === undefined ? memoryJournal() : openFileJournal(file)
  try {
    const digest = digestOf(loaded.hash, options.task)
    const begun = store.forward()[Symbol.iterator]().next().done !== true
    const id = begun ? undefined : `${skill.name}@${digest}/${randomUUID()}`
    const journal = openJournal(store, { skill: compileSkill(skill, patch), id })
    if (!options.acceptChanges && file !== undefined) checkDigest(journal.id, digest, file)
    const { observation, pending } = journal.position
    const steps = [...history(store)].filter(({ undone }) => !undone)
    if (observation !== undefined) {
      await environment.restore?.({
        seed: 0,
        first: steps[0]?.observation ?? observation,
        steps: steps.map(recorded),
      })
    }
    const last = pending?.action ?? steps.at(-1)?.action
    const stepAt = (index: number): JournalStep | undefined =>
      [...history(store)].findLast((step) => step.index === index && !step.undone)
    return { journal, last, stepAt, close: () => store.close() }
  } catch (error) {
    store.close()
    throw error
  }
}

function recorded({
  action,
  source,
  result,
}: JournalStep): Parameters<NonNullable<Prepared['environment']['restore']>>[0]['steps'][number] {
  return { action, result, source }
}

/** Names the skill's files and the task; 48 bits tell a change, not an attack. */
function digestOf(hash: string, task: string | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([hash, task ?? null]))
    .digest('hex')
    .slice(0, 12)
}

function checkDigest(id: string, digest: string, file: string): void {
  if (id.includes(`@${digest}/`)) return
  throw invalidOption(
    `--journal: ${file} began with other files of the skill or another task: name another journal, or pass --accept-changes`,
  )
}
