import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openFixture } from '../../../test/airline.ts'
import { value } from '../../../test/arbitrary.ts'
import { officialHash } from '../../hash/database-hash.ts'
import { type PythonValue, parsePythonJson } from '../../python/index.ts'
import { callTool, classNameOf, type Tool } from '../../tool.ts'
import { airlineTools } from './index.ts'

test('the tools come in the official order, named as Python names their classes', () => {
  expect(airlineTools.map(({ name }) => name)).toEqual([
    'book_reservation',
    'calculate',
    'cancel_reservation',
    'get_reservation_details',
    'get_user_details',
    'list_all_airports',
    'search_direct_flight',
    'search_onestop_flight',
    'send_certificate',
    'think',
    'transfer_to_human_agents',
    'update_reservation_baggages',
    'update_reservation_flights',
    'update_reservation_passengers',
  ])
  for (const { name } of airlineTools) {
    expect(
      classNameOf({ name })
        .replace(/(?<!^)[A-Z]/g, '_$&')
        .toLowerCase(),
    ).toBe(name)
  }
})

/** What the fixture knows, what a prototype knows, and what is too long: so that odd values get past some checks. */
const known: readonly PythonValue[] = [
  ...['ann_lee_1', 'AAA111', 'HATHAT', 'SFO', 'BOS', 'economy', 'yes', '2024-05-16', 'gift_card_1'],
  ...['__proto__', 'constructor', 'x'.repeat(1_000_000)],
  parsePythonJson('[{"flight_number": "HAT001", "date": "2024-05-16"}]'),
  parsePythonJson('[{"flight_number": "HAT001", "date": {"__proto__": 1}}]'),
  parsePythonJson('[{"payment_id": "gift_card_1", "amount": 1.5}]'),
  parsePythonJson('[{"payment_id": "certificate_1", "amount": true}]'),
]

function argumentsOf(tool: Tool): fc.Arbitrary<Map<string, PythonValue>> {
  const values = tool.parameters.map(() => fc.oneof(fc.constantFrom(...known), value))
  return fc
    .tuple(...values)
    .map((given) => new Map(given.map((each, at) => [tool.parameters[at] ?? '', each])))
}

const calls = fc.array(
  fc.constantFrom(...airlineTools).chain((tool) => fc.tuple(fc.constant(tool), argumentsOf(tool))),
  { maxLength: 6 },
)

test('no arguments make a tool fail in any way that Python does not', () => {
  fc.assert(
    fc.property(calls, (sequence) => {
      const database = openFixture()
      for (const [tool, kwargs] of sequence) {
        expect(['string', 'undefined']).toContain(typeof callTool(tool, 'airline', database, kwargs))
      }
      expect(officialHash(database)).toMatch(/^[0-9a-f]{64}$/)
    }),
    { numRuns: 300 },
  )
})
