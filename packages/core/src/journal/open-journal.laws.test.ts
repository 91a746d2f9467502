import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lawRuns } from '../../test/fuzz-runs.ts'
import { commits, type Effects, model, patches, skill, world } from '../../test/journal.ts'
import { places } from '../../test/journal-places.ts'
import { compileSkill } from '../compile-skill.ts'
import { buildPrompt } from '../prompt.ts'
import { type RunSkillOptions, runSkill } from '../run-skill.ts'
import { history, stateAt } from './history.ts'
import { memoryJournal } from './memory.ts'
import { openJournal } from './open-journal.ts'
import type { JournalStore, StoredRecord } from './store.ts'
import { verify } from './verify.ts'

const compiled = compileSkill(skill)

interface Episode {
  readonly store: JournalStore
  readonly steps: readonly JsonObject[]
  readonly effects?: Effects
  readonly commit?: RunSkillOptions['commit']
  /** Stops after so many steps. */
  readonly most?: number
}

/** Runs an episode, or continues it, to its end; gives the prompts that the model was shown. */
async function play({
  store,
  steps,
  effects = new Map(),
  commit,
  most = Infinity,
}: Episode): Promise<string[]> {
  const prompts: string[] = []
  const journal = openJournal(store, { skill: compiled, id: 'test' })
  const input = { skill, environment: world(steps.length, effects), model: model(steps, prompts), seed: 1 }
  let taken = 0
  for await (const _ of runSkill(input, { journal, commit, resume: { onUnknown: 'repeat' } })) {
    taken += 1
    if (taken === most) break
  }
  return prompts
}

/** What the world held when a journal ended so: the pending action may have been executed. */
function effectsOf(all: Effects, records: readonly StoredRecord[], executed: boolean): Effects {
  const kind = executed ? '{"decided"' : '{"answered"'
  return new Map([...all].slice(0, records.filter(({ body }) => body.startsWith(kind)).length))
}

/** Each in the project `laws`; the one in memory is fast. */
const stores = Object.entries(places).filter(([name]) => name === 'memory' || process.env.LAWS === 'all')

describe('a run that was cut off', () => {
  it('continues after any record as if nothing had happened, to the byte of each prompt', async () => {
    const episodes = fc.array(patches, { minLength: 1, maxLength: 6 })
    const law = fc.asyncProperty(episodes, commits, fc.boolean(), async (steps, commit, executed) => {
      const records: StoredRecord[] = []
      const effects: Effects = new Map()
      const prompts = await play({ store: memoryJournal(records), steps, effects, commit })
      for (let length = 0; length <= records.length; length += 1) {
        const before = records.slice(0, length)
        const store = memoryJournal(before)
        const then = effectsOf(effects, before, executed)
        const shown = await play({ store, steps, effects: then, commit })
        expect(prompts.slice(prompts.length - shown.length)).toEqual(shown)
        expect(before).toEqual(records)
        expect(then).toEqual(effects)
      }
    })
    await fc.assert(law, { numRuns: lawRuns(50) })
  })

  it.each(stores)('continues beyond snapshots, in the %s store', async (_, createPlace) => {
    const steps = Array.from({ length: 400 }, (_, t) => ({ [`key ${t % 70}`]: 'x'.repeat(t % 90), last: t }))
    const place = createPlace()
    const effects: Effects = new Map()
    const prompts: string[] = []
    while (prompts.length < steps.length) {
      const store = place.open()
      prompts.push(...(await play({ store, steps, effects, most: 97 })))
      store.close()
    }
    const whole = await play({ store: memoryJournal(), steps })
    expect(prompts).toEqual(whole)

    const store = place.open()
    const kinds = [...store.forward()].map(({ body }) => body.slice(2, 6))
    expect(kinds.filter((kind) => kind === 'snap').length).toBeGreaterThan(1)
    expect(verify(store)).toMatchObject({ steps: 400, tornBytes: 0 })
    const told = [...history(store)]
    const rebuilt = told.map(({ index, observation }) =>
      buildPrompt(skill, stateAt(store, index), observation.text),
    )
    expect(rebuilt.slice(0, 5)).toEqual(whole.slice(0, 5))
    expect(rebuilt.at(-1)).toBe(whole.at(-1))
    store.close()
    place.remove?.()
  })
})

