import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const setUp = `
import { agent } from '@skill-state/agent'
import { fileSessions } from '@skill-state/agent/files'
import { sqliteSessions } from '@skill-state/agent/sqlite'
const usage = {}
let isSlow = false
const generate = async ({ signal }) => {
  if (isSlow) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  return { text: 'Yes.', finishReason: 'stop', usage, model: 'yes' }
}
const state = { type: 'object', properties: {}, additionalProperties: false }
const clerk = agent({ model: { id: 'yes', generate }, instructions: 'Say yes.', state, initialState: {}, tools: {} })
const [kind, folder] = process.argv.slice(1)
const store = (kind === 'file' ? fileSessions : sqliteSessions)(folder)
const open = (at) => clerk.open({ id: 'customer-' + at, store })
`

/** Runs a program that may open few files; gives what it printed. */
function runIn(kind: string, program: string): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-open-'))
  try {
    const node = `ulimit -n 128; exec "$0" --conditions=@skill-state/source --input-type=module -e "$1" ${kind} "$2"`
    const args = ['-c', node, process.execPath, setUp + program, folder]
    return JSON.parse(execFileSync('sh', args, { cwd: import.meta.dirname, encoding: 'utf8' }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test.for(['file', 'sqlite'])('1,000 sessions of a %s store are open where 128 files may be', (kind) => {
  const printed = runIn(
    kind,
    `
const sessions = []
for (let at = 0; at < 1000; at += 1) sessions.push(await open(at))
for (const session of sessions.filter((_, at) => at % 4 === 0)) await session.ask('Will you?')
const first = sessions[0]
await first.ask('Still?')
const other = await open(4)
await other.ask('And you?')
const conflict = await sessions[4].ask('Once more?').then(() => 'none', ({ code }) => code)
console.log(JSON.stringify({ steps: first.steps, said: first.messages(9).length, conflict }))`,
  )
  expect(printed).toEqual({ steps: 2, said: 4, conflict: 'journal-conflict' })
})

test.for(['file', 'sqlite'])(
  'turns of a %s store that use up all files at once are told of in one line',
  (kind) => {
    const printed = runIn(
      kind,
      `
isSlow = true
const stop = new AbortController()
const turns = []
let error
for (let at = 0; at < 200 && !error; at += 1) {
  try {
    const session = await open(at)
    turns.push(session.ask('Will you?', { signal: stop.signal }).catch((reason) => { error ??= reason }))
    await new Promise(setImmediate)
  } catch (reason) { error = reason }
}
stop.abort()
await Promise.all(turns)
console.log(JSON.stringify({ code: error.code, message: error.message }))`,
    ) as { code: string; message: string }
    expect(printed.code).toBe('journal-misuse')
    expect(printed.message).toMatch(
      /^session "customer-\d+": this process has as many files open as it may: wait [^\n]*ulimit -n\)$/,
    )
  },
)
