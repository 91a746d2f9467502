import { expect, test } from 'vitest'
import { delayed, delayedBenchmark } from './benchmark.ts'

test('tasks are named by variant, horizon and seed', () => {
  const tasks = [...delayed.tasks({ seeds: [42, 7], horizons: [50, 100] })]
  expect(tasks.map(({ id }) => id)).toEqual([
    'k20-named-t0050-s42',
    'k20-named-t0050-s7',
    'k20-named-t0100-s42',
    'k20-named-t0100-s7',
  ])
  expect(tasks[0]).toMatchObject({ variant: 'k20-named', horizon: 50, parameters: { distance: 20 } })
})

test.each([
  [{ distance: 5, field: 'named' }, 'k5-named'],
  [{ distance: 40, field: 'notes' }, 'k40-notes'],
  [{ distance: 40, field: 'notes', notesLimit: 200 }, 'k40-notes'],
  [{ distance: 40, field: 'notes', notesLimit: 60 }, 'k40-notes60'],
] as const)('%o is the variant %s', (options, variant) => {
  const benchmark = delayedBenchmark(options)
  const [task] = benchmark.tasks({ seeds: [1], horizons: [80] })
  expect([benchmark.id, task?.variant]).toEqual(['delayed@1', variant])
})

test('refuses options that it cannot follow, in one line', () => {
  const refused = (options: object): (() => unknown) => {
    return () => delayedBenchmark({ distance: 5, field: 'named', ...options })
  }
  expect(refused({ distance: 0 })).toThrow(/options of delayed: distance: /)
  expect(refused({ field: 'free' })).toThrow(/options of delayed: field: .*named.*notes/)
  expect(refused({ field: 'notes', notesLimit: 0.5 })).toThrow(/options of delayed: notesLimit: /)
  expect(refused({ notesLimit: 60 })).toThrow('notesLimit is given, but field is named')
})

test('refuses a horizon under twice the distance, another seed, and a task that is not its own', () => {
  const tooShort = 'horizon must be at least 40 for a distance of 20, not 39'
  expect(() => [...delayed.tasks({ seeds: [1], horizons: [39] })]).toThrow(tooShort)
  for (const horizon of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => [...delayed.tasks({ seeds: [1], horizons: [horizon] })]).toThrow(
      /must be a positive integer/,
    )
  expect(() => delayed.open({ id: 'x', seed: 1, horizon: 39, parameters: { distance: 20 } })).toThrow(
    tooShort,
  )
  expect(() => delayed.open({ id: 'x', seed: 1, horizon: 50, parameters: {} })).toThrow(/distance/)
  expect(() => [...delayed.tasks({ seeds: [0.5], horizons: [50] })]).toThrow(/seed/)
})

test('the forms give the same rules in short instructions, and differ in the last line', () => {
  const [named, notes] = (['named', 'notes'] as const).map((field) =>
    delayedBenchmark({ distance: 5, field }).skill.instructions.split('\n'),
  )
  expect(named?.slice(0, -1)).toEqual(notes?.slice(0, -1))
  expect(named?.join('\n').length).toBeLessThanOrEqual(700)
  expect(notes?.join('\n').length).toBeLessThanOrEqual(700)
  expect(notes?.at(-1)).not.toContain('tag')
})

test('the schema and the instructions bound the notes alike', () => {
  const { skill } = delayedBenchmark({ distance: 5, field: 'notes', notesLimit: 60 })
  expect(skill.schema).toHaveProperty('properties.notes.maxLength', 60)
  expect(skill.instructions).toContain('at most 60 characters')
})
