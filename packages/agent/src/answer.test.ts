import { type Model, promptText } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { type AgentEvent, agent, memorySessions, type Session } from './index.ts'

const written = (state_patch: object, action: object): string =>
  `\`\`\`json\n${JSON.stringify({ state_patch, action })}\n\`\`\``

const prompts: string[] = []

function model(): Model {
  return {
    id: 'rules',
    generate: async ({ prompt }) => {
      prompts.push(promptText(prompt))
      const text = !promptText(prompt).includes('\nResult: ')
        ? written({ asked: true }, { ring: { times: 2 } })
        : written({}, { reply: 'Done.' })
      return { text, finishReason: 'stop', usage: {}, model: 'rules' }
    },
  }
}

const bell = agent({
  model: model(),
  instructions: 'You ring.',
  state: {
    type: 'object',
    properties: { asked: { type: 'boolean' } },
    additionalProperties: false,
  },
  tools: {
    ring: {
      description: 'Rings.',
      input: { type: 'object', properties: { times: { type: 'integer' } } },
    },
  },
})

async function ends(events: AsyncIterable<AgentEvent>): Promise<unknown> {
  let end: unknown
  for await (const event of events) if (event.type === 'turn-ended') end = event.end
  return end
}

const store = memorySessions()
const openBell = (id: string): Promise<Session<unknown>> => bell.open({ id, store })

test('a call of a tool without execute waits for its result, also in another process', async () => {
  const first = await openBell('a')
  expect(await ends(first.send('Ring.'))).toBe('waiting')
  expect(first.call).toEqual({ step: 0, tool: 'ring', input: { times: 2 } })
  expect(first.approval).toBeUndefined()
  expect(first.state).toEqual({})
  await first.close()
  const later = await openBell('a')
  await expect(ends(later.answer({ step: 3, result: '' }))).rejects.toThrow(
    'step 3 does not wait for a result: step 0 waits',
  )
  expect(await ends(later.answer({ step: 0, result: { rang: 2 } }))).toBe('replied')
  expect(later.state).toEqual({ asked: true })
  expect(later.idle).toBe(true)
})

test('a call that failed keeps its patch, and the model is told what is in doubt', async () => {
  const session = await openBell('b')
  await ends(session.send('Ring.'))
  expect(await ends(session.answer({ step: 0, result: 'no bell', failed: true }))).toBe('replied')
  expect(session.state).toEqual({ asked: true })
  expect(prompts.at(-1)).toMatch(/Notice: In doubt, .* \(old → new\): \/asked: nothing → true\. /)
})
