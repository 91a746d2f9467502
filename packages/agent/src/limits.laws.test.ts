import type { StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { type Model, maxUsage } from '@skill-state/protocol'
import { type PlayLimited, testLimits } from '@skill-state/protocol/conformance'
import { memoryResults } from '@skill-state/tools'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Agent, agent, type SessionStore } from './index.ts'

type Turn = (session: Awaited<ReturnType<Agent<unknown>['open']>>, round: number) => Promise<unknown>

/** A process for each turn; one that dies leaves what was on record by then. */
function door(scope: 'session' | 'message', turn: Turn): PlayLimited {
  let records: StoredRecord[] = []
  let round = 0
  return async (model, limit) => {
    const own = [...records]
    records = own
    const store: SessionStore = {
      open: () => {
        const journal = memoryJournal(own)
        return { journal, results: memoryResults(), close: () => journal.close() }
      },
    }
    const options = { instructions: 'Talk.', state: z.object({}), tools: {}, onWarning: () => {} }
    const made = agent({ ...options, model, limits: { [scope]: limit } })
    const session = await made.open({ id: 'a', store })
    await turn(session, round++)
  }
}

const doors: readonly (readonly ['session' | 'message', Turn])[] = [
  ['session', (session, round) => session.ask(`message ${round}`)],
  ['message', (session, round) => (round === 0 ? session.ask('hello') : session.resume().turn)],
]

describe.each(doors)('the limits of a %s', (scope, turn) => {
  const reply = '{"state_patch": {}, "action": {"reply": "Noted."}}'
  for (const { name, run } of testLimits({ open: () => door(scope, turn), reply, cases: 150 }))
    test(name, run)
})

test('a session that is opened for each request stops, although no reply can be read', async () => {
  let requests = 0
  const capabilities = { maxOutputTokens: 500 }
  const model: Model = {
    id: 'garbage',
    capabilities,
    generate: async (request) => {
      requests += 1
      const { inputTokens, outputTokens = 0 } = maxUsage(request, capabilities)
      return { text: '{"action": 1}', finishReason: 'stop', model: 'm', usage: { inputTokens, outputTokens } }
    },
  }
  const play = door('session', (session, round) => session.ask(`message ${round}`))
  for (let round = 0; round < 12; round += 1) await play(model, { tokens: 20_000 })
  expect(requests).toBeGreaterThan(2)
  expect(requests).toBeLessThan(9)
})
