import { expect, test } from 'vitest'
import { runsSetAside } from './set-aside.ts'

/** What a provider's rejection looks like to a watch. */
const rejection = (): Error => Object.assign(new Error('500 no'), { mayBeCharged: false, status: 500 })

function atZero(): {
  readonly aside: ReturnType<typeof runsSetAside>
  readonly pass: (ms: number) => void
} {
  let now = 0
  return {
    aside: runsSetAside(() => now),
    pass: (ms) => {
      now += ms
    },
  }
}

test('a run is left alone for a minute, then for two, until its provider answers', () => {
  const { aside, pass } = atZero()
  const first = aside.watchOf(7)
  for (let failures = 0; failures < 5; failures += 1) first.failed(rejection())
  expect([aside.add(7, first), aside.add(7, first)]).toEqual([60_000, undefined]) // once for each outage
  expect(aside.runs()).toEqual([7])
  pass(60_000)
  expect(aside.runs()).toEqual([])

  const second = aside.watchOf(7)
  second.failed(rejection())
  expect(second.outage).toBeDefined() // at the first failure
  expect(aside.add(7, second)).toBe(120_000)
  pass(120_000)
  aside.watchOf(7).answered()
  const third = aside.watchOf(7)
  third.failed(rejection())
  expect(third.outage).toBeUndefined()
  for (let failures = 0; failures < 4; failures += 1) third.failed(rejection())
  expect(aside.add(7, third)).toBe(60_000)
})

test('an outage of one run leaves the others', () => {
  const { aside } = atZero()
  const watch = aside.watchOf(1)
  aside.add(1, watch)
  expect(aside.runs()).toEqual([1])
  expect(aside.watchOf(2).outage).toBeUndefined()
})
