import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { play } from '../../../test/play.ts'
import { repository, repositoryBenchmark } from '../benchmark.ts'
import { repositoryEnvironment } from '../environment.ts'
import { answers, rightAnswer } from '../world/answer.ts'
import { beginStep } from '../world/begin.ts'
import { type Command, commands } from '../world/events.ts'
import { apply } from '../world/transitions.ts'
import { emptyWorld, newestRelease, type World } from '../world/world.ts'
import { generateSteps } from './generate.ts'
import { noticeStep, type Scenario, scriptOf } from './scenario.ts'

const scenarios = ['A', 'B', 'C'] as const
const options = fc.record({
  seed: fc.integer(),
  horizon: fc.integer({ min: 20, max: 120 }),
  scenario: fc.constantFrom(...scenarios),
})

type Policy = (world: World, right: Command | undefined, at: { dependent: boolean; pr: number }) => string

/** Plays a policy that sees a world of its own, which keeps step with the environment's. */
async function playPolicy(
  scenario: Scenario,
  horizon: number,
  policy: Policy,
): Promise<Record<string, number>> {
  const environment = repositoryEnvironment({ horizon, scenario })
  const world = emptyWorld()
  await environment.reset({ seed: 5 })
  for (const [step, plan] of generateSteps({ seed: 5, horizon, scenario }).entries()) {
    beginStep(world, step, plan)
    const { event, dependent } = plan
    const at = { dependent: dependent === true, pr: 'pr' in event ? event.pr : 0 }
    const right = rightAnswer(world, event)
    const action = policy(world, right, at)
    if (right !== undefined && action === commands.write(right)) apply(world, right)
    await environment.step(action)
  }
  const { reward, metrics } = await environment.outcome()
  return { reward, ...metrics }
}

const perfect: Policy = (_, right) => (right === undefined ? 'Wait' : commands.write(right))

test('the notice comes at half of the horizon, and every other event after it depends on it', () => {
  fc.assert(
    fc.property(options, (o) => {
      const steps = generateSteps(o)
      const notice = noticeStep(o.horizon)
      const drifts = steps.flatMap(({ drift }, step) => (drift === undefined ? [] : [[step, drift.kind]]))
      const kind = { A: 'force-push', B: 'flaky', C: 'closed' }[o.scenario]
      const before = o.scenario === 'B' ? [[notice - 3, 'false-failure']] : []
      expect(drifts).toEqual([...before, [notice, kind]])
      for (const [step, { event, dependent }] of steps.entries()) {
        expect(dependent === true).toBe(step > notice && (step - notice) % 2 === 0)
        if (dependent) expect(event.kind).toBe({ A: 'backport', B: 'release', C: 'merge' }[o.scenario])
      }
    }),
  )
})

test('nothing but its script concerns the feature, and all but the dependents of C can be answered', () => {
  fc.assert(
    fc.property(options, (o) => {
      const world = emptyWorld()
      const steps = generateSteps(o)
      const [first, , review] = steps.map(({ event }) => event)
      if (first?.kind !== 'issue' || review?.kind !== 'review') throw new Error('the feature is opened first')
      const { pr } = review
      const script = scriptOf(o.scenario, o.horizon)
      for (const [step, plan] of steps.entries()) {
        const told = beginStep(world, step, plan).length
        if (plan.drift !== undefined) expect(told).toBeGreaterThan(1)
        const { event, dependent } = plan
        if (step > 0 && event.kind === 'issue') {
          expect(event.file).not.toBe(first.file)
          expect(event.stackedOn).not.toBe(pr)
        }
        if ('pr' in event && event.pr === pr) expect(script(step).event).toBe(event.kind)
        const right = rightAnswer(world, event)
        expect(right === undefined).toBe(o.scenario === 'C' && dependent === true)
        if (right !== undefined) expect(apply(world, right).accepted).toBe(true)
      }
    }),
  )
})

describe.each(scenarios)('scenario %s', (scenario) => {
  const isControl = scenario === 'C'

  test.each([20, 50, 100])(
    'with T = %d the player recovers at once, but for the control',
    async (horizon) => {
      for (const kind of ['state', 'history'] as const) {
        for (const seed of [1, 2, 3, 4, 5]) {
          const environment = repositoryEnvironment({ horizon, scenario })
          const { reward, metrics } = (await play(environment, repository, seed, kind)).outcome
          expect(reward).toBe(1)
          expect(metrics?.recovered).toBe(isControl ? 0 : 1)
          expect(metrics?.recoverySteps).toBe(isControl ? undefined : 0)
        }
      }
    },
  )

  test('an agent that does nothing is told nothing, and has no recovery steps', async () => {
    const figures = await playPolicy(scenario, 40, () => 'Wait')
    expect(figures).toMatchObject({ reward: 0, recovered: 0 })
    expect(figures).not.toHaveProperty('recoverySteps')
  })

  test('unreadable answers to dependent events are no recovery steps', async () => {
    const figures = await playPolicy(scenario, 40, (world, right, at) =>
      at.dependent ? 'Mumble' : perfect(world, right, at),
    )
    expect(figures.recovered).toBe(0)
    expect(figures.recoverySteps).toBe(isControl ? undefined : 0)
  })
})

