import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { createTool } from '@mastra/core/tools'
import type { AdapterRun, AdapterSetup, SentRequest } from '@skill-state/agent/conformance'
import type { Entry } from '@skill-state/agent/embedded'
// @boundaries-ignore the tests of both packages script one model of the AI SDK
import { scriptedModel, sentRequest } from '../../ai-sdk/test/scripted-model.ts'
import { stateProcessor } from '../src/index.ts'

type TurnReport = Awaited<ReturnType<AdapterRun['say']>>
type SayOptions = NonNullable<Parameters<AdapterRun['say']>[1]>

/** The desk of the conformance suite as a Mastra agent. */
export function deskInMastra({
  agent: made,
  own,
  session,
  instructions,
  tools,
  reply,
  marked,
  searches,
}: AdapterSetup): AdapterRun {
  const sent: SentRequest[] = []
  const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }
  const web_search = { type: 'provider', id: 'toy.web_search', name: 'web_search', args: {} }
  const provided: Record<string, never> = searches ? { web_search: web_search as never } : {}
  const agent = new Agent({
    id: 'desk',
    name: 'desk',
    instructions: marked
      ? ({ role: 'system', content: instructions, providerOptions } as never)
      : instructions,
    model: scriptedModel(reply, (options) => sent.push(sentRequest(options))) as never, // Mastra's type asks for more
    maxRetries: 0,
    tools: {
      ...provided,
      ...Object.fromEntries(
        tools.map(({ name, description, input, approve, draws, execute }) => [
          name,
          createTool({
            id: name,
            description,
            inputSchema: input as never,
            requireApproval: approve,
            toModelOutput: draws ? drawing : undefined,
            execute: async (given, context) =>
              await execute(given as never, context?.agent?.toolCallId ?? ''),
          }),
        ]),
      ),
    },
    inputProcessors: [stateProcessor({ skill: own ?? made, session })],
  })
  new Mastra({ agents: { desk: agent }, storage: new InMemoryStore(), logger: false })
  type Output = Awaited<ReturnType<typeof agent.stream>>
  let history: unknown[] = []
  let runId = ''

  const report = async (output: Output, options: SayOptions = {}): Promise<TurnReport> => {
    const { signal, output: schema } = options
    const pieces: string[] = []
    let beside = ''
    for await (const chunk of output.fullStream) {
      if (chunk.type === 'text-delta') pieces.push(chunk.payload.text)
      if (chunk.type === 'reasoning-delta') beside += chunk.payload.text
      if (chunk.type === 'tool-result') beside += JSON.stringify(chunk.payload.result)
      if (chunk.type === 'error' && !signal?.aborted) throw chunk.payload.error
    }
    if (signal?.aborted) return { end: 'aborted', text: '', pieces }
    history = output.messageList.get.all.aiV5.model()
    runId = output.runId
    const reason = await output.finishReason
    if (reason === 'suspended') return { end: 'approval', text: '', pieces }
    if (reason === 'tool-calls') return { end: 'steps', text: '', pieces }
    const data: unknown = schema && (await output.object)
    return { end: 'replied', text: await output.text, pieces, data, beside }
  }

  return {
    sent,
    say: async (text, said: SayOptions = {}) => {
      const { signal, maxSteps = 60, image, output: schema, toolChoice } = said
      const file = { type: 'image', image: `data:image/png;base64,${image}`, mediaType: 'image/png' }
      history = [...history, { role: 'user', content: image ? [{ type: 'text', text }, file] : text }]
      const structuredOutput = schema && { schema }
      const options = { maxSteps, abortSignal: signal, toolChoice, structuredOutput }
      return await report(await agent.stream(history as never, options as never), said)
    },
    async edit(back, text) {
      const said = history.flatMap((message, index) =>
        (message as HeldMessage).role === 'user' ? [index] : [],
      )
      history = history.slice(0, said.at(-1 - back))
      return await this.say(text)
    },
    decide: async (isApproved, reason) => {
      const output = isApproved ? agent.approveToolCall({ runId }) : agent.declineToolCall({ runId, reason })
      return await report((await output) as Output)
    },
    transcript: () => history.flatMap((message) => entriesOf(message as HeldMessage)),
    spans: () => [],
  }
}

function drawing(data: unknown): object {
  return { type: 'content', value: [{ type: 'media', mediaType: 'image/png', data }] }
}

/** A message as Mastra holds it for the AI SDK. */
interface HeldMessage {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: string | readonly HeldPart[]
}

interface HeldPart {
  readonly type: string
  readonly text?: string
  readonly toolCallId?: string
  readonly toolName?: string
  readonly input?: never
  readonly output?: { readonly type: string; readonly value: string }
}

function entriesOf({ role, content }: HeldMessage): readonly Entry[] {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const text = parts.map((part) => part.text ?? '').join('')
  if (role === 'user') return [{ by: 'user', text }]
  if (role === 'assistant') {
    const calls = (parts as HeldPart[]).flatMap(
      ({ type, toolCallId: id = '', toolName: tool = '', input }) => {
        return type === 'tool-call' ? [{ id, tool, input: input ?? null }] : []
      },
    )
    return [{ by: 'assistant', text, calls }]
  }
  return (parts as HeldPart[]).map(({ toolCallId: call = '', output }) => {
    const outcome = output?.type === 'error-text' ? 'failed' : undefined
    return { by: 'tool', call, result: output?.value, outcome }
  })
}
