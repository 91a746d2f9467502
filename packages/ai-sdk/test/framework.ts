import type { AdapterRun, AdapterSetup, SentMessage, TurnReport } from '@skill-state/agent/conformance'
import type { JsonObject } from '@skill-state/protocol'
import {
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  ToolLoopAgent,
  type ToolSet,
  tool,
  wrapLanguageModel,
} from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { stateAgent, stateStep } from '../src/index.ts'
import { asPrompt, transcriptOf } from '../src/transcript.ts'
import type { CallOptions, GenerateResult, StreamPart } from '../src/types.ts'

/** How the AI SDK is used: as an agent that generates or streams, or an existing one with a `prepareStep`. */
export type Way = 'generate' | 'stream' | 'prepareStep'

/** The suite's desk in the AI SDK. `spoil` changes what reaches the model, as a faulty adapter would. */
export function framework(
  setup: AdapterSetup,
  way: Way,
  spoil: (params: CallOptions) => CallOptions = (params) => params,
): AdapterRun {
  const sent: SentMessage[][] = []
  const spans: ('model' | 'tool')[] = []
  const model = scriptedModel(setup.reply, (options) => sent.push(options.prompt.map(sentMessage)))
  const spoiled = wrapLanguageModel({
    model,
    middleware: { specificationVersion: 'v4', transformParams: async ({ params }) => spoil(params) },
  })
  const agent = agentOf(setup, way, spoiled, spans)
  const messages: ModelMessage[] = []

  const run = async (signal: AbortSignal | undefined, maxSteps = 60): Promise<TurnReport> => {
    const call = {
      messages: [...messages],
      options: { session: setup.session },
      abortSignal: signal as never,
    }
    limits.steps = maxSteps
    const pieces: string[] = []
    let result: Pick<
      Awaited<ReturnType<typeof agent.generate>>,
      'responseMessages' | 'content' | 'text' | 'finishReason'
    >
    if (way === 'stream') {
      const stream = await agent.stream(call)
      for await (const part of stream.fullStream) {
        if (part.type === 'error') throw part.error
        if (part.type === 'text-delta') pieces.push(part.text)
        if (part.type === 'abort') return { end: 'aborted', text: '', pieces }
      }
      const [responseMessages, content, text, finishReason] = await Promise.all([
        stream.responseMessages,
        stream.content,
        stream.text,
        stream.finishReason,
      ])
      result = { responseMessages, content, text, finishReason }
    } else result = await agent.generate(call)
    messages.push(...result.responseMessages)
    if (result.content.some(({ type }) => type === 'tool-approval-request'))
      return { end: 'approval', text: '', pieces }
    if (result.finishReason === 'tool-calls') return { end: 'steps', text: '', pieces }
    return { end: 'replied', text: result.text, pieces }
  }
  return {
    sent,
    transcript: () => transcriptOf(messages.map(asPrompt)),
    spans: () => spans,
    say(text, { signal, maxSteps, image } = {}) {
      const file = { type: 'file', mediaType: 'image/png', data: image ?? '' } as const
      messages.push({ role: 'user', content: image ? [{ type: 'text', text }, file] : text })
      return run(signal, maxSteps)
    },
    edit(back, text) {
      const said = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
      messages.length = said.at(-1 - back) ?? 0
      return this.say(text)
    },
    decide(approved, reason) {
      const request = messages
        .flatMap(({ role, content }) => (role === 'assistant' && typeof content !== 'string' ? content : []))
        .findLast((part) => part.type === 'tool-approval-request')
      if (request === undefined) throw new Error('no call waits for approval')
      const { approvalId } = request
      messages.push({
        role: 'tool',
        content: [{ type: 'tool-approval-response', approvalId, approved, reason }],
      })
      return run(undefined)
    },
  }
}

/** `stopWhen` of an agent is one of its settings. */
const limits = { steps: 60 }

function agentOf(setup: AdapterSetup, way: Way, model: LanguageModel, spans: ('model' | 'tool')[]) {
  const { agent, own, instructions, session } = setup
  const skill = own ?? agent
  const settings = {
    model,
    instructions,
    tools: toolsOf(setup),
    toolApproval: Object.fromEntries(
      setup.tools.filter(({ approve }) => approve).map(({ name }) => [name, 'user-approval' as const]),
    ),
    maxRetries: 0,
    stopWhen: ({ steps }: { readonly steps: readonly unknown[] }) => steps.length >= limits.steps,
    onError: () => {},
    telemetry: {
      isEnabled: true,
      integrations: {
        onLanguageModelCallStart: () => void spans.push('model'),
        onToolExecutionStart: () => void spans.push('tool'),
      },
    },
  }
  if (way !== 'prepareStep') return stateAgent({ ...settings, skill })
  return new ToolLoopAgent<{ session: string }, ToolSet>({
    ...settings,
    prepareStep: stateStep({ skill, session }),
  })
}

function toolsOf({ tools }: AdapterSetup): ToolSet {
  const entries = tools.map(({ name, description, input, execute }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema<JsonObject>(input as never),
      execute: (given, { toolCallId }) => execute(given, toolCallId),
    }),
  ])
  return Object.fromEntries(entries) as ToolSet
}

const usage: GenerateResult['usage'] = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
}

/** A model of the AI SDK that answers what a function says to the last message. */
export function scriptedModel(
  reply: (text: string, signal: AbortSignal | undefined) => string | Promise<string>,
  hear: (options: CallOptions) => void = () => {},
): MockLanguageModelV4 {
  const answer = (options: CallOptions): string | Promise<string> => {
    hear(options)
    return reply(sentMessage(options.prompt.at(-1)).text, options.abortSignal)
  }
  const finish = { finishReason: { unified: 'stop', raw: undefined } as const, usage }
  return new MockLanguageModelV4({
    doGenerate: async (options) => ({
      content: [{ type: 'text', text: await answer(options) }],
      ...finish,
      warnings: [],
    }),
    doStream: async (options) => {
      const text = await answer(options)
      const pieces = text.match(/[\s\S]{1,7}/g) ?? []
      const parts: StreamPart[] = [
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '1' },
        ...pieces.map((delta): StreamPart => ({ type: 'text-delta', id: '1', delta })),
        { type: 'text-end', id: '1' },
        { type: 'finish', ...finish },
      ]
      return { stream: ReadableStream.from(parts) as ReadableStream<StreamPart> }
    },
  })
}

function sentMessage(message: CallOptions['prompt'][number] | undefined): SentMessage {
  const { role = '', content = '' } = message ?? {}
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  return {
    role,
    text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
    calls: parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : [])),
    results: parts.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])),
  }
}
