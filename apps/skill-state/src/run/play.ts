import { type RunSkillOptions, runSkill } from '@skill-state/core'
import { flagOf, type Interrupts } from '@skill-state/eval/command-line'
import { callsOf, type Model, type Observation, SkillStateError } from '@skill-state/protocol'
import { LimitReached } from '@skill-state/protocol/meter'
import type { Asker } from './ask.ts'
import type { OpenRun } from './open-run.ts'
import type { RunFlags } from './options.ts'
import type { Prepared } from './prepare.ts'
import { actionText, type ToldStep } from './report/report.ts'
import type { Played, Reporter } from './report/reporter.ts'

export interface PlayOptions {
  readonly model: Model
  readonly run: OpenRun
  readonly flags: Pick<RunFlags, 'maxSteps' | 'onUnknown'>
  readonly interrupts: Pick<Interrupts, 'stop' | 'abort'>
  readonly reporter: Pick<Reporter, 'step'>
  readonly ask: Asker['ask']
}

/** Takes steps until the episode is over, a limit is reached, an approval is missing, or the user interrupts. */
export async function play(prepared: Prepared, options: PlayOptions): Promise<Played> {
  const { skill, environment, options: how } = prepared
  const { model, run, flags, interrupts, reporter } = options
  const { maxSteps = Infinity } = flags
  const { journal } = run
  let action = run.last
  let steps = 0
  const ended = (stopped?: string, next?: string): Played => {
    return { stopped, next, action, steps, state: journal.position.state }
  }
  const full = (): Played =>
    ended(`${maxSteps} steps are taken`, 'the same command with a higher --max-steps resumes')
  const report = (step: ToldStep): void => {
    steps += 1
    reporter.step(step)
  }
  try {
    if (journal.position.observation?.done !== true && taken(run) >= maxSteps) return full()
    let resumed = journal.position.index
    let resumeWith = await consent(options)
    // The step that continues with an answer is finished, and not yielded.
    const reportResumed = (): void => {
      const step = resumeWith === undefined ? undefined : run.stepAt(resumed)
      resumeWith = undefined
      if (step !== undefined) report(step)
    }
    for (;;) {
      const input = { skill, environment, model, seed: 0, signal: interrupts.abort }
      const resume = { with: resumeWith, onUnknown: unknown(prepared, run, flags.onUnknown) }
      for await (const step of runSkill(input, { ...how, journal, resume })) {
        reportResumed()
        action = step.action
        if (step.result.waiting) continue
        report(step)
        if (step.result.done) continue
        if (step.index + 1 >= maxSteps) return full()
        if (interrupts.stop.aborted) return ended(`interrupted after step ${step.index + 1}`)
      }
      reportResumed()
      const { pending, index } = journal.position
      if (pending?.waiting === undefined) return ended()
      action = pending.action
      resumed = index
      resumeWith = await consent(options)
      if (resumeWith === undefined)
        return ended(`step ${index + 1} waits for an approval: ${actionText(action)}`)
    }
  } catch (error) {
    if (interrupts.abort.aborted) return ended('stopped at once')
    if (error instanceof LimitReached)
      return ended(`${flagOf(error.limit)}: ${error.message}`, 'the same command with a higher limit resumes')
    if (error instanceof SkillStateError && error.code === 'outcome-unknown')
      return ended(unknownText(run), '') // it says itself what continues
    throw error
  }
}

type ResumeWith = NonNullable<RunSkillOptions['resume']>['with']

/** What continues with an action that waits for an approval; undefined if none waits or there is no answer. */
async function consent({ run, ask, interrupts }: PlayOptions): Promise<ResumeWith> {
  const { pending } = run.journal.position
  if (pending?.waiting === undefined) return undefined
  const answer = await ask(pending.action, interrupts.stop)
  if (answer === undefined || answer.approved) return answer
  return { text: `A person did not approve this call: ${answer.reason}`, done: false, refused: true }
}

/** Steps on record, one that was cut off included. */
function taken({ journal }: OpenRun): number {
  const { index, pending } = journal.position
  return pending === undefined || pending.waiting !== undefined ? index : index + 1
}

/** An action without an effect outside, or whose second call has none, is done again without asking. */
function unknown(
  { tools: { tools } }: Prepared,
  run: OpenRun,
  word: RunFlags['onUnknown'],
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
