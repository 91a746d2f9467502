import {
  type Benchmark,
  type Model,
  type Runtime,
  SkillStateError,
  type Task,
  type Tokenizer,
} from '@skill-state/protocol'
import { limitIn, Meter, type Spending } from '@skill-state/protocol/meter'
import pMap from 'p-map'
import { type Clock, meterModel } from '../episode/meter.ts'
import type { ReplayOptions } from '../replay/replay-episode.ts'
import { digest } from '../trace/digest.ts'
import type { AttemptLine, CallLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'
import { agreement, NO_AGREEMENT } from './agreement.ts'
import { type DecisionAt, decideAt } from './decide-at.ts'
import { judgeAt } from './judge-at.ts'
import type { FailedMatch, Judgement, MatchedStep, MatchLine } from './match-line.ts'
import { type Visit, visitedStates } from './visited-states.ts'

/** An episode whose states are asked about. */
export interface Matched {
  readonly trace: Trace
  /** What it was played with. */
  readonly played: ReplayOptions
  /** Which steps are asked about, by their index. */
  readonly steps: ReadonlySet<number>
  /** The task and its world, if decisions can be judged in it. */
  readonly planned?: { readonly benchmark: Benchmark; readonly task: Task } | undefined
  /** Who is asked. */
  readonly runtime: Runtime
  readonly model: Model
}

export interface MatchOptions {
  /** Takes each line before the episode's next state is asked about. */
  readonly record: (line: MatchLine | FailedMatch) => void
  /** Episodes under way at once. */
  readonly concurrency: number
  /** Estimates token counts that the model does not report. */
  readonly tokenizer?: Tokenizer | undefined
  readonly spending?: Spending | undefined
  readonly clock?: Clock | undefined
}

/**
 * Asks about the states that episodes visited: each once, an episode's in their order. What the model throws is a
 * failed line and does not stop the others. Throws `LimitReached` once the states under way are answered for,
 * and what `visitedStates` and `judgeAt` throw.
 */
export async function matchRun(
  episodes: Iterable<Matched> | AsyncIterable<Matched>,
  options: MatchOptions,
): Promise<void> {
  let limit: Error | undefined
  await pMap(
    episodes,
    async (matched) => {
      if (limit !== undefined) return
      for (const visit of await visitsOf(matched)) {
        if (limit !== undefined) return
        try {
          options.record(await askAt(visit, matched, options))
        } catch (error) {
          const reached = limitIn(error)
          if (reached === undefined) throw error
          limit ??= reached
        }
      }
    },
    { concurrency: options.concurrency },
  )
  if (limit !== undefined) throw limit
}

async function visitsOf({ trace, played, steps }: Matched): Promise<readonly Visit[]> {
  return steps.size === 0 ? [] : visitedStates(trace, played, (index) => steps.has(index))
}

/** Asks about one state. */
async function askAt(
  visit: Visit,
  matched: Matched,
  { tokenizer, spending, clock = () => performance.now() }: MatchOptions,
): Promise<MatchLine | FailedMatch> {
  const { benchmark, task, runtime, model } = matched.trace.episode
  const step = visit.recorded.index
  const calls: CallLine[] = []
  const attempts: AttemptLine[] = []
  const state: MatchedStep = { benchmark, task, runtime, model, step, promptHash: visit.promptHash }
  const metered = meterModel(matched.model, {
    tokenizer,
    own: new Meter(),
    clock,
    spending,
    step: () => step,
    onCall: (call) => calls.push(call),
    onAttempt: (failure) => attempts.push({ kind: 'attempt', step, ...failure }),
  })
  const asked = { ...state, calls, attempts }
  let made: DecisionAt
  try {
    made = await decideAt(visit.visited, { runtime: matched.runtime, model: metered })
  } catch (error) {
    if (!(error instanceof SkillStateError) || limitIn(error)) throw error
    return { kind: 'failed', ...asked, error: { code: error.code, message: error.message } }
  }
  return { kind: 'match', ...asked, ...(await answer(made, visit, matched)) }
}

type Answer = Pick<MatchLine, 'decision' | 'rejections' | 'undecided' | 'agrees' | 'judged'>

async function answer(made: DecisionAt, visit: Visit, { planned }: Matched): Promise<Answer> {
  if (!made.decided) {
    const { code, message } = made
    return { rejections: [], undecided: { code, message }, agrees: NO_AGREEMENT }
  }
  const { index } = visit.recorded
  const { patch, action, actionSource, rejections, fallback, state } = made.step
  const after = state?.toJSON() ?? {}
  const agrees = agreement({ action: visit.recorded.action, after: visit.after }, { action, after })
  const same = agrees.action && agrees.state && fallback === visit.recorded.fallback
  const judged = same
    ? recordedJudgement(visit)
    : planned && (await judgeAt(planned, visit.steps.slice(0, index), { ...made.step, index }))
  return {
    decision: { patch, action, actionSource, stateHash: digest(JSON.stringify(after)), fallback },
    rejections,
    agrees,
    judged,
  }
}

/** What was said of the decision that the same was made before. */
function recordedJudgement({ recorded }: Visit): Judgement {
  return { refused: recorded.result.refused ?? false, mistake: recorded.mistake }
}
