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
      ...(own.length > 0 ? { model_name: own.at(-1)?.model, metrics: metricsOf(own) } : {}),
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
    final_metrics: { ...metricsOf(calls, 'total_'), total_steps: steps.length + 1 },
    extra: { episode, end: trace.end },
  })
}

/** What calls used; `prefix` begins the names of the fields. */
function metricsOf(calls: Trace['calls'], prefix = ''): Fields {
  const { inputTokens, cachedInputTokens, outputTokens } = usageOf(calls)
  return {
    [`${prefix}prompt_tokens`]: inputTokens,
    [`${prefix}completion_tokens`]: outputTokens,
    [`${prefix}cached_tokens`]: cachedInputTokens,
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
