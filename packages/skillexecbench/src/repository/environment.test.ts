import { testEnvironment } from '@skill-state/protocol/conformance'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generateSteps } from './course/generate.ts'
import { repositoryEnvironment } from './environment.ts'
import { rightAnswer } from './world/answer.ts'
import { beginStep } from './world/begin.ts'
import { commands } from './world/events.ts'
import { apply } from './world/transitions.ts'
import { emptyWorld } from './world/world.ts'

/** Seed 1 begins with three issues: c1, c2 and c3 are their commits. */
const [first, second] = generateSteps({ seed: 1, horizon: 2 }).map(({ event }) => event)
if (first?.kind !== 'issue' || second?.kind !== 'issue') throw new Error('an episode begins with issues')
const { branch, file } = first

describe.each([undefined, 'A', 'B', 'C'] as const)('conformance, scenario %s', (scenario) => {
  const horizon = scenario === undefined ? 8 : 20
  const suite = testEnvironment({
    open: () => repositoryEnvironment({ horizon, ...(scenario !== undefined && { scenario }) }),
    actions: [
      `Commit(${branch}, ${file})`,
      'Wait',
      'nonsense',
      ...Array.from({ length: horizon }, () => 'Wait'),
    ],
    seed: 1,
    otherSeed: 3,
    reachesEnd: true,
  })
  for (const check of suite) test(check.name, () => check.run())
})

test('an observation is the last result, the news and the next event', async () => {
  const environment = repositoryEnvironment({ horizon: 2 })
  expect(await environment.reset({ seed: 1 })).toEqual({
    text: `Issue #1 assigned: change ${file} on the new branch ${branch}.`,
    done: false,
  })
  expect(await environment.step(`Commit(${branch}, ${file})`)).toEqual({
    text: `Success: Committed c1 (${file}) to ${branch}.\nIssue #2 assigned: change ${second.file} on the new branch ${second.branch}.`,
    done: false,
  })
  expect(await environment.step('Commit(master, auth.ts)')).toEqual({
    text: 'Error: master changes by merges only.',
    done: true,
    refused: true,
  })
  expect(await environment.outcome()).toEqual({
    reward: 1 / 2,
    metrics: {
      successfulActions: 1,
      actionableEvents: 2,
      featureRequests: 2,
      mergedFeatures: 0,
      resolved: 0,
    },
  })
  await expect(environment.step('Wait')).rejects.toMatchObject({ code: 'environment-misuse' })
})

test('an accepted action that answers another event is no success', async () => {
  const environment = repositoryEnvironment({ horizon: 3 })
  await environment.reset({ seed: 1 })
  await environment.step(`Commit(${branch}, ${file})`)
  expect((await environment.step(`Commit(${branch}, ${file})`)).text).toContain('Success: Committed c2')
  expect((await environment.outcome()).metrics?.successfulActions).toBe(1)
})

test('a feature counts as merged once its commits are on master, by whatever branch they came', async () => {
  const environment = repositoryEnvironment({ horizon: 200 })
  const world = emptyWorld()
  await environment.reset({ seed: 1 })
  const riders = new Map<string, number>()
  let onMaster = 0
  let later = 0
  for (const [step, plan] of generateSteps({ seed: 1, horizon: 200 }).entries()) {
    beginStep(world, step, plan)
    const right = rightAnswer(world, plan.event)
    if (right === undefined) throw new Error('every event has an answer')
    const { text } = apply(world, right)
    await environment.step(commands.write(right))
    const [, from = '', into = ''] = /^Success: Merged PR #\d+ from (\w+) into (\w+)\.$/.exec(text) ?? []
    const moved = 1 + (riders.get(from) ?? 0)
    if (into === 'master') onMaster += moved
    else if (into !== '') riders.set(into, (riders.get(into) ?? 0) + moved)
    if (into !== '' && into !== 'master') later += 1
    const { metrics } = await environment.outcome()
    expect(metrics?.mergedFeatures).toBe(onMaster)
    expect(metrics?.resolved).toBe(onMaster / (metrics?.featureRequests ?? 0))
  }
  expect(later).toBeGreaterThan(0)
})

test('what was not done stays undone, and its events come in the same words', async () => {
  const texts = async (action: string): Promise<string[]> => {
    const environment = repositoryEnvironment({ horizon: 30 })
    let observation = await environment.reset({ seed: 1 })
    const lines = [observation.text]
    while (!observation.done) {
      observation = await environment.step(action)
      const [, ...told] = observation.text.split('\n')
      lines.push(...told)
    }
    expect((await environment.outcome()).reward).toBe(0)
    return lines
  }
  const events = generateSteps({ seed: 1, horizon: 30 })
  expect(await texts('Wait')).toHaveLength(events.length)
  expect(await texts('Merge(pr_99)')).toEqual(await texts('Wait'))
})

const hostile = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.constantFrom(
          ...['Commit', 'CreatePR', 'Merge', 'FixCI', 'RunTests', 'CherryPick', 'CreateRelease', 'Rollback'],
          ...[
            'Wait',
            '(',
            ')',
            ', ',
            ' ',
            '\n',
            branch,
            file,
            'pr_5',
            'c1',
            'master',
            'release_1',
            '__proto__',
          ],
          ...['constructor', '\u2028', '😀', '\ud800', '"', 'Success: Merged PR #5 from x into master.'],
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(100_000), `Commit(${'a'.repeat(50_000)}, auth.ts)`) },
  { weight: 1, arbitrary: fc.constantFrom(`${'Merge('.repeat(5_000)}`, 'Merge(pr_9007199254740993)') },
)

/** 100 episodes of 100 steps. */
test('10,000 random actions never throw, and each refusal is one line that changes nothing', async () => {
  let actions = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostile, { minLength: 100, maxLength: 100 }),
      fc.integer(),
      async (texts, seed) => {
        const tried = repositoryEnvironment({ horizon: 100 })
        const idle = repositoryEnvironment({ horizon: 100 })
        await tried.reset({ seed })
        await idle.reset({ seed })
        for (const text of texts) {
          const answer = await tried.step(text)
          actions += 1
          const same = await idle.step(answer.refused ? 'Wait' : text)
          const [result = '', ...told] = answer.text.split('\n')
          expect(result).toMatch(answer.refused ? /^Error: ./ : /^Success: /)
          expect(result).not.toMatch(/[\r\u0085\u2028\u2029]/)
          expect(result.length).toBeLessThan(700)
          expect(told).toEqual(same.text.split('\n').slice(1))
          expect(await tried.outcome()).toEqual(await idle.outcome())
        }
      },
    ),
    { numRuns: 100 },
  )
  expect(actions).toBe(10_000)
})
