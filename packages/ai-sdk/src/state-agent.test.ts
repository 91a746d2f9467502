import { memorySessions } from '@skill-state/agent'
import { embeddedAgent } from '@skill-state/agent/embedded'
import { generateText, isStepCount, type ModelMessage, Output, streamText, tool, wrapLanguageModel } from 'ai'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../test/scripted-model.ts'
import { stateAgent, stateMiddleware, stateStep } from './index.ts'
import type { CallOptions } from './types.ts'

/** What a model answers: a patch if it has entries, a call or a text. */
const answer = (patch: object, call: object, text = '') => ({
  text,
  calls: Object.entries({ ...(Object.keys(patch).length > 0 && { update_state: patch }), ...call }).map(
    ([name, input]) => ({ name, input: JSON.stringify(input) }),
  ),
})

const state = z.object({ city: z.string().max(20).default('') })

const weather = tool({
  description: 'Tells the weather.',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => `Sun in ${city}.`,
})

const model = (hear?: (options: CallOptions) => void) =>
  scriptedModel((prompt) => {
    if (!prompt.includes('\nResult: ')) return answer({ city: 'Rome' }, { weather: { city: 'Rome' } })
    return answer({}, {}, 'It is sunny.')
  }, hear)

test('an agent keeps a state for each session, and says what it did not show', async () => {
  const skill = embeddedAgent({ state, sessions: memorySessions() })
  const agent = stateAgent({ model: model(), instructions: 'Weather.', tools: { weather }, skill })
  const result = await agent.generate({ prompt: 'How is Rome?', options: { session: 'a' } })
  expect(result.text).toBe('It is sunny.')
  expect(result.totalUsage.inputTokens).toBe(20)
  expect(result.providerMetadata).toEqual({ skillState: { session: 'a', step: 1, dropped: 2 } })
  const [one, other] = [await skill.open('a'), await skill.open('b')]
  expect([one.state, other.state]).toEqual([{ city: 'Rome' }, { city: '' }])
})

test('a model with the middleware works in streamText, with its settings', async () => {
  const sent: CallOptions[] = []
  const result = streamText({
    model: wrapLanguageModel({
      model: model((options) => sent.push(options)),
      middleware: stateMiddleware({ skill: { state } }),
    }),
    providerOptions: { skillState: { session: 'a' }, other: { kept: true } },
    temperature: 0.5,
    instructions: 'Weather.',
    tools: { weather },
    stopWhen: isStepCount(5),
    prompt: 'How is Rome?',
  })
  expect(await result.text).toBe('It is sunny.')
  const settings = sent.map(({ temperature, tools = [] }) => [temperature, tools.map(({ name }) => name)])
  const tools = ['weather', 'read_result', 'update_state']
  expect(settings).toEqual([
    [0.5, tools],
    [0.5, tools],
  ])
})

test('by prepareStep the AI SDK carries no more than the last call and its result', async () => {
  const lengths: number[] = []
  const prepare = stateStep({ skill: { state }, session: 'a' })
  const result = await generateText({
    model: scriptedModel((prompt) => {
      const step = /"city": ?"(x*)"/.exec(prompt)?.[1]?.length ?? 0
      if (step === 9) return 'Enough.'
      return answer({ city: 'x'.repeat(step + 1) }, { weather: { city: 'x' } })
    }),
    tools: { weather },
    stopWhen: isStepCount(20),
    prepareStep: (step) => {
      lengths.push(step.messages.length)
      return prepare(step)
    },
    prompt: 'Go on.',
  })
  expect(result.text).toBe('Enough.')
  expect(Math.max(...lengths)).toBeLessThanOrEqual(4)
  expect(result.responseMessages).toHaveLength(19)
})

const address = [{ type: 'file' as const, mediaType: 'image/png', data: new URL('https://a.example/b.png') }]

test.each<[what: string, first: ModelMessage, most: number]>([
  ['the newest messages of a long conversation', { role: 'user', content: 'How is Rome?' }, 2],
  ['all messages if one has to be fetched', { role: 'user', content: address }, 79],
])('an agent leaves the AI SDK %s', async (_, first, most) => {
  const lengths: number[] = []
  const agent = stateAgent({
    model: Object.defineProperty(model(), 'supportedUrls', { value: { '*/*': [/.*/] } }),
    tools: { weather },
    skill: { state },
    onStepStart: ({ messages }) => void lengths.push(messages.length),
  })
  const messages: ModelMessage[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    messages.push(turn === 0 ? first : { role: 'user', content: `And on day ${turn}?` })
    const result = await agent.generate({ messages, options: { session: 'a' } })
    expect(result.text).toBe('It is sunny.')
    messages.push(...result.responseMessages)
    const { dropped } = result.providerMetadata?.skillState ?? {}
    expect(dropped).toBe(messages.length - 2) // the result is shown, and its answer is not there yet
  }
  expect(messages).toHaveLength(80)
  expect(Math.max(...lengths)).toBe(most)
})

test('what a state cannot do is one clear line', async () => {
  const middleware = stateMiddleware({ skill: { state } })
  const call = { model: wrapLanguageModel({ model: model(), middleware }), prompt: 'Hi', maxRetries: 0 }
  await expect(generateText(call)).rejects.toThrow('no session is named: give the option session')
  const [asText, prompt] = [stateMiddleware({ skill: { state, toolCalls: 'text' }, session: 'a' }), 'Hi']
  const data = {
    model: wrapLanguageModel({ model: model(), middleware: asText }),
    prompt,
    output: Output.object({ schema: z.object({}) }),
  }
  await expect(generateText(data)).rejects.toThrow('output: data of a schema needs a model that calls tools')
})

test('a model that cannot call tools is asked and answers in text', async () => {
  const sent: CallOptions[] = []
  const asText = scriptedModel(
    (prompt) => {
      const action = prompt.includes('\nResult: ') ? { reply: 'It is sunny.' } : { weather: { city: 'Rome' } }
      return JSON.stringify({ state_patch: { city: 'Rome' }, action })
    },
    (options) => sent.push(options),
  )
  const skill = { state, toolCalls: 'text' } as const
  const agent = stateAgent({ model: asText, instructions: 'Weather.', tools: { weather }, skill })
  const result = await agent.generate({ prompt: 'How is Rome?', options: { session: 'a' } })
  expect(result.text).toBe('It is sunny.')
  expect(sent.map(({ prompt, tools }) => [prompt.length, tools])).toEqual([
    [1, undefined],
    [1, undefined],
  ])
})

test('an error of the provider before the first word is retried by the AI SDK', async () => {
  let calls = 0
  const failing = scriptedModel(() => {
    calls += 1
    if (calls === 1) throw Object.assign(new Error('busy'), { name: 'AI_RetryError' })
    return 'Here.'
  })
  const agent = stateAgent({ model: failing, tools: {}, skill: { state }, maxRetries: 0 })
  const ask = async (): Promise<string> =>
    (await agent.generate({ prompt: 'Hi', options: { session: 'a' } })).text
  await expect(ask()).rejects.toThrow('busy')
  expect(await ask()).toBe('Here.')
})
