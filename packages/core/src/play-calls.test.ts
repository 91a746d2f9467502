import type { Environment, JsonObject, Model, Observation } from '@skill-state/protocol'
import { callsOf, promptText } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { compileSkill } from './compile-skill.ts'
import { namedByAction } from './guards/named-by-action.ts'
import { history, type OpenJournal, openJournal, undo, verify, why } from './journal/index.ts'
import { memoryJournal } from './journal/memory.ts'
import type { StoredRecord } from './journal/store.ts'
import { type RunSkillOptions, runSkill } from './run-skill.ts'

const skill = {
  name: 'desk',
  instructions: 'Search.',
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  initialState: {},
}
const compiled = compileSkill(skill)

/** Ends a call of the world, or makes it fail. */
type Ends = Map<string, (text?: string) => void>

interface World {
  readonly ends: Ends
  /** Keys in the order in which calls began. */
  readonly begun: string[]
}

const city = (call: JsonObject): string => (call.search as { readonly city: string }).city

/** A world whose calls end when the test says so. A city in capitals is searched alone; `hidden` needs an approval. */
function world({ ends, begun }: World): Environment {
  return {
    actionSchema: { type: 'object', properties: { search: { type: 'object' } }, additionalProperties: false },
    several: {
      max: 4,
      runs: (call) =>
        city(call) === 'nowhere' ? 'never' : /^[A-Z]+$/.test(city(call)) ? 'alone' : 'at-once',
    },
    reset: async () => ({ text: 'Go.', done: false }),
    step: async (action, { key = '', approved, signal } = {}): Promise<Observation> => {
      const name = city(action as JsonObject)
      if (name === 'hidden' && !approved) return { text: '', done: false, waiting: { for: 'approval' } }
      begun.push(`${key} ${name}`)
      const text = await new Promise<string>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        ends.set(name, (said = `found ${name}`) =>
          said === 'throws' ? reject(new Error(name)) : resolve(said),
        )
      })
      return { text, done: false }
    },
    outcome: async () => ({ reward: 1 }),
    close: async () => {},
  }
}

/** A model that searches the cities at once, and then ends the episode. */
function searcher(cities: readonly string[], prompts: string[] = []): Model {
  return {
    id: 'searcher',
    generate: async ({ prompt }) => {
      const text = promptText(prompt)
      prompts.push(text)
      if (!text.includes('Latest Observation: Go.')) throw new Error('over')
      const calls = cities.map((name) => ({ search: { city: name } }))
      const patch = Object.fromEntries(cities.map((name) => [name, 'asked']))
      const reply = JSON.stringify({ state_patch: patch, action: { calls } })
      return { text: reply, finishReason: 'stop', usage: {}, model: 'm' }
    },
  }
}

function open(records: StoredRecord[]): OpenJournal {
  return openJournal(memoryJournal(records), { skill: compiled, id: 'trip' })
}

const quiet = async (): Promise<void> => {
  for (let tick = 0; tick < 50; tick += 1) await Promise.resolve()
}

interface Run extends World {
  readonly records: StoredRecord[]
  readonly prompts: string[]
  readonly done: Promise<string>
}

function run(cities: readonly string[], records: StoredRecord[], options: RunSkillOptions = {}): Run {
  const [ends, begun, prompts]: [Ends, string[], string[]] = [new Map(), [], []]
  const input = { skill, environment: world({ ends, begun }), model: searcher(cities, prompts), seed: 0 }
  const steps = runSkill(input, { journal: open(records), ...options })
  const done = Array.fromAsync(steps).then(
    () => 'paused',
    (error: unknown) => String((error as Error).message),
  )
  return { ends, begun, records, prompts, done }
}

function* ordersOf<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length === 0) yield []
  for (const [at, item] of items.entries())
    for (const rest of ordersOf(items.toSpliced(at, 1))) yield [item, ...rest]
}

const cities = ['rome', 'oslo', 'bern', 'kyiv']

test('every order in which up to four calls may end gives the same state, prompt and journal content', async () => {
  for (let count = 1; count <= cities.length; count += 1) {
    const chosen = cities.slice(0, count)
    const seen = new Set<string>()
    for (const order of ordersOf(chosen)) {
      const { ends, begun, records, prompts, done } = run(chosen, [])
      await quiet()
      expect(begun).toEqual(chosen.map((name, at) => `trip/0/${at} ${name}`)) // all at once
      for (const name of order) {
        ends.get(name)?.()
        await quiet()
      }
      expect(await done).toBe('over')
      const store = memoryJournal(records)
      expect(verify(store)).toMatchObject({ steps: 1 })
      const content = records.map(({ body }) => body).sort()
      const { state } = open(records).position
      seen.add(JSON.stringify([state, prompts.at(-1), [...history(store)], content]))
    }
    expect(seen.size).toBe(1)
    expect([...seen][0]).toContain(
      chosen.length === 1
        ? '[call 1 of 1] found rome'
        : `[call 1 of ${count}] found rome\\n[call 2 of ${count}] found oslo`,
    )
  }
})

test('a call that has to run alone comes after those before it and before those after it', async () => {
  const { ends, begun } = run(['rome', 'OSLO', 'bern'], [])
  await quiet()
  expect(begun).toEqual(['trip/0/0 rome'])
  for (const [name, next] of [
    ['rome', 'trip/0/1 OSLO'],
    ['OSLO', 'trip/0/2 bern'],
  ] as const) {
    ends.get(name)?.()
    await quiet()
    expect(begun.at(-1)).toBe(next)
  }
})

