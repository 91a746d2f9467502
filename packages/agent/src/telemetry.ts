import { context, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { AgentEvent } from './events.ts'

interface TelemetryOptions {
  /** Default: the tracer `@skill-state/agent` of the registered provider. */
  readonly tracer?: Tracer | undefined
  /** Names the agent in spans. Default `agent`. */
  readonly agent?: string | undefined
  /** Whether inputs, results and replies are recorded. Default false. */
  readonly content?: boolean | undefined
  /** Hears, once, that spans cannot be written: no turn ends because of it. Default: `console.warn`. */
  readonly onWarning?: ((warning: string) => void) | undefined
}

/**
 * An observer for `agent({ onEvent })` that writes OpenTelemetry spans by the GenAI semantic conventions: one for each turn,
 * and below it one for each model call and each tool call.
 */
export function openTelemetry({
  tracer = trace.getTracer('@skill-state/agent'),
  agent = 'agent',
  content = false,
  onWarning = console.warn,
}: TelemetryOptions = {}): (event: AgentEvent, session: string) => void {
  const turns = new Map<string, (event: AgentEvent) => void>()
  const record = (event: AgentEvent, session: string): void => {
    if (event.type === 'turn-started') turns.set(session, turnSpans({ tracer, content }, agent, session))
    turns.get(session)?.(event)
    if (event.type === 'turn-ended' || event.type === 'turn-failed') turns.delete(session)
  }
  let hasWarned = false
  return (event, session) => {
    try {
      record(event, session)
    } catch (error) {
      turns.delete(session)
      if (!hasWarned) onWarning(`OpenTelemetry failed, and turns go on without it: ${String(error)}`)
      hasWarned = true
    }
  }
}

function turnSpans(
  { tracer, content }: { readonly tracer: Tracer; readonly content: boolean },
  agent: string,
  session: string,
): (event: AgentEvent) => void {
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': agent,
    'gen_ai.conversation.id': session,
  }
  const span = tracer.startSpan(`invoke_agent ${agent}`, { attributes })
  /** By the number of the call. */
  const tools = new Map<number | undefined, Span>()
  let call: Span | undefined
  let rejected = 0
  const below = (name: string, attributes: Record<string, string | number | undefined>): Span =>
    tracer.startSpan(name, { attributes }, trace.setSpan(context.active(), span))
  const end = (): void => {
    call?.end()
    for (const tool of tools.values()) tool.end()
    span.setAttribute('skill_state.rejected_replies', rejected)
    span.end()
  }
  return (event) => {
    switch (event.type) {
      case 'model-called':
        call?.end()
        call = below('chat', {
          'gen_ai.operation.name': 'chat',
          'skill_state.step': event.step,
          'skill_state.attempt': event.attempt,
          'skill_state.prompt_chars': event.promptChars,
          'skill_state.state_chars': event.stateChars,
        })
        break
      case 'usage': {
        const { inputTokens, cachedInputTokens, outputTokens } = event.usage
        call?.setAttributes({
          'gen_ai.usage.input_tokens': inputTokens,
          'gen_ai.usage.cache_read.input_tokens': cachedInputTokens,
          'gen_ai.usage.output_tokens': outputTokens,
          'skill_state.cost_usd': event.cost,
        })
        call?.end()
        call = undefined
        break
      }
      case 'patch-rejected':
        rejected += 1
        span.addEvent('patch rejected', { 'skill_state.reason': event.issues[0]?.message ?? '' })
        break
      case 'patch-accepted':
        span.addEvent('patch accepted', {
          'skill_state.step': event.step,
          'skill_state.patch_chars': JSON.stringify(event.patch).length,
        })
        break
      case 'tool-started':
        tools.set(
          event.call,
          below(`execute_tool ${event.tool}`, {
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': event.tool,
            'skill_state.step': event.step,
            'gen_ai.tool.call.arguments': content ? JSON.stringify(event.input) : undefined,
          }),
        )
        break
      case 'tool-ended': {
        const tool = tools.get(event.call)
        if (content) tool?.setAttribute('gen_ai.tool.call.result', event.text)
        if (event.failed) tool?.setStatus({ code: SpanStatusCode.ERROR })
        tool?.end()
        tools.delete(event.call)
        break
      }
      case 'turn-ended':
        span.setAttribute('skill_state.turn_end', event.end)
        if (event.end === 'failed')
          span.setStatus({ code: SpanStatusCode.ERROR, message: event.reasons?.[0] ?? '' })
        end()
        break
      case 'turn-failed':
        span.setStatus({ code: SpanStatusCode.ERROR, message: event.message })
        span.setAttribute('error.type', event.code)
        end()
    }
  }
}
