import { promptText } from '../../model/message.ts'
import type { Model, ModelRequest, ModelResponse } from '../../model/model.ts'
import type { Runtime, Step } from '../../runtime.ts'
import type { Skill } from '../../skill.ts'
import type { Rule } from '../rules/rule.ts'
import { Corridor, corridorLength, type Entry } from './corridor.ts'

/** The seed of every run of the suite. */
export const corridorSeed = 7

const maxCalls = 100

export const corridorSkill: Skill = {
  name: 'corridor',
  instructions: 'Walk through the corridor and say at each door which way you take.',
  schema: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] },
  initialState: { note: 'none' },
}

/** What may go wrong in a run. */
interface RunSetup {
  /** The reply to the model call of this index. May throw, as a model may. */
  readonly reply?: (index: number) => string
  readonly environmentFailure?: Error
}

/** What the suite is given, and a run of the runtime on a new corridor and a new model. */
export interface RuntimePlan {
  readonly reply: (index: number) => string
  readonly unreadable: string
  readonly asksForAction: (prompt: string) => boolean
  readonly start: (setup?: RunSetup) => RecordedRun
}

/** A rule of runtimes. It is given a run of which no step was taken. */
export interface RuntimeRule extends Omit<Rule, 'run'> {
  readonly run: (run: RecordedRun, plan: RuntimePlan) => Promise<void>
}

export interface RecordedRun {
  /** Every call of the environment and the model, in order. Grows while the run continues. */
  readonly log: readonly Entry[]
  readonly steps: AsyncGenerator<Step, void, undefined>
  readonly controller: AbortController
}

export function startRun(
  runtime: Runtime,
  { reply, environmentFailure }: RunSetup & Pick<RuntimePlan, 'reply'>,
): RecordedRun {
  const log: Entry[] = []
  const environment = new Corridor(log, environmentFailure)
  const controller = new AbortController()
  let calls = 0
  const model: Model = {
    id: 'recording',
    async generate({ prompt, signal }: ModelRequest): Promise<ModelResponse> {
      log.push({ call: 'generate', prompt: promptText(prompt), signal, observation: environment.observation })
      if (calls >= maxCalls) throw new Error(`the runtime made more than ${maxCalls} calls`)
      const text = reply(calls)
      calls += 1
      return { text, finishReason: 'stop', usage: {}, model: 'recording' }
    },
  }
  const { signal } = controller
  const steps = runtime({ skill: corridorSkill, environment, model, seed: corridorSeed, signal })
  return { log, steps, controller }
}

/** Takes all steps, or a few more than there can be from a runtime that does not stop. */
export async function takeSteps(run: RecordedRun, each?: (step: Step) => unknown): Promise<readonly Step[]> {
  const taken: Step[] = []
  for await (const step of run.steps) {
    taken.push(step)
    each?.(step)
    if (taken.length > corridorLength + 2) break
  }
  return taken
}

export function entries(run: RecordedRun, call: Entry['call']): readonly Entry[] {
  return run.log.filter((entry) => entry.call === call)
}

/** Lets work that was started but not awaited come forward. */
export async function settle(): Promise<void> {
  for (let tick = 0; tick < 100; tick += 1) await Promise.resolve()
}
