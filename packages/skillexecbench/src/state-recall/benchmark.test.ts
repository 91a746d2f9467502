import { testEnvironment } from '@skill-state/protocol/conformance'
import { describe, expect, test } from 'vitest'
import { type Memory, meanReward, taskOf } from '../../test/play.ts'
import { stateRecall, stateRecallBenchmark } from './benchmark.ts'
import { describeRecall, drawRecallEvents, type RecallEvent, readRecall } from './events.ts'

describe('conformance', () => {
  const suite = testEnvironment({
    open: () => stateRecall.open(taskOf(stateRecall, 3)),
    actions: ['Wait', 'Keep account_abcd 1234', 'nonsense', 'Wait'],
    seed: 1,
    otherSeed: 3,
    reachesEnd: true,
  })
  for (const check of suite) test(check.name, () => check.run())
})

const seeds = [1, 2, 3, 4]

const mean = (shown: Memory): Promise<number> =>
  meanReward(stateRecall, stateRecall.tasks({ seeds, horizons: [150] }), shown)

test.each(['state', 'history', 'summary'] as const)('%s makes every fact known', async (shown) => {
  expect(await mean(shown)).toBe(1)
})

test('the newest observation alone answers no question', async () => {
  expect(await mean('nothing')).toBe(0)
})

function* first(count: number, seed: number): Generator<RecallEvent> {
  const events = drawRecallEvents({ seed, load: 8 })
  for (let index = 0; index < count; index += 1) yield events.next().value
}

test('a question is about an open account, not the one of the event before, and has the rate of the ledger', () => {
  for (const seed of seeds) {
    const rates = new Map<string, string>()
    let before = ''
    for (const event of first(2_000, seed)) {
      const { kind, account } = event
      expect(rates.has(account)).toBe(kind !== 'plant')
      if (kind !== 'plant') expect(account).not.toBe(before)
      if (kind === 'question') expect(event.rate).toBe(rates.get(account))
      if (kind === 'supersede' || kind === 'claim') expect(event.rate).not.toBe(rates.get(account))
      if (kind === 'plant' || kind === 'supersede') rates.set(account, event.rate)
      if (kind === 'close') rates.delete(account)
      before = account
    }
  }
})

test('an observation tells its event, and of a question all but the rate', () => {
  for (const event of first(300, 5)) {
    const told = event.kind === 'question' ? { kind: event.kind, account: event.account } : event
    expect(readRecall(`Success: Waited.\n${describeRecall(event)}`)).toEqual(told)
  }
})

test('an episode of 100,000 steps ends with its score', async () => {
  const environment = stateRecall.open(taskOf(stateRecall, 100_000, 7))
  const rates = new Map<string, string>()
  let observation = await environment.reset({ seed: 7 })
  while (!observation.done) {
    const event = readRecall(observation.text)
    if (event?.kind === 'plant' || event?.kind === 'supersede') rates.set(event.account, event.rate)
    const answer = event?.kind === 'question' ? `Answer ${event.account} ${rates.get(event.account)}` : 'Wait'
    observation = await environment.step(answer)
  }
  const { reward, metrics } = await environment.outcome()
  expect(reward).toBe(1)
  expect(metrics?.actionableEvents).toBeGreaterThan(40_000)
})

test.each(['Keep', 'Keep account_abcd', 'Close account_abcd 1', 'Answer a 1', 'Wait now'])(
  'cannot read %j',
  async (action) => {
    const environment = stateRecall.open(taskOf(stateRecall, 5))
    await environment.reset({ seed: 1 })
    expect((await environment.step(action)).text).toMatch(/^Error: that is not an action/)
  },
)

test('a refused answer does not tell the rate, and the load names the variant', async () => {
  const environment = stateRecall.open(taskOf(stateRecall, 40, 3))
  let observation = await environment.reset({ seed: 3 })
  while (!observation.done && !/auditor/.test(observation.text)) observation = await environment.step('Wait')
  const account = readRecall(observation.text)?.account
  const { text } = await environment.step(`Answer ${account} 0000`)
  expect(text.split('\n')[0]).toBe(`Error: that is not the rate of ${account}.`)
  expect(taskOf(stateRecallBenchmark({ load: 20 }), 10).variant).toBe('load-20')
})
