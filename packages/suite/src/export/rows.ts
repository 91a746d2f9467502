import { type CallLine, computeFigures, type Trace } from '@skill-state/eval'

/** A cell of a table for other programs. */
export type Cell = string | number | boolean | undefined
export type FlatRow = Readonly<Record<string, Cell>>

/** One row for each episode that has ended: who played what, how it went, and what it cost. */
export function episodeRow(trace: Trace): FlatRow | undefined {
  const figures = computeFigures(trace)
  if (figures === undefined) return undefined
  const { status, limit, error, score, steps, calls, rejections, retries, fallbacks, lostSteps } = figures
  const { promptChars, meanPromptChars, usage, totalTokens, metrics } = figures
  return {
    ...nameOf(trace),
    ...{ status, limit, error, score, steps, calls, rejections, retries, fallbacks, lostSteps },
    ...{ promptChars, meanPromptChars, totalTokens },
    ...Object.fromEntries(USAGE.map((name) => [name, usage[name]])),
    ...Object.fromEntries(Object.entries(metrics).map(([name, value]) => [`metric_${name}`, value])),
  }
}

/** One row for each step, with its last reply; a step that was not finished has no action. */
export function stepRows(trace: Trace, prompts?: readonly string[]): readonly FlatRow[] {
  const { reset, calls, steps } = trace
  const numbered = calls.map((call, index) => ({ call, prompt: prompts?.[index] }))
  const callsOf = Map.groupBy(numbered, ({ call }) => call.step)
  const count = Math.max(steps.length, ...calls.map(({ step }) => step + 1))
  return Array.from({ length: count }, (_, index) => {
    const own = callsOf.get(index) ?? []
    const last = own.at(-1)
    const step = steps[index]
    const before = index === 0 ? reset?.observation : steps[index - 1]?.result
    return {
      ...nameOf(trace),
      step: index,
      observation: before?.text,
      prompt: last?.prompt,
      promptHash: last?.call.promptHash,
      reply: last?.call.reply,
      action: typeof step?.action === 'object' ? JSON.stringify(step.action) : step?.action,
      patch: step?.patch && JSON.stringify(step.patch),
      result: step?.result.text,
      done: step?.result.done,
      refused: step && step.result.refused === true,
      fallback: step?.fallback,
      rejections: step?.rejections.length,
      mistake: step?.mistake,
      calls: own.length,
      ...usageOf(own.map(({ call }) => call)),
    }
  })
}

const USAGE = ['inputTokens', 'cachedInputTokens', 'outputTokens'] as const

/** Sums over the calls of a step; a figure that one call lacks is absent. */
export function usageOf(
  calls: readonly CallLine[],
): Readonly<Record<(typeof USAGE)[number], number | undefined>> {
  const sum = (name: (typeof USAGE)[number]): number | undefined => {
    const known = calls.map(({ usage }) => usage[name])
    return known.includes(undefined) ? undefined : known.reduce<number>((total, each = 0) => total + each, 0)
  }
  const [inputTokens, cachedInputTokens, outputTokens] = USAGE.map(sum)
  return { inputTokens, cachedInputTokens, outputTokens }
}

function nameOf({ episode }: Trace): FlatRow {
  const { benchmark, variant, task, problem, seed, horizon, runtime, model } = episode
  return { benchmark, variant, task, problem, seed, horizon, runtime, model }
}
