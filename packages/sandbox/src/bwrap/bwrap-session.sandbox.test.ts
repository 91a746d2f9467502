import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { defaultLimits } from '../sandbox.ts'
import { BwrapSession } from './bwrap-session.ts'

/** A session whose loop was taken over: a program that answers as it likes. */
function sessionWith(program: string): BwrapSession {
  const child = spawn('/bin/bash', ['-c', program], { stdio: 'pipe' })
  const session = new BwrapSession(child, defaultLimits, { release: async () => {} })
  session.found(child.pid ?? 0)
  session.begin()
  return session
}

const options = { cwd: '/', timeoutMs: 20_000 }

test.each([
  ['a false end', `read -r -d '' nonce; printf '%s nonsense\\n' "$nonce"; sleep 60`, ''],
  ['more after the end', `read -r -d '' nonce; cat <<< "out$nonce 0"$'\\nmore'; sleep 60`, 'out'],
  ['an early end', 'printf partly', 'partly'],
])('%s is the end of the session and a result', async (_, program, text) => {
  const session = sessionWith(program)
  const { output, exitCode, timedOut } = await session.exec('true', options)
  expect({ text: Buffer.from(output).toString(), exitCode, timedOut }).toEqual({
    text,
    exitCode: null,
    timedOut: false,
  })
  expect(session.alive).toBe(false)
  await session.close()
})

test('a word out of turn is the end of the session', async () => {
  const session = sessionWith('echo word; sleep 60')
  await expect.poll(() => session.alive, { timeout: 55_000 }).toBe(false)
  await session.close()
})

test('a loop that does not answer is ended with its command', async () => {
  const session = sessionWith(`trap '' USR1; while :; do read -t 1 -r line; done`)
  const { exitCode, timedOut } = await session.exec('true', { ...options, timeoutMs: 300 })
  expect({ exitCode, timedOut, alive: session.alive }).toEqual({
    exitCode: null,
    timedOut: true,
    alive: false,
  })
  await session.close()
})
