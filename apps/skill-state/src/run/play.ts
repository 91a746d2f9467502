import { runSkill } from '@skill-state/core'
import {
  type Action,
  type Model,
  type Observation,
  SkillStateError,
  type StateSnapshot,
} from '@skill-state/protocol'
import type { listenToInterrupts } from '../interrupts.ts'
import { LimitReached } from './limit-spending.ts'
import type { OpenRun } from './open-run.ts'
import type { Prepared } from './prepare.ts'
import { actionText, stepLines } from './report.ts'

/** What is done about an action that was cut off: see `--on-unknown`. */
export const UNKNOWN = ['stop', 'repeat', 'tell'] as const

export interface PlayOptions {
  readonly model: Model
  /** Absent where nothing is kept. */
  readonly run?: OpenRun | undefined
  readonly maxSteps: number
  readonly onUnknown: (typeof UNKNOWN)[number]
  readonly interrupts: Pick<ReturnType<typeof listenToInterrupts>, 'stop' | 'abort'>
  readonly print: (text: string) => void
}

/** How far it came. */
export interface Played {
  /** Why it is not over; absent where it is. */
  readonly stopped?: string
  /** What was done last. */
  readonly action?: Action | undefined
  readonly state: StateSnapshot
}

/** Takes steps until the episode is over, a limit is reached, or somebody interrupts. */
export async function play(prepared: Prepared, options: PlayOptions): Promise<Played> {
  const { run, maxSteps, interrupts, print } = options
  let action = run?.last
  let state: StateSnapshot = run?.journal.position.state ?? { toJSON: () => prepared.skill.initialState }
  const stopped = (reason: string): Played => ({
    stopped: reason,
    action,
    state: run?.journal.position.state ?? state,
  })
  try {
    if (!isOver(run) && taken(run) >= maxSteps) return stopped(`${maxSteps} steps are taken`)
    for await (const step of steps(prepared, options)) {
      print(stepLines(step))
      action = step.action
      state = step.state ?? state
      if (step.result.done) continue
      if (step.index + 1 >= maxSteps) return stopped(`${maxSteps} steps are taken`)
      if (interrupts.stop.aborted) return stopped(`interrupted after step ${step.index + 1}`)
    }
    return { action, state: run?.journal.position.state ?? state }
  } catch (error) {
    if (interrupts.abort.aborted) return stopped('stopped at once')
    if (error instanceof LimitReached) return stopped(error.message)
    if (error instanceof SkillStateError && error.code === 'outcome-unknown') return stopped(unknownText(run))
    throw error
  }
}

function isOver(run: OpenRun | undefined): boolean {
  return run?.journal.position.observation?.done === true
}

/** Steps on record, one that was cut off included. */
function taken(run: OpenRun | undefined): number {
  const { index = 0, pending } = run?.journal.position ?? {}
  return pending === undefined ? index : index + 1
}

function steps(
  prepared: Prepared,
  { model, run, onUnknown, interrupts }: PlayOptions,
): ReturnType<typeof runSkill> {
  const { skill, environment, reply } = prepared
  return runSkill(
    { skill, environment, model, seed: 0, signal: interrupts.abort },
    { ...reply, journal: run?.journal, onUnknown: unknown(prepared, run, onUnknown) },
  )
}

/** An action that calls no tool is done again without asking: it has no effect outside. */
function unknown(
  { tools: { tools } }: Prepared,
  run: OpenRun | undefined,
  word: PlayOptions['onUnknown'],
): 'stop' | 'repeat' | Observation {
  const pending = run?.journal.position.pending
  const keys = typeof pending?.action === 'object' ? Object.keys(pending.action) : []
  const callsTool = keys.some((key) => Object.hasOwn(tools, key))
  if (pending !== undefined && !callsTool) return 'repeat'
  return word === 'tell' ? { text: NOBODY_KNOWS, done: false } : word
}

const NOBODY_KNOWS =
  'The run was cut off during this action. Whether it took effect is not known: find out first.'

function unknownText(run: OpenRun | undefined): string {
  const { index = 0, action = '' } = run?.journal.position.pending ?? {}
  return `step ${index + 1} was cut off and may have been executed: ${actionText(action)}; find out, then go on with --on-unknown repeat (it is done again) or --on-unknown tell (the model is told that nobody knows)`
}
