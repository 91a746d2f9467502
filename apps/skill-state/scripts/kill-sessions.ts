// Lets two processes compete for each session of an agent, and kills one of them at random instants: in a tool, in a model
// call, while it waits, while it is approved. This process is the world that the tools change. Then checks that no message was
// lost or answered twice, no call was executed again after its result was recorded or while another process executed it, no
// message was taken for a result, no approval was lost or applied to another call, each call was executed once or is named
// as unknown, and the state is that of a session without kills.
//
//   pnpm kill:sessions [--kills 200] [--messages 40] [--processes 2] [--seed 1] [--stores file,sqlite,postgres]
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { JournalStore } from '@skill-state/core/journal'
import { history, verify } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { openSqliteJournal } from '@skill-state/core/journal/sqlite'
import { openDatabase, postgresSessions } from '@skill-state/postgres/sessions'
import { startTestServer } from '@skill-state/postgres/testing'
import { callsOf, isJsonObject } from '@skill-state/protocol'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    messages: { type: 'string', default: '40' },
    processes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    stores: { type: 'string', default: 'file,sqlite,postgres' },
  },
})
/** What each tool may answer. */
const ANSWERS: Readonly<Record<string, RegExp>> = {
  search: /^Result: (\w+ costs \d+$|The call of search was cut off)/,
  look: /^Result: (booked before|not booked)$/,
  book: /^Result: (booked now|The call of book was (cut off|denied))/,
  pay: /^Result: paid$/,
}

const PRICES: Readonly<Record<string, number>> = { Rome: 90, Oslo: 120, Bern: 700 }

const [kills, messages, processes] = [Number(values.kills), Number(values.messages), Number(values.processes)]
const random = xoroshiro128plus(Number(values.seed))
const between = (least: number, most: number): number => uniformInt(random, least, most)
const work = mkdtempSync(join(tmpdir(), 'skill-state-kill-'))
const desk = fileURLToPath(new URL('_kill-desk.ts', import.meta.url))

/** A call that reached the world. */
interface Effect {
  readonly folder: string
  readonly tool: string
  readonly key: string
  readonly message: string
  readonly city?: string
  /** The process that made it. */
  readonly pid: number
}
const effects: Effect[] = []
/** Calls that the world has not answered. */
const executing = new Set<Effect>()
/** Processes that have begun and were not killed. */
const living = new Set<number | undefined>()
/** Calls that came from a process while another one, which lives, executed a call of the same session. */
const overlaps: Effect[] = []

const world = createServer((request, response) => {
  void json(request).then((body) => {
    const effect = body as Effect
    living.add(effect.pid)
    if (effect.tool === 'begin') return response.end()
    const isBooked = effects.some(
      ({ folder, tool, message }) =>
        tool === 'book' && folder === effect.folder && message === effect.message,
    )
    effects.push(effect)
    const isOther = ({ folder, pid }: Effect): boolean =>
      folder === effect.folder && pid !== effect.pid && living.has(pid)
    if ([...executing].some(isOther)) overlaps.push(effect)
    executing.add(effect)
    response.once('close', () => executing.delete(effect))
    const said = {
      search: `${effect.city} costs ${PRICES[effect.city ?? '']}`,
      look: isBooked ? 'booked before' : 'not booked',
      book: 'booked now',
      pay: 'paid',
    }[effect.tool]
    setTimeout(() => {
      executing.delete(effect) // the connection closes later than its process goes on
      response.end(said)
    }, 15) // so that many die before they hear it
  })
}).listen(0, '127.0.0.1')
await once(world, 'listening')
const worldAddress = `http://127.0.0.1:${(world.address() as AddressInfo).port}`

try {
  for (const kind of values.stores.split(',')) await torment(kind)
} finally {
  world.close()
  rmSync(work, { recursive: true, force: true })
}

async function torment(kind: string): Promise<void> {
  await using server = kind === 'postgres' ? await startTestServer() : undefined
  const address = server === undefined ? '' : await server.createDatabase()
  const counts = { killed: kills, inCalls: 0, repeated: 0 }
  let sessions = 0
  let wanted = ''
  const faults: string[] = []
  for (; sessions === 0 || counts.killed < kills; sessions += 1) {
    const folder = join(work, `${kind}-${sessions}`)
    mkdirSync(folder)
    await compete(folder, [folder, kind, address, String(messages), worldAddress], counts)
    const store = await storeOf(kind, folder, address)
    faults.push(...faultsOf(folder, store, counts).map((fault) => `session ${sessions}: ${fault}`))
    const state = JSON.stringify(lastOf(history(store))?.after)
    store.close()
    if (sessions === 0) [counts.killed, wanted] = [0, state]
    else if (state !== wanted) faults.push(`session ${sessions}: the state is ${state} instead of ${wanted}`)
  }
  const verdict = faults.length === 0 ? 'nothing lost, nothing doubled' : faults.slice(0, 10).join('; ')
  const { killed, inCalls, repeated } = counts
  process.stdout.write(
    `${kind}: ${killed} kills in ${sessions} sessions of ${messages} messages with ${processes} processes each, ${inCalls} calls cut off, ${repeated} repeated under their key: ${verdict}\n`,
  )
  if (faults.length > 0) process.exitCode = 1
}

