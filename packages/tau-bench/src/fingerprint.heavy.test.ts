import { expect, test } from 'vitest'
import { describeSharedData } from '../test/shared-data.ts'
import { loadDomain } from './data/load-domain.ts'
import { fingerprintOf } from './fingerprint.ts'
import { ownDomain } from './own/own-domain.ts'

const { database, tasks } = ownDomain()
const own = fingerprintOf({ database, tasks })

test('the same data have the same fingerprint', () => {
  expect(fingerprintOf(ownDomain())).toEqual(own)
})

test.each([
  ['an instruction', tasks.map((task) => ({ ...task, instruction: `${task.instruction} ` }))],
  ['an output', tasks.map((task) => ({ ...task, outputs: [...task.outputs, '3'] }))],
  ['the order', tasks.toReversed()],
])('%s changes that of the tasks alone', (_what, others) => {
  const other = fingerprintOf({ database, tasks: others })
  expect(other.database).toBe(own.database)
  expect(other.tasks).not.toBe(own.tasks)
})

test('arguments that Python tells apart are told apart', () => {
  const kwargs = [250, 250n, '250', true, null].map((value) => new Map([['a', value]]))
  const all = kwargs.map((each) =>
    fingerprintOf({
      database,
      tasks: tasks.map((task) => ({ ...task, actions: [{ name: 'think', kwargs: each }] })),
    }),
  )
  expect(new Set(all.map((each) => each.tasks)).size).toBe(5)
})

test('a record changes that of the database', () => {
  const users = new Map([...(database.get('users') ?? [])].slice(1))
  expect(fingerprintOf({ database: new Map([...database, ['users', users]]), tasks }).database).not.toBe(
    own.database,
  )
})

describeSharedData('the official data', (folder) => {
  test.each([
    ['retail', '5a4b2cb59f4d12dea7e4adff24a7f8fada510ead49372ea4a729a82bbb5f49b5'],
    ['airline', '4587e6b48ad2b2c4f3e1fecb40aabec7bb2286513273b8f8cec3f5865222f290'],
  ] as const)('%s: the initial hash of the official environment', (name, hash) => {
    expect(fingerprintOf(loadDomain(folder, name, 'test')).database).toBe(hash)
  })
})
