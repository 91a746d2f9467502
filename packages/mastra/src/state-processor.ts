import type { MastraDBMessage } from '@mastra/core/agent'
import mastra from '@mastra/core/package.json' with { type: 'json' }
import type { ProcessInputStepArgs, ProcessInputStepResult, Processor } from '@mastra/core/processors'
import type { AnySchema } from '@skill-state/agent'
import { warnUntested } from '@skill-state/agent/embedded'
import { type StateOptions, stateMiddleware } from '@skill-state/ai-sdk'
import { invalidOption } from '@skill-state/protocol'
import { type LanguageModelMiddleware, wrapLanguageModel } from 'ai'

/** What `stateProcessor` is, in the types of Mastra. */
export type StateProcessor = Processor<'skill-state'> & {
  readonly id: 'skill-state'
  processInputStep(args: ProcessInputStepArgs): ProcessInputStepResult
}

/**
 * An input processor for a Mastra agent: each call of the model sees the agent's instructions, the state and the newest
 * message or result, and nothing else. Mastra keeps its loop, tools, memory and approvals. Put it last in the list. `session` is that
 * of calls without a memory thread.
 */
export function stateProcessor<const Schema extends AnySchema>({
  skill,
  session,
}: StateOptions<Schema>): StateProcessor {
  warnUntested({
    adapter: '@skill-state/mastra',
    framework: '@mastra/core',
    version: mastra.version,
    tested: ['1.71.0', '1.71.0'],
  })
  const middleware = stateMiddleware({ skill })
  return {
    id: 'skill-state',
    processInputStep({ model, messages, providerOptions, state }) {
      const named = messages.findLast(({ threadId }) => threadId)?.threadId ?? session
      if (named === undefined) {
        const message =
          'no session is named: call the agent with memory: { thread, resource }, or give the option session'
        throw invalidOption(message)
      }
      state.model ??= model // Mastra hands the model of a step on to the next one
      const inner = state.model as Parameters<typeof wrapLanguageModel>[0]['model']
      const wrapped: unknown = wrapLanguageModel({
        model: inner,
        middleware: [withDenials(messages), middleware],
      })
      return {
        model: wrapped as ProcessInputStepResult['model'], // Mastra's type asks for more than it calls
        providerOptions: { ...providerOptions, skillState: { session: named } },
      }
    },
  }
}

/** Says in a prompt which calls a person has denied. Mastra gives the model the reason as any other result. */
function withDenials(messages: readonly MastraDBMessage[]): LanguageModelMiddleware {
  const reasons = new Map(
    messages
      .flatMap(({ content }) => content.parts)
      .flatMap((part): [string, string | undefined][] => {
        if (part.type !== 'tool-invocation' || part.toolInvocation.state !== 'output-denied') return []
        const { toolCallId, approval } = part.toolInvocation as {
          toolCallId: string
          approval?: { reason?: string }
        }
        return [[toolCallId, approval?.reason]]
      }),
  )
  return {
    specificationVersion: 'v4',
    transformParams: async ({ params }) => ({
      ...params,
      prompt: params.prompt.map((message) => {
        if (message.role !== 'tool') return message
        const content = message.content.map((part) => {
          if (part.type !== 'tool-result' || !reasons.has(part.toolCallId)) return part
          return {
            ...part,
            output: { type: 'execution-denied' as const, reason: reasons.get(part.toolCallId) },
          }
        })
        return { ...message, content }
      }),
    }),
  }
}
