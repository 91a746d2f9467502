import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Opens sessions until the system allows no more files, and prints the error; then closes one and opens that session again. */
const program = `
import { agent } from '@skill-state/agent'
import { fileSessions } from '@skill-state/agent/files'
import { sqliteSessions } from '@skill-state/agent/sqlite'
const usage = {}
const model = { id: 'yes', generate: async () => ({ text: 'Yes.', finishReason: 'stop', usage, model: 'yes' }) }
const state = { type: 'object', properties: {}, additionalProperties: false }
const clerk = agent({ model, instructions: 'Say yes.', state, initialState: {}, tools: {} })
const [kind, folder] = process.argv.slice(1)
const store = (kind === 'file' ? fileSessions : sqliteSessions)(folder)
const sessions = []
const next = async () => {
  const session = await clerk.open({ id: 'customer-' + sessions.length, store })
  sessions.push(session)
  await session.ask('Will you?')
}
try {
  while (sessions.length < 200) await next()
} catch ({ code, message }) {
  for (const session of sessions.splice(-3)) await session.close()
  await next()
  console.log(JSON.stringify({ code, message, went: sessions.at(-1).steps > 0 }))
}`

test.for(['file', 'sqlite'])(
  'open sessions of a %s store that use up all files are told of in one line',
  (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'skill-state-open-'))
    try {
      const node = `ulimit -n 128; exec "$0" --conditions=@skill-state/source --input-type=module -e "$1" ${kind} "$2"`
      const printed = execFileSync('sh', ['-c', node, process.execPath, program, folder], {
        cwd: import.meta.dirname,
        encoding: 'utf8',
      })
      const { code, message, went } = JSON.parse(printed)
      expect(code).toBe('journal-misuse')
      expect(message).toMatch(
        /^session "customer-\d+": this process has as many files open as it may: close [^\n]*ulimit -n\)$/,
      )
      expect(went).toBe(true)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
