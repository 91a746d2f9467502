import type { StoredRecord } from '@skill-state/core/journal'
import { verify } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
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

/** What the tool of a session does, and what it and the model wait for. */
interface Place {
  readonly done: number[]
  readonly gate: () => Promise<void> | void
}

/** Asks by turns for a call that needs an approval, and for one that the caller executes. */
function asking(gate: Place['gate']): Model {
  let asked = 0
  return {
    id: 'asking',
    generate: async () => {
      asked += 1
      const action = asked % 2 === 1 ? { pay: { id: asked } } : { look: { id: asked } }
      await gate()
      const text = JSON.stringify({ state_patch: {}, action })
      return { text, finishReason: 'stop', usage: {}, model: 'asking' }
    },
  }
}

const input = { type: 'object', properties: { id: { type: 'integer' } } } as const

const payer = agent({
  model: asking(() => {}),
  instructions: 'Ask.',
  state: { type: 'object', additionalProperties: false },
  tools: {
    pay: {
      description: 'Pays.',
      input,
      approve: true,
      execute: async ({ id }, { signal, context }) => {
        const { gate, done } = context as Place
        await gate()
        if (!signal.aborted) done.push(Number(id))
      },
    },
    look: { description: 'Looks.', input },
  },
})

async function desk(gate: Place['gate'] = () => {}): Promise<Desk> {
  const [records, done]: [StoredRecord[], number[]] = [[], []]
  const store = {
    open: () => ({ journal: memoryJournal(records), results: memoryResults(), close: () => {} }),
  }
  const session = await payer.open({ id: 'a', store, model: asking(gate), context: { done, gate } })
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
        verify(memoryJournal(records))
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

/** Everything that can happen next: a command of some caller, or the model or the tool under way goes on. */
const moves = [
  ['approve', 0],
  ['edit', 0],
  ['deny', 0],
  ['answer', 1],
  ['approve', 2],
  ['send', 0],
  ['stop', 0],
  ['goes on', 0],
] as const
type Move = (typeof moves)[number]

/** All orders of so many moves. */
function* orders(length: number): Generator<readonly Move[]> {
  if (length === 0) yield []
  else for (const rest of orders(length - 1)) for (const move of moves) yield [...rest, move]
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Plays the moves, and then lets all go on that has begun. Returns what was executed without having been looked at. */
async function played(order: readonly Move[]): Promise<readonly number[]> {
  const waiting: (() => void)[] = []
  let isGated = false
  const { session, records, done } = await desk(() => {
    if (isGated) return new Promise<void>((resolve) => waiting.push(resolve))
  })
  isGated = true
  const [looked, wrong, ends]: [Set<number>, number[], Promise<string>[]] = [new Set(), [], []]
  for (const [name, step] of order) {
    if (name === 'approve') looked.add(step + 1)
    if (name === 'edit') looked.add(-1 - step)
    if (name === 'goes on') waiting.shift()?.()
    else ends.push(command(session, name, step))
    await settled()
  }
  isGated = false
  for (const goOn of waiting) goOn()
  for (const end of await Promise.all(ends)) expect(['taken', 'journal-misuse']).toContain(end)
  verify(memoryJournal(records))
  for (const { id, text } of history(records)) if (!text.includes(`of ${id - 1}`)) wrong.push(id)
  return [...wrong, ...done.filter((id, at) => !looked.has(id) || done.indexOf(id) !== at)]
}

test('in every order of three moves, only a call that was looked at is executed, and nothing hangs', async () => {
  for (const order of orders(3)) expect(await played(order), order.join(' | ')).toEqual([])
})