test('a call that waits for an approval holds back that call alone, and those that must come after it', async () => {
  const first = run(['rome', 'hidden', 'bern', 'OSLO'], [])
  await quiet()
  expect(first.begun).toEqual(['trip/0/0 rome', 'trip/0/2 bern'])
  first.ends.get('rome')?.()
  first.ends.get('bern')?.()
  expect(await first.done).toBe('paused')
  const { pending } = open(first.records).position
  expect(pending).toMatchObject({ waiting: { for: 'approval' } })
  expect(pending?.calls?.map(({ result, waiting }) => result?.text ?? waiting?.for)).toEqual([
    'found rome',
    'approval',
    'found bern',
    undefined,
  ])
  const second = run([], first.records, { resume: { with: { approved: true }, call: 1 } })
  await quiet()
  expect(second.begun).toEqual(['trip/0/1 hidden'])
  second.ends.get('hidden')?.()
  await quiet()
  expect(second.begun).toEqual(['trip/0/1 hidden', 'trip/0/3 OSLO'])
  second.ends.get('OSLO')?.()
  expect(await second.done).toBe('over')
  expect(second.prompts[0]).toContain('[call 2 of 4] found hidden\n[call 3 of 4] found bern')
})

test('a crash after any record repeats only the calls of which nothing is known, under their keys', async () => {
  const whole = run(cities, [])
  await quiet()
  for (const name of ['bern', 'rome', 'kyiv', 'oslo']) {
    whole.ends.get(name)?.()
    await quiet()
  }
  await whole.done
  for (let cut = 2; cut < whole.records.length; cut += 1) {
    const records = whole.records.slice(0, cut)
    const known = records.flatMap(({ body }) => /^\{"called":0,"call":(\d)/.exec(body)?.[1] ?? [])
    const isDecided = records.some(({ body }) => body.startsWith('{"decided"'))
    const again = run(cities, records, { resume: { onUnknown: 'repeat' } })
    await quiet()
    const wanted = cities.map((name, at) => `trip/0/${at} ${name}`)
    expect(again.begun).toEqual(isDecided ? wanted.filter((_, at) => !known.includes(String(at))) : wanted)
    for (const name of cities) again.ends.get(name)?.()
    await again.done
    const told = (each: readonly StoredRecord[]): readonly string[] => each.map(({ body }) => body).sort()
    expect(told(records)).toEqual(told(whole.records))
    expect(again.prompts.at(-1)).toBe(whole.prompts.at(-1))
  }
})

test('says of each call that was cut off what is known of it', async () => {
  const first = run(cities, [])
  await quiet()
  first.ends.get('oslo')?.()
  await quiet()
  const records = [...first.records]
  await expect(run(cities, [...records]).done).resolves.toContain('may have been executed')
  const asked: unknown[] = []
  const again = run(cities, records, {
    resume: {
      onUnknown: (action, call) => {
        asked.push([call, city(action as JsonObject)])
        return { text: 'cut off', done: false, unknown: true }
      },
    },
  })
  await again.done
  expect(again.begun).toEqual([])
  expect(asked).toEqual([
    [0, 'rome'],
    [2, 'bern'],
    [3, 'kyiv'],
  ])
  expect(open(records).position.observation?.text).toBe(
    '[call 1 of 4] cut off\n[call 2 of 4] found oslo\n[call 3 of 4] cut off\n[call 4 of 4] cut off',
  )
})

test('if one call throws, the others are on record before the error passes on', async () => {
  const { ends, records, done } = run(cities, [])
  await quiet()
  ends.get('rome')?.('throws')
  await quiet()
  for (const name of ['oslo', 'bern', 'kyiv']) ends.get(name)?.()
  expect(await done).toBe('rome')
  expect(records.filter(({ body }) => body.startsWith('{"called":0')).length).toBe(3)
})

test.each([
  [['rome', 'oslo', 'bern', 'kyiv', 'riga'], '4 at most in one step, found 5'],
  [['rome', 'nowhere'], 'may be made beside others'],
])('rejects the list %j before anything is executed', async (names, reason) => {
  const { begun, done } = run(names, [])
  await done
  expect(begun).toEqual([])
  const rejected: string[] = []
  const again = run(names, [], {
    reply: {
      attempts: 1,
      onRejected: ({ issues }) => rejected.push(...issues.map(({ message }) => message)),
    },
  })
  await again.done
  expect(rejected.join()).toContain(reason)
})

test('a list stays one step: why, undo and guards see all of its calls', async () => {
  const { ends, records, done } = run(['rome', 'oslo'], [])
  await quiet()
  ends.get('oslo')?.()
  ends.get('rome')?.()
  await done
  const store = memoryJournal(records)
  const origin = why(store, '/oslo')
  expect(origin.kind === 'step' && callsOf(origin.step.action)).toHaveLength(2)
  undo(store, 0)
  const { position } = open(records)
  expect(position.observation?.text).toBe('Go.')
  expect(position.state.text).toBe('{}')

  const guard = namedByAction({ paths: ['/*'] })
  const named = (name: string): boolean => {
    const guarded = compileSkill({ ...skill, initialState: { bern: 'here' } }, { guards: [guard] })
    const calls = [{ search: { city: 'rome' } }, { search: { city: name } }]
    const before = guarded.initialState
    const transition = { before, after: before, patch: {}, action: { calls } }
    const changes = [{ path: ['bern'], before: 'here', after: undefined }] as never
    return (guard.check?.({ ...transition, changes }) ?? []).length === 0
  }
  expect([named('bern'), named('oslo')]).toEqual([true, false])
})
