import type { Environment, JsonObject, Model, Observation } from '@skill-state/protocol'
import type { Field } from '@skill-state/protocol/evidence'
import { describe, expect, test } from 'vitest'
import { certify } from '../certify.ts'
import { compileSkill } from '../compile-skill.ts'
import { memoryJournal } from '../journal/memory.ts'
import { openJournal } from '../journal/open-journal.ts'
import type { StoredRecord } from '../journal/store.ts'
import { why } from '../journal/why.ts'
import { type RunSkillOptions, runSkill } from '../run-skill.ts'
import { capture as capturing } from './capture.ts'

const list = (most: number): JsonObject => ({
  type: 'array',
  items: { type: 'string', maxLength: 8 },
  maxItems: most,
})
const slots = (most: number): JsonObject => ({
  type: 'object',
  propertyNames: { maxLength: 4 },
  additionalProperties: list(4),
  maxProperties: most,
})
const skill = {
  name: 'desk',
  instructions: 'Serve the customer.',
  schema: {
    type: 'object',
    properties: {
      codes: list(3),
      items: slots(2),
      recent: { type: 'array', items: slots(1), maxItems: 2 },
      note: { type: 'string', maxLength: 20 },
    },
    required: ['codes'],
    additionalProperties: false,
  },
  initialState: { codes: [] },
}
const capture: readonly Field[] = [
  { name: 'codes', from: { role: 'user', pattern: 'C-[0-9]+' }, evict: ['close'] },
  { name: 'items', from: { tool: 'order', path: '$.items[]' }, key: '$.id', evict: ['close'] },
  { name: 'recent', from: { tool: 'order', path: '$.items[]' }, key: '$.id', keep: 2 },
]

/** What the customer and the tools say, by the number of the step that asks for it. */
const order = (id: string, items: readonly string[]): Observation => answer('order', { id }, { id, items })
const answer = (tool: string, input: JsonObject, result: unknown): Observation => ({
  text: 'see the evidence',
  done: false,
  evidence: [{ tool, input, text: JSON.stringify(result) }],
})
const says = (text: string): Observation => ({ text, done: false, evidence: [{ role: 'user', text }] })
const events: readonly Observation[] = [
  says('My codes are C-1 and C-2, not C-123456789.'),
  order('a', ['a1', 'a2', 'much-too-long']),
  order('b', ['b1']),
  { text: 'No such order.', done: false, refused: true },
  order('c', ['c1', 'c2', 'c3', 'c4', 'c5']),
  answer('close', { order: 'b' }, 'closed'),
  { text: 'Bye.', done: true },
]

/** Answers the steps in turn, wherever it is resumed. */
function desk(from: number): Environment {
  let at = from
  const next = (): Observation => events[at++] as Observation
  return {
    reset: async () => next(),
    step: async () => next(),
    outcome: async () => ({ reward: 1 }),
    close: async () => {},
  }
}

function clerk(prompts: string[], patch: JsonObject = {}): Model {
  return {
    id: 'clerk',
    generate: async ({ prompt }) => {
      prompts.push(prompt as string)
      const text = `\`\`\`json\n${JSON.stringify({ state_patch: patch, action: 'go on' })}\n\`\`\``
      return { text, finishReason: 'stop', usage: {}, model: 'clerk' }
    },
  }
}

interface Played {
  readonly prompts: readonly string[]
  readonly states: readonly (JsonObject | undefined)[]
  readonly records: StoredRecord[]
}

async function play(options: RunSkillOptions = {}, patch?: JsonObject): Promise<Played> {
  const [records, prompts]: [StoredRecord[], string[]] = [[], []]
  const journal = openJournal(memoryJournal(records), {
    skill: compileSkill(skill, { capture: capturing(capture) }),
    id: 'j',
  })
  const input = { skill, environment: desk(0), model: clerk(prompts, patch), seed: 0 }
  const steps = await Array.fromAsync(
    runSkill(input, { patch: { capture: capturing(capture) }, ...options, journal }),
  )
  return { prompts, states: steps.map(({ state }) => state?.toJSON()), records }
}

