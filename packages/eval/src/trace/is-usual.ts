import { isJsonObject, type Observation, type Usage } from '@skill-state/protocol'
import { outcomeFault } from './outcome-fault.ts'
import type { CallLine, EndLine, EpisodeLine, StepLine, TraceLine } from './trace.ts'

/**
 * Whether a line clearly is what `traceLine` accepts once it is written as JSON. False says nothing: then the schema
 * judges, which takes many times as long. The keys of the line itself are the harness's own.
 */
export function isUsual(line: TraceLine): boolean {
  switch (line.kind) {
    case 'episode':
      return isUsualEpisode(line)
    case 'reset':
      return isUsualObservation(line.observation)
    case 'call':
      return isUsualCall(line)
    case 'step':
      return isUsualStep(line)
    case 'end':
      return isUsualEnd(line)
    case 'sent':
    case 'attempt':
      return false
  }
}

function isUsualEpisode(line: EpisodeLine): boolean {
  return (
    [line.benchmark, line.task, line.runtime, line.model].every((name) => typeof name === 'string') &&
    [line.id, line.copiedFrom, line.variant, line.problem, line.instructions].every(isTextIfAny) &&
    Number.isSafeInteger(line.seed) &&
    (line.horizon === undefined || isCount(line.horizon))
  )
}

function isUsualEnd(line: EndLine): boolean {
  if (line.status !== 'terminated' || outcomeFault(line.outcome) !== undefined) return false
  const { reward: _, metrics = {}, ...more } = line.outcome
  return Object.keys(more).length === 0 && isWritten(line.outcome) && isWritten(metrics)
}

function isUsualCall(line: CallLine): boolean {
  return (
    line.fault === undefined &&
    (line.rawUsage === undefined || isWritten(line.rawUsage)) &&
    line.replayed === undefined &&
    FINISHED.has(line.finishReason) &&
    typeof line.reply === 'string' &&
    typeof line.model === 'string' &&
    isUsualUsage(line.usage) &&
    isDuration(line.durationMs)
  )
}

function isUsualStep(line: StepLine): boolean {
  return (
    Array.isArray(line.rejections) &&
    line.rejections.length === 0 &&
    line.notes === undefined &&
    line.rolledBack === undefined &&
    typeof line.fallback === 'boolean' &&
    isTextIfAny(line.actionSource) &&
    (line.patch === undefined || isWritten(line.patch)) &&
    (typeof line.action === 'string' || isWritten(line.action)) &&
    isCount(line.index) &&
    isUsualObservation(line.result) &&
    isDuration(line.durationMs)
  )
}

const FINISHED: ReadonlySet<unknown> = new Set<CallLine['finishReason']>([
  'stop',
  'length',
  'refusal',
  'other',
])

const COUNTS: ReadonlySet<string> = new Set<keyof Usage>([
  ...(['inputTokens', 'cachedInputTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens'] as const),
])

function isUsualUsage(usage: Usage): boolean {
  if (!isWritten(usage)) return false
  for (const key in usage) if (!COUNTS.has(key) || !isCount(usage[key as keyof Usage])) return false
  return true
}

const OBSERVED: ReadonlySet<string> = new Set<keyof Observation>(['text', 'done', 'refused'])

function isUsualObservation(result: Observation): boolean {
  if (!isWritten(result)) return false
  for (const key in result) if (!OBSERVED.has(key)) return false
  const { text, done, refused } = result
  return (
    typeof text === 'string' &&
    typeof done === 'boolean' &&
    (refused === undefined || typeof refused === 'boolean')
  )
}

/** Whether JSON has an object for it: not so if it says itself what JSON has. */
const isWritten = (value: unknown): boolean => isJsonObject(value) && typeof value.toJSON !== 'function'

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

const isDuration = (value: number): boolean => Number.isFinite(value) && value >= 0

const isTextIfAny = (value: unknown): boolean => value === undefined || typeof value === 'string'
