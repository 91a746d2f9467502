import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatRoute, parseRoute, type Route } from './route.ts'

const key = fc.record({
  run: fc.string({ minLength: 1, unit: 'binary' }).filter((text) => text.isWellFormed()),
  name: fc.string({ minLength: 1, unit: 'binary' }).filter((text) => text.isWellFormed()),
})
const episode = key.map(({ run, name }) => ({ run, file: `episodes/${name}.jsonl` }))
const step = fc.nat({ max: 999_999_999 })
const route: fc.Arbitrary<Route> = fc.oneof(
  fc.record({
    page: fc.constant('episode' as const),
    episode,
    step,
    panel: fc.constantFrom(...(['step', 'prompt', 'state', 'diff', 'missing'] as const)),
    pointer: fc.constant(''),
  }),
  fc.record({
    page: fc.constant('episode' as const),
    episode,
    step,
    panel: fc.constant('why' as const),
    pointer: fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
  }),
  fc.record({ page: fc.constant('compare' as const), left: episode, right: episode, step }),
  fc.record({
    page: fc.constantFrom('episodes' as const, 'plots' as const),
    query: fc.constantFrom('', 'q=a+b', 'runtime=x&sort=-score'),
  }),
)

test('an address leads back to the view that it was made of, whatever its names are', () => {
  fc.assert(
    fc.property(route, (view) => {
      expect(parseRoute(formatRoute(view))).toEqual(view)
    }),
  )
})

test.for(['', '#', '#/', '#/nowhere', '#/%', '#javascript:alert(1)'])('%j leads to the table', (hash) => {
  expect(parseRoute(hash)).toMatchObject({ page: 'episodes' })
})

test.for(['x', '-1', '1e3', '99999999999'])('an invalid step, %s, is the first', (text) => {
  expect(parseRoute(`#/run/r/episode/e/step/${text}`)).toMatchObject({ page: 'episode', step: 0 })
})
