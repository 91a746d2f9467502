import { memorySessions } from '@skill-state/agent'
import { embeddedAgent } from '@skill-state/agent/embedded'
import { generateText, isStepCount, streamText, tool, wrapLanguageModel } from 'ai'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../test/framework.ts'
import { stateAgent, stateMiddleware, stateStep } from './index.ts'
import type { CallOptions } from './types.ts'

const written = (state_patch: object, action: object): string =>
  `\`\`\`json\n${JSON.stringify({ state_patch, action })}\n\`\`\``

const state = z.object({ city: z.string().max(20).default('') })

const weather = tool({
  description: 'Tells the weather.',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => `Sun in ${city}.`,
})

const model = (hear?: (options: CallOptions) => void) =>
  scriptedModel((prompt) => {
    if (!prompt.includes('\nResult: ')) return written({ city: 'Rome' }, { weather: { city: 'Rome' } })
    return written({}, { reply: 'It is sunny.' })
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
  expect(sent.map(({ temperature, tools, toolChoice }) => ({ temperature, tools, toolChoice }))).toEqual([
    { temperature: 0.5, tools: undefined, toolChoice: undefined },
    { temperature: 0.5, tools: undefined, toolChoice: undefined },
  ])
})

test('by prepareStep the AI SDK carries no more than the last call and its result', async () => {
  const lengths: number[] = []
  const prepare = stateStep({ skill: { state }, session: 'a' })
  const result = await generateText({
    model: scriptedModel((prompt) => {
      const step = /"city": ?"(x*)"/.exec(prompt)?.[1]?.length ?? 0
      if (step === 9) return written({}, { reply: 'Enough.' })
      return written({ city: 'x'.repeat(step + 1) }, { weather: { city: 'x' } })
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

test('what a state cannot do is one clear line', async () => {
  const middleware = stateMiddleware({ skill: { state } })
  const call = { model: wrapLanguageModel({ model: model(), middleware }), prompt: 'Hi', maxRetries: 0 }
  await expect(generateText(call)).rejects.toThrow('no session is named: give the option session')
  const provided = {
    type: 'provider',
    id: 'openai.web_search',
    args: {},
    inputSchema: z.object({}),
    isProviderExecuted: true,
  } as const
  const named = {
    ...call,
    providerOptions: { skillState: { session: 'a' } },
    tools: { web_search: provided },
  }
  await expect(generateText(named)).rejects.toThrow('the tool "web_search" runs at the provider')
})

test('an error of the provider before the first word is retried by the AI SDK', async () => {
  let calls = 0
  const failing = scriptedModel(() => {
    calls += 1
    if (calls === 1) throw Object.assign(new Error('busy'), { name: 'AI_RetryError' })
    return written({}, { reply: 'Here.' })
  })
  const agent = stateAgent({ model: failing, tools: {}, skill: { state }, maxRetries: 0 })
  const ask = async (): Promise<string> =>
    (await agent.generate({ prompt: 'Hi', options: { session: 'a' } })).text
  await expect(ask()).rejects.toThrow('busy')
  expect(await ask()).toBe('Here.')
})
