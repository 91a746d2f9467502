import type { AdapterRun, AdapterSetup, SentRequest } from '@skill-state/agent/conformance'
import type { JsonObject } from '@skill-state/protocol'
import {
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  Output,
  ToolLoopAgent,
  type ToolSet,
  tool,
  wrapLanguageModel,
} from 'ai'
import { stateAgent, stateStep } from '../src/index.ts'
import { asPrompt, readPrompt } from '../src/transcript.ts'
import type { CallOptions } from '../src/types.ts'
import { scriptedModel, sentRequest } from './scripted-model.ts'

/** How the AI SDK is used: as an agent that generates or streams, or an existing one with a `prepareStep`. */
export type Way = 'generate' | 'stream' | 'prepareStep'

type TurnReport = Awaited<ReturnType<AdapterRun['say']>>
type SayOptions = NonNullable<Parameters<AdapterRun['say']>[1]>

/** The suite's desk in the AI SDK. `spoil` changes what reaches the model, as a faulty adapter would. */
export function framework(
  setup: AdapterSetup,
  way: Way,
  spoil: (params: CallOptions) => CallOptions = (params) => params,
): AdapterRun {
  const sent: SentRequest[] = []
  const spans: ('model' | 'tool')[] = []
  const model = scriptedModel(setup.reply, (options) => sent.push(sentRequest(options)))
  const spoiled = wrapLanguageModel({
    model,
    middleware: { specificationVersion: 'v4', transformParams: async ({ params }) => spoil(params) },
  })
  const messages: ModelMessage[] = []

  const run = async (options: SayOptions = {}): Promise<TurnReport> => {
    const { signal, maxSteps = 60, output } = options
    const agent = agentOf(setup, way, spoiled, spans, options)
    const call = {
      messages: [...messages],
      options: { session: setup.session },
      abortSignal: signal as never,
    }
    limits.steps = maxSteps
    const pieces: string[] = []
    let result: Pick<
      Awaited<ReturnType<typeof agent.generate>>,
      'responseMessages' | 'content' | 'text' | 'finishReason' | 'reasoningText'
    >
    if (way === 'stream') {
      const stream = await agent.stream(call)
      for await (const part of stream.fullStream) {
        if (part.type === 'error') throw part.error
        if (part.type === 'text-delta') pieces.push(part.text)
        if (part.type === 'abort') return { end: 'aborted', text: '', pieces }
      }
      const [responseMessages, content, text, finishReason, reasoningText] = await Promise.all([
        stream.responseMessages,
        stream.content,
        stream.text,
        stream.finishReason,
        stream.reasoningText,
      ])
      result = { responseMessages, content, text, finishReason, reasoningText }
    } else result = await agent.generate(call)
    messages.push(...result.responseMessages)
    if (result.content.some(({ type }) => type === 'tool-approval-request'))
      return { end: 'approval', text: '', pieces }
    if (result.finishReason === 'tool-calls') return { end: 'steps', text: '', pieces }
    const { text, content } = result
    const results = content.filter(({ type }) => type === 'tool-result')
    const beside = `${result.reasoningText} ${JSON.stringify(results)}`
    return { end: 'replied', text, pieces, data: output && JSON.parse(text), beside }
  }
  return {
    sent,
    transcript: () => readPrompt(messages.map(asPrompt)).transcript,
    spans: () => spans,
    say(text, options = {}) {
      const { image } = options
      const file = { type: 'file', mediaType: 'image/png', data: image ?? '' } as const
      messages.push({ role: 'user', content: image ? [{ type: 'text', text }, file] : text })
      return run(options)
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
      return run()
    },
  }
}

/** `stopWhen` of an agent is one of its settings. */
const limits = { steps: 60 }

function agentOf(
  setup: AdapterSetup,
  way: Way,
  model: LanguageModel,
  spans: ('model' | 'tool')[],
  { output, toolChoice }: SayOptions,
) {
  const { agent, own, session, marked } = setup
  const cacheControl = { anthropic: { cacheControl: { type: 'ephemeral' } } }
  const instructions = marked
    ? { role: 'system' as const, content: setup.instructions, providerOptions: cacheControl }
    : setup.instructions
  const skill = own ?? agent
  const settings = {
    model,
    instructions,
    tools: toolsOf(setup),
    toolChoice: toolChoice ?? ('auto' as const),
    output: (output && Output.object({ schema: jsonSchema(output as never) })) as never,
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

function drawing(image: string) {
  const data = { type: 'data' as const, data: image }
  return { type: 'content' as const, value: [{ type: 'file' as const, mediaType: 'image/png', data }] }
}

function toolsOf({ tools, searches }: AdapterSetup): ToolSet {
  const entries = tools.map(({ name, description, input, draws, execute }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema<JsonObject>(input as never),
      execute: (given, { toolCallId }) => execute(given, toolCallId),
      toModelOutput: ({ output }) => (draws ? drawing(output) : { type: 'text', value: output }),
    }),
  ])
  const web_search = {
    type: 'provider',
    isProviderExecuted: true,
    id: 'toy.web_search',
    args: {},
    inputSchema: jsonSchema({ type: 'object' }),
    outputSchema: jsonSchema({}),
  }
  return { ...Object.fromEntries(entries), ...(searches && { web_search }) } as ToolSet
}
