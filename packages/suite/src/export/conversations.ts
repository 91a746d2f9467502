import { basename } from 'node:path'
import { computeFigures, type Trace } from '@skill-state/eval'
import { usageOf } from './rows.ts'

type Fields = Readonly<Record<string, unknown>>

const ATIF = 'ATIF-v1.8'

/** An episode in Harbor's Agent Trajectory Interchange Format: O_0 from the user, then a step of the agent for each of ours. */
export function atifTrajectory(trace: Trace, version: string): Fields {
  const { episode, reset, calls, steps } = trace
  const callsOf = Map.groupBy(calls, ({ step }) => step)
  const played = steps.map((step, at) => {
    const own = callsOf.get(step.index) ?? []
    const { action, patch, rejections, fallback, notes } = step
    return {
      step_id: at + 2,
      source: 'agent',
      message: own.at(-1)?.reply ?? '',
      ...(own.length > 0 ? { model_name: own.at(-1)?.model, metrics: metricsOf(usageOf(own)) } : {}),
      observation: { results: [{ content: step.result.text }] },
      llm_call_count: own.length,
      extra: { action, patch, rejections, fallback, notes },
    }
  })
  return plain({
    schema_version: ATIF,
    session_id: episode.id ?? fileName(trace),
    agent: { name: episode.runtime, version, model_name: episode.model },
    steps: [{ step_id: 1, source: 'user', message: reset?.observation.text ?? '' }, ...played],
    final_metrics: finalMetrics(trace),
    extra: { episode, end: trace.end },
  })
}

interface Tokens {
  readonly inputTokens: number | undefined
  readonly cachedInputTokens: number | undefined
  readonly outputTokens: number | undefined
}

function metricsOf({ inputTokens, cachedInputTokens, outputTokens }: Tokens): Fields {
  return { prompt_tokens: inputTokens, completion_tokens: outputTokens, cached_tokens: cachedInputTokens }
}

function finalMetrics({ calls, steps }: Trace): Fields {
  const { inputTokens, cachedInputTokens, outputTokens } = usageOf(calls)
  return {
    total_prompt_tokens: inputTokens,
    total_completion_tokens: outputTokens,
    total_cached_tokens: cachedInputTokens,
    total_steps: steps.length + 1,
  }
}

/** An episode as a row of the results that verifiers saves: the first observation as the prompt, all that follows as the completion. */
export function verifiersRow(trace: Trace, example: number): Fields {
  const { episode, reset, calls, steps, end } = trace
  const callsOf = Map.groupBy(calls, ({ step }) => step)
  const completion = steps.flatMap(({ index, result }) => [
    ...(callsOf.get(index) ?? []).slice(-1).map(({ reply }) => ({ role: 'assistant', content: reply })),
    { role: 'user', content: result.text },
  ])
  const figures = computeFigures(trace)
  return plain({
    example_id: example,
    prompt: [{ role: 'user', content: reset?.observation.text ?? '' }],
    completion,
    answer: '',
    task: episode.benchmark,
    reward: figures?.score ?? 0,
    metrics: figures?.metrics,
    is_completed: end?.status === 'terminated',
    is_truncated: end?.status === 'truncated',
    error: figures?.error,
    info: episode,
  })
}

/** A file name of the episode, unique in the run. */
export function fileName({ episode: { benchmark, task, runtime, model } }: Trace): string {
  return basename(encodeURIComponent(`${benchmark}~${task}~${runtime}~${model}`))
}

/** Without what is undefined. */
const plain = (value: Fields): Fields => JSON.parse(JSON.stringify(value)) as Fields
