import type { StoredRecord } from '@skill-state/core/journal'
import { verify } from '@skill-state/core/journal'
import { createMemoryStore } from '@skill-state/core/journal/memory'
import type { Model } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, type Session } from '../index.ts'

const commands = ['approve', 'edit', 'deny', 'answer', 'send', 'stop'] as const
type Command = (typeof commands)[number]

interface Desk {
  readonly session: Session<unknown>
  readonly records: StoredRecord[]
  /** Inputs that were executed. */
  readonly done: number[]
}

/** A desk whose every step asks for a call: by turns one that needs an approval, and one that the caller executes. */
async function desk(): Promise<Desk> {
  const [records, done]: [StoredRecord[], number[]] = [[], []]
  let asked = 0
  const model: Model = {
    id: 'asking',
    generate: async () => {
      asked += 1
      const action = asked % 2 === 1 ? { pay: { id: asked } } : { look: { id: asked } }
      return {
        text: JSON.stringify({ state_patch: {}, action }),
        finishReason: 'stop',
        usage: {},
        model: 'asking',
      }
    },
  }
  const input = { type: 'object', properties: { id: { type: 'integer' } } } as const
  const made = agent({
    model,
    instructions: 'Ask.',
    state: { type: 'object', additionalProperties: false },
    tools: {
      pay: {
        description: 'Pays.',
        input,
        approve: true,
        execute: ({ id }) => {
          done.push(Number(id))
        },
      },
      look: { description: 'Looks.', input },
    },
  })
  const store = {
    open: () => ({ journal: createMemoryStore(records), results: memoryResults(), close: () => {} }),
  }
  const session = await made.open({ id: 'a', store })
  await session.ask('Begin.')
  return { session, records, done }
}

/** What one caller does, who has looked at the calls of these steps. Returns the step whose call may be executed. */
async function command(session: Session<unknown>, name: Command, step: number): Promise<string> {
  const turn = {
    approve: () => session.approve({ step }).turn,
    edit: () => session.approve({ step, input: { id: -1 - step } }).turn,
    deny: () => session.deny({ step, reason: 'no' }).turn,
    answer: () => session.answer({ step, result: `of ${step}` }).turn,
    send: () => session.ask('And this.'),
    stop: () => session.stop(),
  }[name]
  return await Promise.resolve(turn()).then(
    () => 'taken',
    (error: unknown) => (error as { code: string }).code,
  )
}

test('law: of every interleaving of two callers, only a call that was looked at is executed', async () => {
  const one = fc.record({ name: fc.constantFrom(...commands), step: fc.nat(2), pause: fc.nat(6) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(one, { maxLength: 5 }),
      fc.array(one, { maxLength: 5 }),
      async (first, second) => {
        const { session, records, done } = await desk()
        const looked = new Set<number>()
        const caller = async (list: typeof first): Promise<void> => {
          const all = []
          for (const { name, step, pause } of list) {
            for (let tick = 0; tick < pause; tick += 1) await Promise.resolve()
            if (name === 'approve') looked.add(step + 1)
            if (name === 'edit') looked.add(-1 - step)
            all.push(command(session, name, step))
          }
          for (const end of await Promise.all(all)) expect(['taken', 'journal-misuse']).toContain(end)
        }
        await Promise.all([caller(first), caller(second)])
        for (const id of done) expect(looked).toContain(id)
        expect(new Set(done).size).toBe(done.length)
        verify(createMemoryStore(records))
        const steps = [...history(records)]
        for (const { id, text } of steps) expect(text).toContain(`of ${id - 1}`)
      },
    ),
    { numRuns: 300 },
  )
})

/** The calls of `look` that were answered by a caller, with what they were answered. */
function* history(records: readonly StoredRecord[]): Generator<{ id: number; text: string }> {
  let id = 0
  for (const { body } of records) {
    const record = JSON.parse(body) as { action?: { look?: { id: number } }; decided?: number; text?: string }
    if (record.decided !== undefined) id = record.action?.look?.id ?? 0
    const answer = /Result: (of \d+)/.exec(body.startsWith('{"answered":') ? (record.text ?? '') : '')?.[1]
    if (id > 0 && answer !== undefined) yield { id, text: answer }
  }
}

test('a double click approves one call', async () => {
  const { session, done } = await desk()
  const clicks = await Promise.all([command(session, 'approve', 0), command(session, 'approve', 0)])
  expect(clicks).toEqual(['taken', 'journal-misuse'])
  expect(done).toEqual([1])
})