it('gives back keys that need an escape, which JSON.parse may take for one another', async () => {
  const store = memoryJournal()
  const steps = [
    { h: [], '\\': 0 },
    { h: 1, '"': 2 },
    { '\n': 3, '\t': 4 },
  ]
  await play({ store, steps })
  const { state } = openJournal(store, { skill: compiled }).position
  expect(Object.keys(state.toJSON())).toEqual(expect.arrayContaining(['h', '\\', '"', '\n', '\t']))
})

describe('a journal', () => {
  const begun = () => {
    const records: StoredRecord[] = []
    const journal = openJournal(memoryJournal(records), { skill: compiled, id: 'a' })
    return { records, journal, again: () => openJournal(memoryJournal(records), { skill: compiled }) }
  }

  it('is at the beginning, at a step, at a pending decision', () => {
    const { journal, again } = begun()
    expect(again().position).toMatchObject({ index: 0, state: journal.position.state })
    expect(again().position.observation).toBeUndefined()
    journal.started({ text: 'first', done: false })
    expect(again().position.observation).toEqual({ text: 'first', done: false })
    const decision = {
      index: 0,
      patch: { count: 1 },
      action: { go: null },
      source: '{"go": null}',
      commit: 'after-accept',
    } as const
    journal.decided(decision)
    const { state, pending } = again().position
    expect(pending).toEqual(decision)
    expect(state.toJSON()).toEqual({ '10': 'ten', count: 0, list: [1, 0] })
  })

  it('says no to what cannot follow, and keeps nothing of it', () => {
    const { journal, records } = begun()
    const action = { action: 'go', commit: 'before-action' } as const
    const answer = { observation: { text: 'x', done: true }, state: compiled.initialState }
    expect(() => journal.decided({ index: 0, ...action })).toThrow('no step outside of an episode')
    expect(() => journal.decided({ index: 0, ...action })).toThrow(
      expect.objectContaining({ code: 'journal-misuse' }),
    )
    journal.started({ text: 'first', done: false })
    expect(() => journal.started({ text: 'first', done: false })).toThrow('no second first observation')
    expect(() => journal.decided({ index: 1, ...action })).toThrow('expected step 0, found 1')
    expect(() => journal.answered({ index: 0, ...answer })).toThrow('a decision before its answer')
    journal.decided({ index: 0, ...action })
    expect(() => journal.decided({ index: 0, ...action })).toThrow('expected the answer to step 0')
    journal.answered({ index: 0, ...answer })
    expect(() => journal.decided({ index: 1, ...action })).toThrow('no step outside of an episode')
    expect(records).toHaveLength(4)
    expect(verify(memoryJournal(records))).toEqual({ records: 4, steps: 1, tornBytes: 0 })
  })

  it('lets the first of two writers continue', () => {
    const { journal, again } = begun()
    const other = again()
    journal.started({ text: 'first', done: false })
    expect(() => other.started({ text: 'first', done: false })).toThrow(
      expect.objectContaining({ code: 'journal-conflict' }),
    )
    expect(other.position.observation).toBeUndefined()
  })
})

describe('rejections, each in one line and with nothing written', () => {
  const records: StoredRecord[] = []
  openJournal(memoryJournal(records), { skill: compiled, id: 'a' })
  const other = compileSkill({ ...skill, name: 'other' })
  const stricter = compileSkill({
    ...skill,
    schema: { type: 'object', properties: { count: { type: 'string' } } },
    initialState: {},
  })

  it.each([
    ['no id', [], { skill: compiled }, 'invalid-option', 'a new journal needs an id'],
    ['an empty id', [], { skill: compiled, id: '' }, 'invalid-option', 'a new journal needs an id'],
    ['an id as after undo', [], { skill: compiled, id: 'a~1' }, 'invalid-option', 'steps were undone'],
    ['another id', records, { skill: compiled, id: 'b' }, 'invalid-journal', 'the journal is "a", not "b"'],
    ['another skill', records, { skill: other }, 'invalid-journal', 'belongs to the skill "ledger"'],
    ['a schema that changed', records, { skill: stricter }, 'invalid-journal', 'raise schemaVersion'],
    ['an invalid version', [], { skill: compiled, schemaVersion: 0.5 }, 'invalid-option', 'found 0.5'],
  ] as const)('%s', (_, kept, options, code, message) => {
    const before = [...kept]
    let error: unknown
    try {
      openJournal(memoryJournal(before), options)
    } catch (caught) {
      error = caught
    }
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) })
    expect(String(error)).not.toContain('\n')
    expect(before).toEqual(kept)
  })
})
