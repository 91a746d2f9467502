import { expect, test } from 'vitest'
import { startPatiently } from './start-patiently.ts'

function failing(code: string, message: string, times: number): () => Promise<string> {
  let left = times
  return async () => {
    left -= 1
    if (left < 0) return 'done'
    throw Object.assign(new Error(message), { code })
  }
}

test('a database that is not there yet is waited for, and that is said once', async () => {
  const said: string[] = []
  const start = startPatiently({ place: 'there', onLine: (line) => said.push(line) })
  expect(await start(failing('ECONNREFUSED', 'connect ECONNREFUSED ::1:1', 2))).toBe('done')
  expect(await start(failing('57P03', 'the database system is starting up', 1))).toBe('done')
  expect(said).toEqual([
    expect.stringMatching(/^there: .*; nothing listens there.*; waits up to 20 seconds$/),
  ])
})

test('what does not pass by itself ends the start at once, in one line', async () => {
  const said: string[] = []
  const start = startPatiently({ place: 'there', onLine: (line) => said.push(line) })
  await expect(start(failing('28P01', 'password authentication failed', 1))).rejects.toMatchObject({
    code: 'database-unavailable',
    message: expect.stringMatching(/^there: password authentication failed; the server rejects/),
  })
  expect(said).toEqual([])
})
