import type { Benchmark, Model, Runtime, Step, Task, Tokenizer } from '@skill-state/protocol'
import { Meter, type Spending } from '@skill-state/protocol/meter'
import {
  type ComparedSession,
  type ComparedStep,
  isSameJson,
  isUndecided,
} from '@skill-state/protocol/regress'
import { meterModel } from '../episode/meter.ts'
import type { ReplayOptions } from '../replay/replay-episode.ts'
import type { CallLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'
import { decideAt } from './decide-at.ts'
import { isSound, judgeAt } from './judge-at.ts'
import { type Visit, visitedStates } from './visited-states.ts'

export interface AskedEpisode {
  readonly trace: Trace
  readonly played: ReplayOptions
  readonly steps: ReadonlySet<number>
  /** The task and its world, if decisions can be judged in it. */
  readonly planned?: { readonly benchmark: Benchmark; readonly task: Task } | undefined
  readonly runtime: Runtime
  readonly model: Model
}

export interface AskOptions {
  /** Estimates token counts that the model does not report. */
  readonly tokenizer?: Tokenizer | undefined
  readonly spending: Spending
  readonly onAnswer: (answer: Answer) => void
}

/** In what two decisions that were taken in the same state agree. */
export interface Agreement {
  /** The same action, to the character of its text or by the value of its JSON. */
  readonly action: boolean
  /** Patches that lead to the same state. */
  readonly state: boolean
}

/** A figure of the same step on both sides, as recorded and as decided now; undefined if it is unknown. */
type Sides = readonly [a: number | undefined, b: number | undefined]

export interface Answer {
  /** t of the recorded step, from 0. */
  readonly step: number
  /** Absent if no reply gave a decision: that agrees with none. */
  readonly agrees?: Agreement | undefined
  /** Whether the no-op stood in for a decision. */
  readonly fallback: boolean
  /** 1 for a decision that was no no-op in place of one and that the environment has nothing to say against. */
  readonly sound: Sides
  readonly refusedReplies: Sides
  readonly outputTokens: Sides
}

/** An episode of a run, to be compared with what a model decides in the states that it visited. */
export function askedSession(asked: AskedEpisode, options: AskOptions): ComparedSession {
  const { trace, played } = asked
  const { benchmark, task, runtime } = trace.episode
  async function* steps(): AsyncGenerator<ComparedStep> {
    for await (const visit of visitedStates(trace, played, asked.steps)) {
      const { recorded } = visit
      const decide = (): Promise<Step> => decideAgain(visit, asked, options)
      yield { index: recorded.index, differences: [], decided: recorded, decide }
    }
  }
  return { name: `${benchmark} ${task} ${runtime}`, steps: steps() }
}

async function decideAgain(
  visit: Visit,
  { trace, planned, runtime, model }: AskedEpisode,
  { tokenizer, spending, onAnswer }: AskOptions,
): Promise<Step> {
  const { recorded, after, before } = visit
  const { index } = recorded
  const calls: CallLine[] = []
  const metered = meterModel(model, {
    tokenizer,
    own: new Meter(),
    clock: () => 0,
    spending,
    step: () => index,
    onCall: (call) => calls.push(call),
  })
  const answer = (
    rejected: number,
    sound: number | undefined,
    rest: Pick<Answer, 'agrees' | 'fallback'>,
  ): void =>
    onAnswer({
      ...rest,
      step: index,
      sound: [
        Number(!recorded.fallback && isSound({ ...recorded.result, mistake: recorded.mistake })),
        sound,
      ],
      refusedReplies: [recorded.rejections.length, rejected],
      outputTokens: [outputTokens(trace.calls.filter(({ step }) => step === index)), outputTokens(calls)],
    })
  let step: Step
  try {
    step = await decideAt(visit.visited, { runtime, model: metered })
  } catch (error) {
    if (isUndecided(error)) answer(calls.length, 0, { fallback: false })
    throw error
  }
  const { action, fallback, rejections } = step
  const agrees = {
    action: isSameJson(recorded.action, action),
    state: isSameJson(after, step.state?.toJSON() ?? {}),
  }
  const same = agrees.action && agrees.state && fallback === recorded.fallback
  const judged = same
    ? { ...recorded.result, mistake: recorded.mistake }
    : planned && (await judgeAt(planned, before, { ...step, index }))
  answer(rejections.length, fallback ? 0 : judged && Number(isSound(judged)), { agrees, fallback })
  return step
}

function outputTokens(calls: readonly CallLine[]): number | undefined {
  const tokens = calls.map(({ usage }) => usage.outputTokens)
  return tokens.includes(undefined) ? undefined : tokens.reduce<number>((sum, each = 0) => sum + each, 0)
}
