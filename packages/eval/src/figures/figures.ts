import { costOf, type PriceSheet, type Rejection, type Usage } from '@skill-state/protocol'
import type { LimitName } from '@skill-state/protocol/meter'
import type { CallLine, EpisodeLine, StepLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'
import { type EnvironmentFigures, environmentFigures } from './environment-calls.ts'
import { countFaults, type FaultFigures } from './faults.ts'

interface UpdateFigures {
  /** Steps of a runtime that carries a state. */
  readonly steps: number
  /** Steps whose reply asked to change the state, and replies that were rejected for their patch. */
  readonly attempted: number
  /** Steps that changed the state as asked. */
  readonly applied: number
}

/** The figures of one whole episode, computed from its trace alone. */
export interface EpisodeFigures extends Omit<EpisodeLine, 'kind' | 'format'> {
  readonly status: 'terminated' | 'truncated' | 'failed'
  readonly limit?: LimitName | undefined
  readonly error?: string | undefined
  /** 0 to 1; absent for an episode that failed for another reason than the model's replies. */
  readonly score?: number | undefined
  readonly steps: number
  /** Model calls, retries included. */
  readonly calls: number
  readonly rejections: number
  /** Calls that asked again after a rejection: the last rejection before a no-op is followed by none. */
  readonly retries: number
  /** Steps in which the no-op replaced a decision. */
  readonly fallbacks: number
  /** Of these, the steps in which no reply could be read. */
  readonly lostSteps: number
  /** Mean size of a prompt in Unicode code points; absent if no call was made. */
  readonly meanPromptChars?: number | undefined
  /** Sum over all prompts, in Unicode code points. */
  readonly promptChars: number
  /** Input and output tokens of all calls; absent if one call's figure is unknown. */
  readonly totalTokens?: number | undefined
  /** The provider's own token counts, summed over all calls; a figure that one call lacks is absent. */
  readonly usage: Usage
  /** US dollars of all calls by the price sheet; absent without one, or if one call's tokens are unknown. */
  readonly cost?: number | undefined
  /** Calls that a response on record stood in for. */
  readonly replayedCalls: number
  /** Requests that gave no response and may have been charged all the same: they are in no other figure. */
  readonly lostAttempts: number
  /** Rejected replies that nothing had been done to. */
  readonly soundRejections: number
  /** Mistakes in rejected replies, and in patches that were taken (`taken overwrite`, `taken wrong`), by kind. */
  readonly mistakes: Readonly<Record<string, number>>
  /** Steps whose state was judged by what the environment says it should be. */
  readonly judgedSteps: number
  /** What became of the faults that were injected, by class. */
  readonly faults: Readonly<Record<string, FaultFigures>>
  /** Figures that the environment named in its outcome; empty for an episode without a score. */
  readonly metrics: Readonly<Record<string, number>>
  /** What the environment's own models cost, in no other figure; absent if its observations do not say. */
  readonly environment?: EnvironmentFigures | undefined
  readonly updates: UpdateFigures
  /** Mean size of a step's prompts in Unicode code points, by step; `undefined` for a step without a call. */
  readonly stepPromptChars: readonly (number | undefined)[]
  /** Input and output tokens of a step's calls, by step; `undefined` if one call's figure is unknown. */
  readonly stepTokens: readonly (number | undefined)[]
  /** US dollars of a step's calls, by step; `undefined` as `cost` is. */
  readonly stepCosts: readonly (number | undefined)[]
  readonly estimated: readonly string[]
}

/** Computes an episode's figures; `undefined` for an episode that has not ended. */
export function computeFigures(
  trace: Trace,
  { prices }: { readonly prices?: PriceSheet | undefined } = {},
): EpisodeFigures | undefined {
  const { episode, calls, attempts, steps, end } = trace
  if (end === undefined) return undefined
  const { kind: _kind, format: _format, ...identity } = episode
  const promptChars = sum(calls.map((call) => call.promptChars))
  const estimated = calls.map((call) => call.estimated).filter((each) => each !== undefined)
  const callsOf = Map.groupBy(calls, (call) => call.step)
  const callsByStep = steps.map(({ index }) => callsOf.get(index) ?? [])
  return {
    ...identity,
    status: end.status,
    limit: end.status === 'truncated' ? end.limit : undefined,
    error: end.status === 'failed' ? end.error.message : undefined,
    score: end.outcome?.reward,
    metrics: end.outcome?.metrics ?? {},
    environment: environmentFigures(trace),
    steps: steps.length,
    calls: calls.length,
    rejections: sum(steps.map(({ rejections }) => rejections.length)),
    retries: sum(steps.map(({ rejections, fallback }) => rejections.length - (fallback ? 1 : 0))),
    ...countFaults(trace),
    mistakes: countMistakes(steps),
    judgedSteps: steps.filter(({ mistake }) => mistake !== undefined).length,
    fallbacks: steps.filter((step) => step.fallback).length,
    lostSteps: steps.filter(isLost).length,
    updates: countUpdates(steps),
    meanPromptChars: calls.length > 0 ? promptChars / calls.length : undefined,
    promptChars,
    totalTokens: countTokens(calls),
    usage: sumUsage(calls),
    cost: sumCosts(calls, prices),
    replayedCalls: calls.filter(({ replayed }) => replayed !== undefined).length,
    lostAttempts: attempts.filter(({ mayBeCharged }) => mayBeCharged).length,
    stepPromptChars: callsByStep.map((own) =>
      own.length === 0 ? undefined : sum(own.map((call) => call.promptChars)) / own.length,
    ),
    stepTokens: callsByStep.map(countTokens),
    stepCosts: callsByStep.map((own) => sumCosts(own, prices)),
    estimated: [...new Set(estimated)],
  }
}

function isLost({ fallback, rejections }: StepLine): boolean {
  return fallback && rejections.every(({ mistake }) => mistake === 'syntax')
}

/** Mistakes that a patch was rejected for. A reply that cannot be read holds none, and an action is no patch. */
const PATCH_MISTAKES: ReadonlySet<Rejection['mistake']> = new Set(['schema', 'overwrite', 'rule'])

/**
 * Of a runtime with a state: a step has a patch if the state was changed, and notes if the reply's update was
 * rejected or odd, while its action was taken. Other runtimes use notes for other things. A reply that was rejected as a
 * whole for its patch is an attempt of its own, whether or not a later reply of the step was taken.
 */
function countUpdates(all: readonly StepLine[]): UpdateFigures {
  const steps = all.filter(({ stateHash }) => stateHash !== undefined)
  const taken = steps.filter(({ patch, notes }) => patch !== undefined || (notes?.length ?? 0) > 0)
  const rejected = steps.flatMap(({ rejections }) =>
    rejections.filter(({ mistake }) => PATCH_MISTAKES.has(mistake)),
  )
  return {
    steps: steps.length,
    attempted: taken.length + rejected.length,
    applied: taken.filter(({ patch }) => patch !== undefined).length,
  }
}

function countMistakes(steps: readonly StepLine[]): EpisodeFigures['mistakes'] {
  const found = steps.flatMap(({ rejections, mistake }) => [
    ...rejections.map((rejection): string => rejection.mistake),
    ...(mistake === undefined || mistake === 'none' ? [] : [`taken ${mistake}`]),
  ])
  return Object.fromEntries([...Map.groupBy(found, (name) => name)].map(([name, all]) => [name, all.length]))
}

function countTokens(calls: readonly CallLine[]): number | undefined {
  const tokens = calls.map(({ usage: { inputTokens, outputTokens } }) =>
    inputTokens === undefined || outputTokens === undefined ? undefined : inputTokens + outputTokens,
  )
  const known = tokens.filter((each) => each !== undefined)
  return known.length === tokens.length ? sum(known) : undefined
}

const CLASSES = [
  'inputTokens',
  'cachedInputTokens',
  'cacheWriteTokens',
  'outputTokens',
  'reasoningTokens',
] as const

function sumUsage(calls: readonly CallLine[]): Usage {
  const entries = CLASSES.flatMap((name) => {
    const known = calls
      .filter(({ estimated }) => estimated === undefined)
      .map(({ usage }) => usage[name])
      .filter((tokens) => tokens !== undefined)
    return known.length === calls.length && known.length > 0 ? [[name, sum(known)] as const] : []
  })
  return Object.fromEntries(entries)
}

function sumCosts(calls: readonly CallLine[], prices: PriceSheet | undefined): number | undefined {
  if (prices === undefined) return undefined
  const costs = calls.map(({ usage }) => costOf(usage, prices)).filter((cost) => cost !== undefined)
  return costs.length === calls.length ? sum(costs) : undefined
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