/** Lets processes compete for a session, each with a successor when it is killed, until all have come to the end. */
async function compete(folder: string, args: readonly string[], counts: { killed: number }): Promise<void> {
  const alive = new Set<ChildProcess>()
  const last = (): Effect | undefined => effects.findLast((effect) => effect.folder === folder)
  // The clock runs from the first effect on that came when all processes had begun.
  let [seen, due] = [last(), Number.POSITIVE_INFINITY]
  const timer = setInterval(() => {
    const newest = last()
    const areAll = alive.size === processes && [...alive].every(({ pid }) => living.has(pid))
    if (counts.killed >= kills || !areAll || newest === seen) return
    if (due === Number.POSITIVE_INFINITY) due = performance.now() + between(0, 60)
    if (performance.now() < due) return
    ;[seen, due] = [newest, Number.POSITIVE_INFINITY]
    const owner = [...alive].find(({ pid }) => pid === newest?.pid)
    const victims = owner && between(1, 10) <= 7 ? [owner] : [...alive]
    const victim = victims[between(0, victims.length - 1)]
    living.delete(victim?.pid)
    if (victim?.kill('SIGKILL')) counts.killed += 1
  }, 1)
  try {
    await Promise.all(Array.from({ length: processes }, () => runToTheEnd(args, alive)))
  } finally {
    clearInterval(timer)
    for (const child of alive) child.kill('SIGKILL')
  }
}

/** Runs a process again and again until it is not killed. Throws if it failed. */
async function runToTheEnd(args: readonly string[], alive: Set<ChildProcess>): Promise<void> {
  const flags = ['--conditions=@skill-state/source', '--disable-warning=ExperimentalWarning']
  for (;;) {
    const child = spawn(process.execPath, [...flags, desk, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    alive.add(child)
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    alive.delete(child)
    if (code === 0) return
    if (signal !== 'SIGKILL')
      throw new Error(`the session ended with exit code ${code} instead of continuing`)
  }
}

async function storeOf(kind: string, folder: string, address: string): Promise<JournalStore> {
  const id = folder.slice(-40).replaceAll('/', '%2f.')
  if (kind === 'sqlite') return openSqliteJournal(join(folder, `${id}.sqlite`))
  if (kind === 'file') return openFileJournal(join(folder, `${id}.jsonl`))
  await using database = await openDatabase(address)
  return memoryJournal([...(await postgresSessions(database).read(folder.slice(-40)))])
}

function lastOf<T>(all: Iterable<T>): T | undefined {
  return [...all].at(-1)
}

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
}

/** What came last of what a prompt shows: the newest result, or the message. */
function newestPart(text: string): string {
  return text.slice(text.lastIndexOf('\nResult: ') + 1).split('\n\nNotice: ', 1)[0] ?? ''
}

/** What no kill may do, as far as it was done. */
function faultsOf(
  folder: string,
  store: JournalStore,
  counts: { inCalls: number; repeated: number },
): readonly string[] {
  const faults: string[] = []
  verify(store)
  const steps = [...history(store)]
  const told = steps.flatMap(
    ({ observation }) => /^The user says: (.*)$/.exec(newestPart(observation.text))?.[1] ?? [],
  )
  const answers: string[] = []
  const calls = steps.flatMap(({ index, action, result, calls: ended = [] }) => {
    const list = callsOf(action)
    return (list ?? [action]).map((call, at) => {
      const text = ended[at]?.result?.text
      const key = `${index}${list ? `/${at}` : ''}`
      return { key, action: call, result: text === undefined ? result : { text: `Result: ${text}` } }
    })
  })
  const done = effects.filter((effect) => effect.folder === folder)
  for (const { key, action, result } of calls) {
    const [name = '', input] = isJsonObject(action) ? (Object.entries(action)[0] ?? []) : []
    if (name === 'reply')
      answers.push(/^answer (\d+):/.exec(typeof input === 'string' ? input : '')?.[1] ?? '?')
    else if (!ANSWERS[name]?.test(newestPart(result.text)))
      faults.push(`${name} was answered with "${result.text}"`)
    const times = done.filter(
      (effect) => effect.tool === name && effect.key === `${folder.slice(-40)}/${key}`,
    ).length
    const isNamed = /was (cut off|denied)/.test(newestPart(result.text))
    if (['search', 'book'].includes(name) && times !== 1 && !(isNamed && times === 0))
      faults.push(`${name} of step ${key} was executed ${times} times`)
  }
  for (let number = 0; number < messages; number += 1) {
    const times = told.filter((text) => text === `message ${number}`).length
    if (times !== 1) faults.push(`message ${number} was shown ${times} times`)
    const replies = answers.filter((answer) => answer === String(number)).length
    if (replies !== 1) faults.push(`message ${number} was answered ${replies} times`)
  }
  const booked = done.filter(({ tool }) => tool === 'book')
  const paid = done.filter(({ tool }) => tool === 'pay')
  const keys = (of: readonly Effect[]): number => new Set(of.map(({ key }) => key)).size
  counts.inCalls += calls.filter(({ result }) => /was cut off/.test(newestPart(result.text))).length
  counts.repeated += paid.length - keys(paid)
  if (overlaps.some((effect) => effect.folder === folder))
    faults.push('a process acted while another one executed a call')
  if (keys(booked) < booked.length) faults.push('a call was executed twice')
  const answered = linesOf(join(folder, 'approvals')).map((line) => line.split(' '))
  for (const { message } of booked) {
    const last = answered.findLast(([, , asked]) => asked === message)
    if (last?.[0] !== 'yes') faults.push(`message ${message} was booked without an approval`)
  }
  for (let number = 0; number < messages; number += 1) {
    const of = (all: readonly Effect[]): readonly Effect[] =>
      all.filter(({ message }) => message === String(number))
    const wanted = number % 3 === 0 ? 0 : 1
    if (of(booked).length !== wanted) faults.push(`message ${number} was booked ${of(booked).length} times`)
    if (keys(of(paid)) !== wanted) faults.push(`message ${number} was paid under ${keys(of(paid))} keys`)
  }
  return faults
}
