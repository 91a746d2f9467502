import { clock, promptText } from '@skill-state/protocol'
import { afterEach, expect, test } from 'vitest'
import { MemoryHost } from '../../test/memory-host.ts'
import { agent } from '../agent.ts'

const system = { ...clock }
afterEach(() => {
  Object.assign(clock, system)
})

/** Steps until it is stopped: the model never replies. */
const restless = (limits: { wallTimeMs?: number; steps?: number }, name = 'a') =>
  agent({
    name,
    model: {
      id: 'restless',
      capabilities: {},
      generate: async ({ prompt }) => {
        const n = Number(/"n": ?(\d+)/.exec(promptText(prompt))?.[1] ?? 0) + 1
        const text = `\`\`\`json\n{"state_patch": {"n": ${n}}, "action": {"look": {"n": ${n}}}}\n\`\`\``
        return { text, finishReason: 'stop', usage: {}, model: 'restless' }
      },
    },
    instructions: 'Look.',
    state: { type: 'object', properties: { n: { type: 'integer' } }, additionalProperties: false },
    initialState: { n: 0 },
    tools: { look: { description: 'Looks.', input: { type: 'object' }, execute: async () => 'nothing' } },
    limits: { message: { steps: 100_000, ...limits } },
    onWarning: () => {},
  })

test('a second run of a turn reaches the limit of time at the same step, whatever the clock says then', async () => {
  let time = 0
  clock.now = () => {
    time += 1_000 + (time % 7) * 300
    return time
  }
  const host = new MemoryHost(() => restless({ wallTimeMs: 60_000 }) as never)
  // The host plays each turn twice, and throws if the second run comes to another end.
  const turn = await host.tell('s', { send: 'Go.' })
  expect(turn).toMatchObject({ end: 'limit', limit: 'message.wallTimeMs' })
  expect(turn.steps).toBeGreaterThan(5)
})

/** Bytes on record of the host for each of so many steps, at three steps a message. */
async function bytesPerStep(steps: number): Promise<number> {
  const host = new MemoryHost(() => restless({ steps: 3 }) as never)
  let before = 0
  for (let step = 0; step < steps; step += 3) {
    if (step + 60 >= steps && before === 0) before = host.bytes
    await host.tell('s', { send: 'Go.', id: `${step}` })
  }
  return (host.bytes - before) / 60
}

test('what is on record of a step does not grow with the session', async () => {
  const [early, late] = [await bytesPerStep(120), await bytesPerStep(960)]
  expect(late / early).toBeLessThan(1.1)
})

/** A host whose model gives these replies; a reply that is an error is thrown. */
function answering(replies: readonly (string | Error)[]): MemoryHost {
  let asked = 0
  const model = {
    id: 'listed',
    generate: async () => {
      const reply = replies[Math.min(asked, replies.length - 1)] ?? ''
      asked += 1
      if (reply instanceof Error) throw reply
      return { text: reply, finishReason: 'stop', usage: {}, model: 'listed' }
    },
  }
  const state = { type: 'object', additionalProperties: false } as const
  return new MemoryHost(
    () => agent({ model: model as never, instructions: '', state, initialState: {}, tools: {} }) as never,
  )
}

test("what the model throws is the turn's end and not the host's, and the message waits", async () => {
  const host = answering([new Error('The provider is down.')])
  const turn = await host.tell('s', { send: 'Go.', id: 'm1' })
  expect(turn).toMatchObject({ end: 'failed', reasons: ['The provider is down.'], resumable: true })
})
