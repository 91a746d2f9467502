import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isUsual } from './is-usual.ts'
import { type TraceLine, traceLine } from './trace.ts'

const odd = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    -1,
    0.5,
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    'stop',
    true,
    [],
    {},
  ),
  fc.constantFrom(
    new Date(0),
    new Map(),
    { toJSON: () => 5 },
    { toJSON: 'x' },
    Object.create({ inherited: 1 }),
  ),
  fc.jsonValue(),
)

/** A record of the fields, of which few are replaced, left out or added. */
function nearly(fields: Readonly<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> {
  const keys = Object.keys(fields)
  const change = fc.tuple(fc.constantFrom(...keys, 'more'), odd)
  return fc.array(change, { maxLength: 2 }).map((changes) => ({ ...fields, ...Object.fromEntries(changes) }))
}

const call = fc
  .record({ usage: nearly({ inputTokens: 3, outputTokens: 0 }), rawUsage: fc.option(nearly({ prompt: 3 })) })
  .chain(({ usage, rawUsage }) => {
    const { more: _, ...asMade } = {
      more: 0,
      kind: 'call',
      step: 0,
      promptHash: 'a',
      promptChars: 3,
      model: 'm',
    }
    const given = {
      reply: 'r',
      finishReason: 'stop',
      fault: undefined,
      usage,
      replayed: undefined,
      durationMs: 1,
    }
    return nearlyGiven({ ...given, rawUsage: rawUsage ?? undefined }, asMade)
  })

const step = nearly({ text: 'O', done: false, refused: undefined }).chain((result) => {
  const given = { rejections: [], fallback: false, patch: { a: null }, action: 'go', result, durationMs: 0 }
  return nearlyGiven({ ...given, actionSource: undefined, notes: undefined, index: 0 }, { kind: 'step' })
})

const reset = nearly({ text: 'O', done: false }).chain((observation) =>
  nearlyGiven({ observation }, { kind: 'reset' }),
)

const episode = nearlyGiven(
  { id: 'i', benchmark: 'b', task: 't', variant: 'v', problem: undefined, seed: 1, horizon: 3 },
  { kind: 'episode', format: 1, runtime: 'r', model: 'm' },
)

const end = nearly({ a: 1 })
  .chain((metrics) => nearly({ reward: 1, metrics }))
  .map((outcome) => ({ kind: 'end', status: 'terminated', outcome }) as unknown as TraceLine)

/** The harness gives the keys of a line, others their values. */
function nearlyGiven(given: Readonly<Record<string, unknown>>, own: object): fc.Arbitrary<TraceLine> {
  return nearly(given).map(({ more: _, ...fields }) => ({ ...own, ...fields }) as unknown as TraceLine)
}

it.each(Object.entries({ episode, reset, call, step, end }))(
  'takes no %s for usual that the schema rejects',
  (_kind, lines) => {
    let usual = 0
    const law = fc.property(lines, (line) => {
      if (!isUsual(line)) return
      usual += 1
      expect(traceLine.safeParse(JSON.parse(JSON.stringify(line)))).toHaveProperty('success', true)
    })
    fc.assert(law, { numRuns: 1_000 })
    expect(usual).toBeGreaterThan(100)
  },
)
