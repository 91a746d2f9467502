import type { FinishReason } from '@skill-state/protocol'
import { environmentFigures } from '../../figures/environment-calls.ts'
import type { CallLine, EpisodeLine, StepLine } from '../../trace/trace.ts'
import type { Trace } from '../../trace/trace-file.ts'

/**
 * Attributes by the GenAI semantic conventions, version 1.41 (in development there), and under `skill_state.` what
 * they have no word for.
 */
type Values = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

export function episodeAttributes(trace: Trace): Values {
  const { episode, steps, end } = trace
  const { provider, model } = splitModel(episode.model)
  const outcome = end?.outcome
  const metrics = Object.entries(outcome?.metrics ?? {})
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': model,
    'gen_ai.agent.name': episode.runtime,
    'skill_state.benchmark': episode.benchmark,
    'skill_state.task': episode.task,
    'skill_state.variant': episode.variant,
    'skill_state.problem': episode.problem,
    'skill_state.seed': episode.seed,
    'skill_state.horizon': episode.horizon,
    'skill_state.steps': steps.length,
    'skill_state.status': end?.status ?? 'interrupted',
    'skill_state.limit': end?.status === 'truncated' ? end.limit : undefined,
    'skill_state.reward': outcome?.reward,
    'error.type': end?.status === 'failed' ? end.error.code : undefined,
    ...Object.fromEntries(metrics.map(([name, value]) => [`skill_state.metric.${name}`, value])),
    ...environmentAttributes(trace),
  }
}

/** What the environment's own models cost: apart from the conventions' usage, which is the agent's. */
function environmentAttributes(trace: Trace): Values {
  const { calls, inputTokens, outputTokens, cost } = environmentFigures(trace) ?? {}
  return {
    'skill_state.environment.calls': calls,
    'skill_state.environment.input_tokens': inputTokens,
    'skill_state.environment.output_tokens': outputTokens,
    'skill_state.environment.cost': cost,
  }
}

export function stepAttributes({ rejections, fallback, mistake, stateHash }: StepLine): Values {
  return {
    'skill_state.refused_replies': rejections.length,
    'skill_state.fallback': fallback,
    'skill_state.mistake': mistake,
    'skill_state.state_hash': stateHash,
  }
}

const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  length: 'length',
  refusal: 'content_filter',
  other: 'other',
}

/** Token counts of a tokenizer are kept apart: the conventions' own are the provider's. */
export function callAttributes(call: CallLine, modelId: string, prompt?: string): Values {
  const { usage, estimated, fault } = call
  const { provider, model } = splitModel(modelId)
  const counted = estimated === undefined ? 'gen_ai.usage' : 'skill_state.estimated_usage'
  const finishReason = FINISH_REASONS[call.finishReason]
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': model,
    'gen_ai.response.model': call.model,
    'gen_ai.response.finish_reasons': [finishReason],
    [`${counted}.input_tokens`]: usage.inputTokens,
    [`${counted}.output_tokens`]: usage.outputTokens,
    [`${counted}.cache_read.input_tokens`]: usage.cachedInputTokens,
    [`${counted}.cache_creation.input_tokens`]: usage.cacheWriteTokens,
    [`${counted}.reasoning.output_tokens`]: usage.reasoningTokens,
    'skill_state.tokenizer': estimated,
    'skill_state.prompt_hash': call.promptHash,
    'skill_state.prompt_characters': call.promptChars,
    'skill_state.replayed': call.replayed,
    'skill_state.fault': fault && `${fault.class} ${fault.kind}`,
    'gen_ai.input.messages':
      prompt === undefined ? undefined : JSON.stringify([{ role: 'user', parts: [text(prompt)] }]),
    'gen_ai.output.messages':
      prompt === undefined
        ? undefined
        : JSON.stringify([{ role: 'assistant', parts: [text(call.reply)], finish_reason: finishReason }]),
  }
}

/** The environment is the one tool of an agent here: it takes an action and gives an observation. */
export function toolName({ benchmark }: EpisodeLine): string {
  return benchmark.split('@')[0] ?? benchmark
}

export function toolAttributes(
  { action, result }: StepLine,
  episode: EpisodeLine,
  withContent: boolean,
): Values {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': toolName(episode),
    'gen_ai.tool.type': 'function',
    'skill_state.refused': result.refused,
    'skill_state.done': result.done,
    'gen_ai.tool.call.arguments': withContent ? JSON.stringify(action) : undefined,
    'gen_ai.tool.call.result': withContent ? JSON.stringify(result.text) : undefined,
  }
}

function text(content: string): { readonly type: 'text'; readonly content: string } {
  return { type: 'text', content }
}

/** Providers whose name in the GenAI conventions is not ours. */
const WELL_KNOWN: ReadonlyMap<string, string> = new Map([
  ['gemini', 'gcp.gemini'],
  ['mistral', 'mistral_ai'],
  ['xai', 'x_ai'],
])

/** `gen_ai.provider.name` and `gen_ai.request.model` of a model's id, `provider:model` or a single word. */
export function splitModel(id: string): { readonly provider: string; readonly model: string } {
  const colon = id.indexOf(':')
  if (colon < 0) return { provider: 'skill_state', model: id }
  const name = id.slice(0, colon)
  return { provider: WELL_KNOWN.get(name) ?? name, model: id.slice(colon + 1) }
}