test('a field holds what the observations before gave, as far as its bounds allow', async () => {
  const { states, prompts } = await play()
  const [a, b] = [{ a: ['a1', 'a2'] }, { b: ['b1'] }]
  const c = { c: ['c2', 'c3', 'c4', 'c5'] }
  const codes = ['C-1', 'C-2']
  expect(states).toEqual([
    { codes },
    { codes, items: a, recent: [a] },
    { codes, items: { ...a, ...b }, recent: [a, b] },
    { codes, items: { ...a, ...b }, recent: [a, b] },
    { codes, items: { ...b, ...c }, recent: [b, c] },
    { codes: [], items: c, recent: [b, c] },
  ])
  expect(prompts[1]).toContain('{"codes":["C-1","C-2"]}')
})

test('a patch of the model that writes such a field is rejected with one reason', async () => {
  const reasons: string[] = []
  const options: RunSkillOptions = {
    reply: {
      onRejected: ({ mistake, issues }) => {
        for (const { path, message } of issues) reasons.push(`${mistake} ${path}: ${message}`)
      },
    },
  }
  await expect(play(options, { codes: null, note: 'mine' })).rejects.toMatchObject({ code: 'invalid-patch' })
  expect(reasons[0]).toBe(
    'rule /codes: expected nothing, since the runtime fills this field from what the user says, found its deletion: leave it out of the patch',
  )
  const { states } = await play({}, { note: 'mine' })
  expect(states[1]).toMatchObject({ codes: ['C-1', 'C-2'], note: 'mine' })
})

test('an undone patch takes nothing from the fields, and the model hears of its own part alone', async () => {
  const { states, prompts } = await play({ commit: 'after-accept' }, { note: 'mine' })
  expect(states[2]).not.toHaveProperty('items.b')
  expect(prompts[3]).toContain('In doubt: /note]')
  expect(states.at(-1)).toMatchObject({ codes: [], items: { c: ['c2', 'c3', 'c4', 'c5'] } })
})

describe.each(['before-action', 'after-accept'] as const)('with patches that count %s', (commit) => {
  test('an episode that is cut off after any record continues with the same prompts and states', async () => {
    const whole = await play({ commit }, { note: 'mine' })
    for (let cut = 2; cut < whole.records.length; cut++) {
      const records = whole.records.slice(0, cut)
      const journal = openJournal(memoryJournal(records), {
        skill: compileSkill(skill, { capture: capturing(capture) }),
      })
      const { index, pending } = journal.position
      const prompts: string[] = []
      const input = {
        skill,
        environment: desk(index + 1),
        model: clerk(prompts, { note: 'mine' }),
        seed: 0,
      }
      const states: unknown[] = []
      const options = {
        patch: { capture: capturing(capture) },
        commit,
        journal,
        resume: { onUnknown: 'repeat' },
      } as const
      for await (const { state } of runSkill(input, options)) states.push(state?.toJSON())
      expect(prompts).toEqual(whole.prompts.slice(index + (pending ? 1 : 0)))
      expect(states).toEqual(whole.states.slice(index + (pending ? 1 : 0)))
    }
  })
})

test('the journal says which step put a value there', async () => {
  const { records } = await play()
  expect(why(memoryJournal(records), '/items/c')).toMatchObject({
    kind: 'step',
    step: { index: 4, patch: { items: { a: null, c: ['c2', 'c3', 'c4', 'c5'] } } },
  })
})

test('the certificate counts the fields, and every prompt keeps to it', async () => {
  const certificate = certify(compileSkill(skill, { capture: capturing(capture) }), {
    maxObservationChars: 200,
  })
  if (!certificate.bounded) throw new Error('expected a bound')
  const { prompts } = await play()
  for (const prompt of prompts) expect(prompt.length).toBeLessThanOrEqual(certificate.promptChars)
  const open = {
    ...skill,
    schema: { type: 'object', properties: { codes: { type: 'array', items: { type: 'string' } } } },
  }
  const [codes] = capture as [Field]
  expect(
    certify(compileSkill(open, { capture: capturing([codes]) }), { maxObservationChars: 200 }),
  ).toMatchObject({
    bounded: false,
  })
})

test.each([
  ['missing', {}, 'array of string'],
  ['note', {}, 'array of string'],
  ['codes', { key: '$.id' }, 'object of array of string'],
  ['items', { key: '$.id', keep: 2 }, 'array of object of array of string'],
])('a field that the schema does not hold is an error: %s', (name, rest, kinds) => {
  const field = { name, from: { tool: 'order', path: '$' }, ...rest }
  expect(() => compileSkill(skill, { capture: capturing([field]) })).toThrow(
    `the captured field "${name}" must be in the schema as ${kinds}`,
  )
})
