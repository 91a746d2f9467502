// Kills the sessions of an agent at random instants: in a tool, in a model call, while it waits, while it is approved.
// Then checks that no message was lost or answered twice, no call was executed again after its result was recorded, no
// message was taken for a result, and no approval was lost or applied to another call.
//
//   pnpm kill:sessions [--kills 200] [--messages 40] [--seed 1] [--stores file,sqlite,postgres]
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { JournalStore } from '@skill-state/core/journal'
import { history, verify } from '@skill-state/core/journal'
import { createFileStore } from '@skill-state/core/journal/file'
import { createMemoryStore } from '@skill-state/core/journal/memory'
import { createSqliteStore } from '@skill-state/core/journal/sqlite'
import { connect, postgresSessions } from '@skill-state/postgres/sessions'
import { startTestServer } from '@skill-state/postgres/testing'
import { isJsonObject } from '@skill-state/protocol'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    messages: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    stores: { type: 'string', default: 'file,sqlite,postgres' },
  },
})
/** What each tool may answer. */
const ANSWERS: Readonly<Record<string, RegExp>> = {
  search: /^Result: found$/,
  look: /^Result: (booked before|not booked)$/,
  book: /^Result: (booked now|The call of book was (cut off|denied))/,
}

const [kills, messages] = [Number(values.kills), Number(values.messages)]
const random = xoroshiro128plus(Number(values.seed))
const between = (least: number, most: number): number => uniformInt(random, least, most)
const work = mkdtempSync(join(tmpdir(), 'skill-state-kill-'))
const desk = fileURLToPath(new URL('_kill-desk.ts', import.meta.url))

try {
  for (const kind of values.stores.split(',')) await torment(kind)
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function torment(kind: string): Promise<void> {
  await using server = kind === 'postgres' ? await startTestServer() : undefined
  const address = server === undefined ? '' : await server.createDatabase()
  let killed = 0
  let sessions = 0
  const faults: string[] = []
  for (; killed < kills; sessions += 1) {
    const folder = join(work, `${kind}-${sessions}`)
    mkdirSync(folder)
    for (let alive = false; !alive; ) {
      const wasKilled = await runAndKill([folder, kind, address, String(messages)], killed < kills)
      if (wasKilled) killed += 1
      alive = !wasKilled
    }
    const store = await storeOf(kind, folder, address)
    faults.push(...faultsOf(folder, store).map((fault) => `session ${sessions}: ${fault}`))
    store.close()
  }
  const verdict = faults.length === 0 ? 'nothing lost, nothing doubled' : faults.slice(0, 10).join('; ')
  process.stdout.write(
    `${kind}: ${killed} kills in ${sessions} sessions of ${messages} messages: ${verdict}\n`,
  )
  if (faults.length > 0) process.exitCode = 1
}

/** True if the process was killed, false if it came to its end. Throws if it failed. */
async function runAndKill(args: readonly string[], mayKill: boolean): Promise<boolean> {
  const flags = ['--conditions=@skill-state/source', '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, desk, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  const effects = join(args[0] ?? '', 'effects')
  const begun = (): number => (existsSync(effects) ? readFileSync(effects).length : 0)
  const before = begun()
  // The clock runs from the first new effect on, so a slow start does not use it up.
  const timer = setInterval(() => {
    if (!mayKill || begun() === before) return
    clearInterval(timer)
    setTimeout(() => child.kill('SIGKILL'), between(0, 60))
  }, 1)
  const ended = await new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  clearInterval(timer)
  if (ended.signal === 'SIGKILL') return true
  if (ended.code === 0) return false
  throw new Error(`the session ended with exit code ${ended.code} instead of continuing`)
}

async function storeOf(kind: string, folder: string, address: string): Promise<JournalStore> {
  const id = folder.slice(-40).replaceAll('/', '%2f.')
  if (kind === 'sqlite') return createSqliteStore(join(folder, `${id}.sqlite`))
  if (kind === 'file') return createFileStore(join(folder, `${id}.jsonl`))
  await using database = await connect(address)
  return createMemoryStore([...(await postgresSessions(database).read(folder.slice(-40)))])
}

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
}

/** What came last of what a prompt shows: the newest result, or the message. */
function newestPart(text: string): string {
  return text.slice(text.lastIndexOf('\nResult: ') + 1).split('\n\nNotice: ', 1)[0] ?? ''
}

/** What no kill may do, as far as it was done. */
function faultsOf(folder: string, store: JournalStore): readonly string[] {
  const faults: string[] = []
  verify(store)
  const steps = [...history(store)]
  const told = steps.flatMap(
    ({ observation }) => /^The user says: (.*)$/.exec(newestPart(observation.text))?.[1] ?? [],
  )
  const answers: string[] = []
  for (const { action, result } of steps) {
    const [name = '', input] = isJsonObject(action) ? (Object.entries(action)[0] ?? []) : []
    if (name === 'reply')
      answers.push(/^answer (\d+):/.exec(typeof input === 'string' ? input : '')?.[1] ?? '?')
    else if (!ANSWERS[name]?.test(newestPart(result.text)))
      faults.push(`${name} was answered with "${result.text}"`)
  }
  for (let number = 0; number < messages; number += 1) {
    const times = told.filter((text) => text === `message ${number}`).length
    if (times !== 1) faults.push(`message ${number} was shown ${times} times`)
    const replies = answers.filter((answer) => answer === String(number)).length
    if (replies !== 1) faults.push(`message ${number} was answered ${replies} times`)
  }
  const booked = linesOf(join(folder, 'effects')).filter((line) => line.startsWith('book '))
  if (new Set(booked.map((line) => line.split(' ')[1])).size < booked.length)
    faults.push('a call was executed twice')
  const answered = linesOf(join(folder, 'approvals')).map((line) => line.split(' '))
  for (const line of booked) {
    const [, , message = ''] = line.split(' ')
    const last = answered.findLast(([, , asked]) => asked === message)
    if (last?.[0] !== 'yes') faults.push(`message ${message} was booked without an approval`)
  }
  for (let number = 0; number < messages; number += 1) {
    const times = booked.filter((line) => line.endsWith(` ${number}`)).length
    if (times !== (number % 3 === 0 ? 0 : 1)) faults.push(`message ${number} was booked ${times} times`)
  }
  return faults
}