/** What an agent does that has not taken note, three times, before it does. With T = 40, the notice is at 20. */
test.each([
  ['A', (world: World) => `CherryPick(${[...world.dropped][0]}, ${newestRelease(world)})`],
  ['B', (world: World, pr: number) => `FixCI(${world.pulls.get(pr)?.branch})`],
  ['B', (world: World, pr: number) => `RunTests(${world.pulls.get(pr)?.branch})`],
] as const)('%s counts the actions that still act on the old fact', async (scenario, outdated) => {
  let stubborn = 3
  const figures = await playPolicy(scenario, 40, (world, right, at) => {
    if (!at.dependent || stubborn === 0) return perfect(world, right, at)
    stubborn -= 1
    return outdated(world, at.pr)
  })
  expect(figures.recoverySteps).toBe(3)
  expect(figures.recoveryTurns).toBeGreaterThan(3)
  if (scenario === 'A') expect(figures.recovered).toBe(1)
})

test.each([
  ['A', (world: World) => `CherryPick(c999, ${newestRelease(world)})`],
  ['B', () => 'RunTests(nobody_1)'],
] as const)(
  '%s does not count a wrong answer that does not rest on the old fact',
  async (scenario, wrong) => {
    const policy: Policy = (world, right, at) => (at.dependent ? wrong(world) : perfect(world, right, at))
    expect(await playPolicy(scenario, 40, policy)).toMatchObject({ recovered: 0, recoverySteps: 0 })
  },
)

test('who never made the commit that a force push drops has nothing to recover from', async () => {
  const idle: Policy = (world, right, at) =>
    right?.kind === 'Commit' && world.branches.has(right.branch) ? 'Wait' : perfect(world, right, at)
  const figures = await playPolicy('A', 40, idle)
  expect(figures).toMatchObject({ recovered: 0 })
  expect(figures).not.toHaveProperty('recoverySteps')
})

test('nothing that can be said passes the control', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const world = emptyWorld()
    const steps = generateSteps({ seed, horizon: 40, scenario: 'C' })
    for (const [step, plan] of steps.entries()) {
      beginStep(world, step, plan)
      if (plan.dependent) {
        for (const command of everyCommand(world)) expect(answers(world, plan.event, command)).toBe(false)
      }
      const right = rightAnswer(world, plan.event)
      if (right !== undefined) apply(world, right)
    }
  }
})

function everyCommand(world: World): readonly Command[] {
  const verbs = ['CreatePR', 'FixCI', 'RunTests', 'CreateRelease', 'Rollback'] as const
  const branches = ['master', ...world.branches.keys(), ...world.releases.keys()]
  const commits = [...world.branches.values()].flatMap((branch) => branch.commits)
  return [
    { kind: 'Wait' },
    ...[...world.pulls.keys()].map((pr) => ({ kind: 'Merge', pr }) as const),
    ...branches.flatMap((branch) => verbs.map((verb) => ({ kind: verb, branch }) as const)),
    ...branches.flatMap((branch) =>
      commits.flatMap(({ id, file }) => [
        { kind: 'CherryPick', commit: id, branch } as const,
        { kind: 'Commit', branch, file } as const,
      ]),
    ),
  ]
}

test('a change that does not reach the agent’s world is neither announced nor counted', async () => {
  const environment = repositoryEnvironment({ horizon: 30, scenario: 'A' })
  let { text, done } = await environment.reset({ seed: 5 })
  while (!done) {
    expect(text).not.toContain('Force push')
    ;({ text, done } = await environment.step('Wait'))
  }
  const { metrics } = await environment.outcome()
  expect(metrics).toMatchObject({ recovered: 0 })
  expect(metrics).not.toHaveProperty('recoverySteps')
})

test('the orders about the closed pull request are not actionable', async () => {
  const dependents = generateSteps({ seed: 5, horizon: 40, scenario: 'C' }).filter((step) => step.dependent)
  const { actionableEvents } = await playPolicy('C', 40, perfect)
  expect(actionableEvents).toBe(40 - dependents.length)
})

test('refuses what is no scenario, and a horizon too short for one', () => {
  expect(() => repositoryBenchmark({ scenario: 'D' as 'A' })).toThrow(/options of repository: scenario: /)
  expect(() => repositoryBenchmark({ silent: true })).toThrow('silent needs a scenario')
  expect(() => [...repositoryBenchmark({ scenario: 'A' }).tasks({ seeds: [1], horizons: [19] })]).toThrow(
    /at least 20, not 19/,
  )
})
