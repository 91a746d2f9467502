import { type RunSkillOptions, runSkill } from '@skill-state/core'
import type { Interrupts } from '@skill-state/eval/command-line'
import { flagOf } from '@skill-state/eval/command-line'
import { callsOf, type Model, type Observation, SkillStateError, type Step } from '@skill-state/protocol'
import { LimitReached } from '@skill-state/protocol/meter'
import type { Asker } from './ask.ts'
import type { OpenRun } from './open-run.ts'
import type { RunFlags } from './options.ts'
import type { Prepared } from './prepare.ts'
import { actionText } from './report/report.ts'
import type { Played, Reporter } from './report/reporter.ts'

export interface PlayOptions {
  readonly model: Model
  readonly run: OpenRun
  readonly maxSteps: number
  readonly onUnknown: RunFlags['onUnknown']
  readonly interrupts: Pick<Interrupts, 'stop' | 'abort'>
  readonly reporter: Pick<Reporter, 'step'>
  /** What a person says to an action that waits for approval. */
  readonly ask: Asker['ask']
}

/** Takes steps until the episode is over, a limit is reached, an approval is missing, or the user interrupts. */
export async function play(prepared: Prepared, options: PlayOptions): Promise<Played> {
  const { run, maxSteps, interrupts, reporter } = options
  const { journal } = run
  let action = run.last
  const stopped = (reason: string, next?: string): Played => {
    return { stopped: reason, next, action, state: journal.position.state }
  }
  const full = (): Played =>
    stopped(`${maxSteps} steps are taken`, 'the same command with a higher --max-steps resumes')
  try {
    if (journal.position.observation?.done !== true && taken(run) >= maxSteps) return full()
    let resumed = journal.position.index
    let resumeWith = await consent(options)
    // The step that continues with an answer is finished, and not yielded.
    const tellResumed = (): void => {
      const step = resumeWith === undefined ? undefined : run.stepAt(resumed)
      resumeWith = undefined
      if (step !== undefined) reporter.step(step)
    }
    for (;;) {
      for await (const step of steps(prepared, options, resumeWith)) {
        tellResumed()
        action = step.action
        if (step.result.waiting) continue
        reporter.step(step)
        if (step.result.done) continue
        if (step.index + 1 >= maxSteps) return full()
        if (interrupts.stop.aborted) return stopped(`interrupted after step ${step.index + 1}`)
      }
      tellResumed()
      const { pending, index } = journal.position
      if (pending?.waiting === undefined) return { action, state: journal.position.state }
      action = pending.action
      resumed = index
      resumeWith = await consent(options)
      if (resumeWith === undefined)
        return stopped(`step ${index + 1} waits for an approval: ${actionText(action)}`)
    }
  } catch (error) {
    if (interrupts.abort.aborted) return stopped('stopped at once')
    if (error instanceof LimitReached)
      return stopped(
        `${flagOf(error.limit)}: ${error.message}`,
        'the same command with a higher limit resumes',
      )
    if (error instanceof SkillStateError && error.code === 'outcome-unknown')
      return stopped(unknownText(run), '') // it says itself what continues
    throw error
  }
}

/** What continues with an action that waits for an approval; undefined if none waits or there is no answer. */
async function consent({ run, ask, interrupts }: PlayOptions): Promise<ResumeWith> {
  const { pending } = run.journal.position
  if (pending?.waiting === undefined) return undefined
  const answer = await ask(pending.action, interrupts.stop)
  if (answer === undefined || answer.approved) return answer
  return { text: `A person did not approve this call: ${answer.reason}`, done: false, refused: true }
}

type ResumeWith = NonNullable<RunSkillOptions['resume']>['with']

/** Steps on record, one that was cut off included. */
function taken({ journal }: OpenRun): number {
  const { index, pending } = journal.position
  return pending === undefined || pending.waiting !== undefined ? index : index + 1
}

function steps(
  prepared: Prepared,
  { model, run, onUnknown, interrupts }: PlayOptions,
  resumeWith: ResumeWith,
): AsyncGenerator<Step, void, undefined> {
  const { skill, environment, options: how } = prepared
  return runSkill(
    { skill, environment, model, seed: 0, signal: interrupts.abort },
    {
      ...how,
      journal: run.journal,
      resume: { with: resumeWith, onUnknown: unknown(prepared, run, onUnknown) },
    },
  )
}

/** An action without an effect outside, or whose second call has none, is done again without asking. */
function unknown(
  { tools: { tools } }: Prepared,
  run: OpenRun,
  word: PlayOptions['onUnknown'],
): 'stop' | 'repeat' | Observation {
  const { pending } = run.journal.position
  const actions = callsOf(pending?.action) ?? [pending?.action]
  const keys = actions.flatMap((action) => (typeof action === 'object' ? Object.keys(action) : []))
  const mayRepeat = keys.every((key) => !Object.hasOwn(tools, key) || tools[key]?.onUnknown === 'repeat')
  if (pending !== undefined && mayRepeat) return 'repeat'
  return word === 'tell' ? { text: NOBODY_KNOWS, done: false } : word
}

const NOBODY_KNOWS =
  'The run was cut off during this action. Whether it took effect is not known: find out first.'

function unknownText(run: OpenRun): string {
  const { index = 0, action = '' } = run.journal.position.pending ?? {}
  return `step ${index + 1} was cut off and may have been executed: ${actionText(action)}; find out, then run it with --on-unknown repeat (it is done again) or --on-unknown tell (the model reads that the outcome is unknown)`
}
