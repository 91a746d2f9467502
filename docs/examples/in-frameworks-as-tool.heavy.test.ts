import { AIMessage } from '@langchain/core/messages'
import { fakeModel } from '@langchain/core/testing'
import { Mastra } from '@mastra/core/mastra'
import { type Model as AgentsModel, run, setTracingDisabled, Usage } from '@openai/agents'
import { type Agent, type AsToolOptions, agent, memorySessions, type SessionStore } from '@skill-state/agent'
import { honest } from '@skill-state/models'
import { type Model, promptText } from '@skill-state/protocol'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as aiSdk from './in-ai-sdk-as-tool.ts'
import * as langchain from './in-langchain-as-tool.ts'
import * as mastra from './in-mastra-as-tool.ts'
import * as agents from './in-openai-agents-as-tool.ts'

setTracingDisabled(true)
const input = { message: 'Flight F2 to Rome' }
const settings = { description: 'Books flights.' }

const travelModel: Model = {
  id: 'travel',
  capabilities: { prices: { date: '2026-01-02', input: 0.5, output: 0 } },
  async generate({ prompt }) {
    const action = promptText(prompt).includes('Booked F2')
      ? { reply: 'F2 is booked.' }
      : promptText(prompt).includes('was denied')
        ? { reply: 'Then not.' }
        : { book: { flight: 'F2' } }
    const text = JSON.stringify({ state_patch: {}, action })
    const usage = { inputTokens: 1_000_000, outputTokens: 1 }
    return { text, finishReason: 'stop', model: 'travel', usage }
  },
}

/** An agent that books, after an approval, and tells so. Each of its two calls of the model costs 0.5 dollars. */
function travel(booked: string[]): Agent<unknown> {
  return agent({
    model: honest(travelModel, { words: ['is booked. Then not.'] }),
    instructions: 'You book.',
    state: { type: 'object', additionalProperties: false },
    tools: {
      book: {
        description: 'Books a flight.',
        input: z.object({ flight: z.string() }),
        approve: () => 'it costs 900',
        execute: async ({ flight }) => {
          booked.push(flight)
          return `Booked ${flight}.`
        },
      },
    },
  })
}

/** A model of the AI SDK that calls the tool, then says what it was told. */
function modelOfAiSdk(): MockLanguageModelV4 {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }
  return new MockLanguageModelV4({
    async doGenerate({ prompt }) {
      const part = prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []))[0]
      const told = part?.type === 'tool-result' && part.output.type === 'text' ? part.output.value : undefined
      return {
        content: [
          told === undefined
            ? { type: 'tool-call', toolCallId: 'c1', toolName: 'travel', input: JSON.stringify(input) }
            : { type: 'text', text: told },
        ],
        finishReason: { unified: told === undefined ? 'tool-calls' : 'stop', raw: undefined },
        usage,
        warnings: [],
      }
    },
  })
}

const modelOfAgents: AgentsModel = {
  async getResponse({ input: items }) {
    const last = Array.isArray(items) ? items.at(-1) : undefined
    const told = last?.type === 'function_call_result' ? textOf(last.output) : undefined
    const called = { type: 'function_call', callId: 'c1', name: 'travel', status: 'completed' } as const
    return {
      usage: new Usage(),
      output: [
        told === undefined
          ? { ...called, arguments: JSON.stringify(input) }
          : {
              type: 'message',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: told }],
            },
      ],
    }
  },
  async *getStreamedResponse() {},
}

function textOf(output: unknown): string {
  return typeof output === 'object' && output !== null && 'text' in output
    ? String(output.text)
    : String(output)
}

type Ask = (travel: Agent<unknown>, options: AsToolOptions) => Promise<string>

/** What the parent is told, in each framework. */
const frameworks: Readonly<Record<string, Ask>> = {
  'AI SDK': async (...given) =>
    (await aiSdk.concierge(modelOfAiSdk(), ...given).generate({ prompt: 'Help' })).text,
  async LangChain(...given) {
    const model = fakeModel()
      .respondWithTools([{ name: 'travel', args: input }])
      .respond((messages) => new AIMessage(messages.at(-1)?.text ?? ''))
    return String(
      (await langchain.concierge(model, ...given).invoke({ messages: 'Help' })).messages.at(-1)?.text,
    )
  },
  'OpenAI Agents': async (...given) =>
    String((await run(agents.concierge(modelOfAgents, ...given), 'Help')).finalOutput),
  async Mastra(...given) {
    const parent = mastra.concierge(modelOfAiSdk() as never, ...given)
    new Mastra({ agents: { parent }, logger: false })
    return (await parent.generate('Help')).text
  },
}

describe.each(Object.entries(frameworks))('an agent as a tool of %s', (_, ask) => {
  test('gives its reply and its cost, and asks a person for its own calls', async () => {
    const booked: string[] = []
    const asked: unknown[] = []
    const onApproval: AsToolOptions['onApproval'] = ({ tool, reason }) => {
      asked.push([tool, reason])
      return true
    }
    const told = await ask(travel(booked), { ...settings, onApproval })
    expect(JSON.parse(told)).toEqual({ reply: 'F2 is booked.', cost: 1 })
    expect([asked, booked]).toEqual([[['book', 'it costs 900']], ['F2']])
  })

  test('tells the parent which session waits for an approval', async () => {
    const booked: string[] = []
    const store: SessionStore = memorySessions()
    const desk = travel(booked)
    const { status, session: id, call, cost } = JSON.parse(await ask(desk, { ...settings, store }))
    expect([status, call, cost, booked]).toEqual([
      'waits for the approval of a person',
      { step: 0, tool: 'book', input: { flight: 'F2' }, reason: 'it costs 900' },
      0.5,
      [],
    ])
    const session = await desk.open({ id, store })
    for await (const _ of session.deny({ step: call.step, reason: 'too dear' }));
    expect([session.messages(1)[0]?.text, booked]).toEqual(['Then not.', []])
  })
})
