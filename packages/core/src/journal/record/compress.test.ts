import { brotliCompressSync } from 'node:zlib'
import type { JsonObject } from '@skill-state/protocol'
import { describe, expect, it } from 'vitest'
import { compileSkill } from '../../compile-skill.ts'
import { mergeState } from '../../merge.ts'
import { memoryJournal } from '../memory.ts'
import { openJournal } from '../open-journal.ts'
import type { StoredRecord } from '../store.ts'
import { verify } from '../verify.ts'
import { chainOf } from './chain.ts'

const shelves = Array.from({ length: 5_000 }, (_, at): [string, string] => [
  `shelf_${at}`,
  `item_${1_000 + at}`,
])
const large = compileSkill({
  name: 'stock',
  instructions: '',
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  initialState: Object.fromEntries(shelves),
})

/** Takes steps that each write two keys. */
function play(records: StoredRecord[], steps: number): ReturnType<typeof openJournal> {
  const journal = openJournal(memoryJournal(records), { skill: large, id: 'a' })
  if (journal.position.observation === undefined) journal.started({ text: 'Event 0.', done: false })
  for (let count = 0; count < steps; count += 1) {
    const { index, state } = journal.position
    const patch = {
      [`shelf_${(index * 7) % 5_000}`]: `item_${index}`,
      [`shelf_${(index * 11) % 5_000}`]: 'none',
    }
    journal.decided({ index, patch, action: `Store item_${index}`, commit: 'before-action' })
    const observation = { text: `Event ${index + 1}: a shipment arrived.`, done: false }
    journal.answered({ index, observation, state: mergeState(state, patch).after })
  }
  return journal
}

/** The records under chain values that match, whatever was changed in their bodies. */
function chained(bodies: readonly string[]): StoredRecord[] {
  const records: StoredRecord[] = []
  for (const body of bodies) records.push({ body, chain: chainOf(records.at(-1)?.chain ?? '', body) })
  return records
}

describe('a large state', () => {
  it.each([1_000, 3_000])('costs at most 300 bytes a step, at T = %d', (steps) => {
    const records: StoredRecord[] = []
    const { position } = play(records, steps)
    const line = '{,"chain":""}\n'.length - 1
    const bytes = records.reduce((sum, { body, chain }) => sum + body.length + chain.length + line, 0)
    expect(bytes / steps).toBeLessThanOrEqual(300)
    const store = memoryJournal(records)
    expect(openJournal(store, { skill: large }).position.state.text).toBe(position.state.text)
    expect(verify(store)).toMatchObject({ steps })
  })

  it('opens as it was, whatever it holds', () => {
    const odd = JSON.parse(
      '{"7":1e-300,"ä":-1.5e-7,"__proto__":{"\\u0000\\\\\\"":["€😀\\ud800",0.1,true,[]]}}',
    ) as JsonObject
    const initialState = { odd, filler: 'x'.repeat(20_000) }
    const skill = compileSkill({ name: 'odd', instructions: '', schema: {}, initialState })
    const records: StoredRecord[] = []
    openJournal(memoryJournal(records), { skill, id: 'a' })
    expect(records[0]?.body.length).toBeLessThan(1_000)
    const { state } = openJournal(memoryJournal(records), { skill }).position
    expect(JSON.stringify(state)).toBe(JSON.stringify(initialState))
    expect(state.text).toBe(skill.initialState.text)
  })

  it.each([
    ['no base64 of a compressed text', 'AAAA'],
    ['no JSON', brotliCompressSync('{"shelf_1":').toString('base64')],
    ['no object', brotliCompressSync('[]').toString('base64')],
    ['longer than any that is written', brotliCompressSync(Buffer.alloc(3 * 2 ** 22 + 1)).toString('base64')],
  ])('is rejected if it is %s', (_, compressed) => {
    const open = { open: 0, format: 1, id: 'a', skill: 'stock', schemaVersion: 1, compressed }
    const store = memoryJournal(chained([JSON.stringify(open)]))
    const rejection = expect.objectContaining({
      code: 'invalid-journal',
      message: expect.stringMatching(/^record 1 /),
    })
    expect(() => openJournal(store, { skill: large })).toThrow(rejection)
    expect(() => verify(store)).toThrow(rejection)
  })
})
