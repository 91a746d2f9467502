import { promptText } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { compileSkill } from '../compile-skill.ts'
import { history, openJournal, type StoredRecord } from '../journal/index.ts'
import { memoryJournal } from '../journal/memory.ts'
import { runSkill } from '../run-skill.ts'
import { layouts } from './index.ts'

const skill = {
  name: 'shelves',
  instructions: 'Keep the shelves.',
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  initialState: Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`shelf_${at}`, 'empty'])),
}
const prices = { input: 1, cacheRead: 0.1 }

/** Runs some steps on the records; gives the prompts. */
async function play(
  records: StoredRecord[] | undefined,
  name: 'auto' | 'baseLog' | 'overlay',
  until: number,
) {
  const journal = records && openJournal(memoryJournal(records), { skill: compileSkill(skill), id: 'a' })
  const prompts: string[] = []
  const environment = {
    reset: async () => ({ text: 'event 0', done: false }),
    step: async (action: unknown) => {
      const next = Number(String(action).slice(4)) + 1
      return { text: `event ${next}`, done: next >= until, refused: next % 5 === 0 }
    },
    outcome: async () => ({ reward: 1 }),
    close: async () => {},
  }
  const model = {
    id: 'm',
    generate: async (request: { readonly prompt: Parameters<typeof promptText>[0] }) => {
      const prompt = promptText(request.prompt)
      prompts.push(prompt)
      const step = Number(/event (\d+)/.exec(prompt)?.[1])
      const reply = { state_patch: { [`shelf_${(step * 7) % 60}`]: `item ${step}` }, action: `act ${step}` }
      return { text: JSON.stringify(reply), finishReason: 'stop' as const, usage: {}, model: 'm' }
    },
  }
  const layout = layouts[name]({ prices, minCachedTokens: 0, minStateChars: 0 })
  for await (const _ of runSkill(
    { skill, environment, model, seed: 1 },
    { journal, commit: 'after-accept', reply: { layout } },
  ));
  return prompts
}

test.each(['auto', 'baseLog', 'overlay'] as const)(
  'a journal gives every prompt of %s again, and goes on from any record with the same one',
  async (name) => {
    const records: StoredRecord[] = []
    const prompts = await play(records, name, 50)
    expect(await play(undefined, name, 50)).toEqual(prompts)
    const steps = [...history(memoryJournal(records))]
    expect(steps.map(({ stateText }) => stateText)).toEqual(prompts.map((prompt) => stateIn(prompt)))
    expect(new Set(steps.map(({ written }) => written)).size).toBeGreaterThan(1)
    const layout = layouts[name]({ prices, minCachedTokens: 0, minStateChars: 0 })
    for (let count = 2; count < records.length; count += 1) {
      const { position } = openJournal(memoryJournal(records.slice(0, count)), { skill: compileSkill(skill) })
      if (position.pending) continue
      const { text } = layout.write(position.state, position.since)
      expect(text).toBe(stateIn(prompts[position.index] ?? ''))
    }
  },
)

test('undo goes back to the prompt as it was', async () => {
  const records: StoredRecord[] = []
  const prompts = await play(records, 'baseLog', 30)
  const journal = openJournal(memoryJournal(records), { skill: compileSkill(skill) })
  journal.undo(12)
  const again = openJournal(memoryJournal(records), { skill: compileSkill(skill) })
  for (const { position } of [journal, again]) {
    expect(layouts.baseLog().write(position.state, position.since).text).toBe(stateIn(prompts[12] ?? ''))
  }
})

test('a base that no state may be any more is not written again', async () => {
  const records: StoredRecord[] = []
  await play(records, 'baseLog', 30)
  const store = memoryJournal(records)
  const { position } = openJournal(store, { skill: compileSkill(skill) })
  const { base } = position.since ?? {}
  const narrow = { ...skill, schema: { ...skill.schema, not: { const: base?.toJSON() ?? {} } } }
  for (let time = 0; time < 2; time += 1)
    expect(openJournal(store, { skill: compileSkill(narrow) }).position.since).toBeUndefined()
})

function stateIn(prompt: string): string {
  return prompt.slice(prompt.indexOf('```json\n') + 8, prompt.indexOf('\n```\nLatest'))
}
