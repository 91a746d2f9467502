import { expect, test } from 'vitest'
import { intercode } from './benchmark.ts'
import { ownChallenges } from './challenges/own-challenges.ts'

test('one task for each challenge and seed, named and sorted by both', () => {
  const tasks = [...intercode({ data: ownChallenges }).tasks({ seeds: [1, 2], horizons: [9] })]
  expect(tasks.map(({ id }) => id)).toEqual([
    'task-00-s1',
    'task-01-s1',
    'task-02-s1',
    'task-00-s2',
    'task-01-s2',
    'task-02-s2',
  ])
  expect(tasks[1]).toEqual({
    id: 'task-01-s1',
    seed: 1,
    problem: 'task-01',
    variant: 'reverse-engineering',
    instructions: `Task: ${ownChallenges.challenges[1]?.query}`,
    parameters: { challenge: 1 },
  })
})

test('the id names the data, the mode and each limit that is not the mode’s', () => {
  const idOf = (options: Partial<Parameters<typeof intercode>[0]>) =>
    intercode({ data: ownChallenges, ...options }).id
  expect(idOf({})).toBe('intercode-own@1')
  expect(idOf({ turns: 10 })).toBe('intercode-own@1')
  expect(idOf({ mode: 'official', turns: 15 })).toBe('intercode-own-official-turns-15@1')
  expect(idOf({ timeoutMs: 500, characters: 9 })).toBe('intercode-own-timeoutMs-500-characters-9@1')
})

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d as a limit', (limit) => {
  for (const name of ['turns', 'timeoutMs', 'characters']) {
    expect(() => intercode({ data: ownChallenges, [name]: limit })).toThrow(
      `${name} must be a positive integer`,
    )
  }
})

test('refuses a task about a challenge that is not in the data', () => {
  const benchmark = intercode({ data: ownChallenges })
  expect(() => benchmark.open({ id: 'x', seed: 1, parameters: { challenge: 7 } })).toThrow(
    'task x is about no challenge',
  )
  expect(() => benchmark.open({ id: 'x', seed: 1, parameters: {} })).toThrow('"own"')
})
