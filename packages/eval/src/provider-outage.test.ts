import { type Model, SkillStateError } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { always, episode } from '../test/countdown.ts'
import { emptyFolder } from '../test/folder.ts'
import { failureKind, ProviderOutage, watchForOutage } from './provider-outage.ts'
import { runSuite, type SuiteOptions } from './run-suite.ts'
import { openRunFolder } from './trace/run-folder.ts'

/** What a model throws whose provider gave no response. */
function rejection(message: string, status?: number): SkillStateError {
  const attempt = Object.assign(new Error(message), { code: 'model-failed', mayBeCharged: false, status })
  return new SkillStateError('model-failed', `m: after 6 attempts: ${message}`, { cause: attempt })
}

const unreached = rejection('no connection: ECONNREFUSED')

/** Whether these failures, one after the other, are an outage. */
function isOutage(failures: readonly unknown[], begin: (watch: ReturnType<typeof watchForOutage>) => void) {
  const watch = watchForOutage()
  begin(watch)
  for (const failure of failures) watch.failed(failure)
  return watch.outage !== undefined
}

const nothing = (): void => {}
const answer = ({ answered }: { answered: () => void }): void => answered()
const before = ({ answeredBefore }: { answeredBefore: () => void }): void => answeredBefore()

describe('an outage', () => {
  test.each([
    ['five alike', Array(5).fill(unreached), true],
    ['four alike', Array(4).fill(unreached), false],
    ['four alike and another', [...Array(4).fill(unreached), rejection('500 oops', 500)], false],
    ['five that differ in an id', [1, 2, 3, 4, 5].map((n) => rejection(`500 see req_${n}a`, 500)), true],
    ['five caused by it', Array(5).fill(new Error('the user failed', { cause: unreached })), true],
    ['five of an environment', Array(5).fill(new SkillStateError('environment-failed', 'power cut')), false],
  ])('%s', (_, failures, expected) => {
    expect(isOutage(failures, nothing)).toBe(expected)
    expect(isOutage(failures, answer)).toBe(expected)
  })

  test.each([
    [401, 1, nothing, true],
    [403, 1, nothing, true],
    [403, 1, answer, false],
    [403, 1, before, false],
    [401, 5, answer, true],
    [500, 1, nothing, false],
    [400, 5, nothing, true],
    [400, 9, answer, false],
    [413, 9, before, false],
    [402, 5, answer, true],
  ])('%d, %d times', (status, times, begin, expected) => {
    expect(isOutage(Array(times).fill(rejection(`${status} no`, status)), begin)).toBe(expected)
  })

  test('an answer in between begins the count anew', () => {
    const watch = watchForOutage()
    for (let round = 0; round < 3; round += 1) {
      for (let failures = 0; failures < 4; failures += 1) watch.failed(unreached)
      watch.answered()
    }
    expect(watch.outage).toBeUndefined()
  })
})

test('failures are alike if only ids and figures differ', () => {
  expect(failureKind('429 used 300, try in 1.5s (req-8f)')).toBe(
    failureKind('429 used 4, try in 20s (req-9)'),
  )
  expect(failureKind('no connection')).not.toBe(failureKind('no credit'))
})

describe('a suite whose provider fails repeatedly', () => {
  const run = async (models: readonly Model[], options: Partial<SuiteOptions> = {}) => {
    const folder = openRunFolder(emptyFolder(), { experiment: 'outage' })
    const ends: string[] = []
    const episodes = models.map((model, seed) => episode({ seed, model }))
    const suite = (): Promise<void> =>
      runSuite(folder, episodes, {
        concurrency: 1,
        onEvent: (event) => event.kind === 'episode-ended' && ends.push(`${event.how} ${event.end.status}`),
        ...options,
      })
    return { ends, suite, outcome: await suite().catch((error: unknown) => error) }
  }
  const dead = always(() => Promise.reject(unreached))

  test.each([1, 3, 8])('is stopped, %d at once, and says why', async (concurrency) => {
    const { ends, outcome } = await run(Array(20).fill(dead), { concurrency })
    expect(outcome).toBeInstanceOf(ProviderOutage)
    expect((outcome as Error).message).toBe(
      '5 episodes in a row failed alike, and no call was answered in between: m: after 6 attempts: no connection: ECONNREFUSED',
    )
    expect(ends.length).toBeGreaterThanOrEqual(5)
    expect(ends.length).toBeLessThan(5 + concurrency)
  })

  test('leaves what is under way without an end, so that it continues', async () => {
    let hangs = true
    const late: Model = {
      id: 'always',
      generate: ({ prompt, signal }) =>
        hangs
          ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
          : always('good').generate({ prompt }),
    }
    const { ends, suite, outcome } = await run([late, ...Array(6).fill(dead)], { concurrency: 2 })
    expect([outcome, ends]).toEqual([expect.any(ProviderOutage), Array(5).fill('played failed')])
    hangs = false
    await suite()
    expect(ends.slice(5).sort()).toEqual([
      'played failed',
      'played terminated',
      ...Array(5).fill('recorded failed'),
    ])
  })

  test('continues if a call is answered between failures', async () => {
    const models = Array.from({ length: 12 }, (_, index) => (index % 4 === 3 ? always('good') : dead))
    const { ends, outcome } = await run(models)
    expect([outcome, ends.length]).toEqual([undefined, 12])
  })
})
