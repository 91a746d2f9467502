import { memorySessions, type SessionStore } from '@skill-state/agent'
import { fileSessions } from '@skill-state/agent/files'
import { chainOf } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { files } from '@skill-state/protocol/files'
import type { Benchmark } from '../../measure/benchmark.ts'
import { compare } from '../../measure/compare.ts'
import { type Contender, interleave } from '../../measure/measure.ts'
import type { Target } from '../../measure/row.ts'
import { createFolder } from '../../task/folder.ts'
import { openLineFile } from '../../task/line-file.ts'
import { CALLS, desk, messageOf } from '../../task/order-desk.ts'
import { OrderLoop } from '../../task/order-loop.ts'

/** Of one session. */
const TURNS = 200

const LOOP = 'loop written by hand, one line a step in a file'
const FLOOR =
  'floor: the loop, each message, decision and result in a journal, a lock for each turn, a deadline for each call'
const IN_MEMORY = 'agent, journal in memory'
const IN_FILE = 'agent, journal in a file'
const AT_MOST_4: Target = { on: 'ratio', kind: 'at-most', value: 4 }

/** What an agent costs beside a loop that a good engineer writes for the one job. */
export const agentTurn: Benchmark = {
  name: 'agent-turn',
  title: `a turn of ${CALLS} calls, of a model that answers at once: ${TURNS} turns of a session`,
  run: async () => {
    const figures = await interleave(
      [
        contender(LOOP, loopInFile),
        contender(FLOOR, loopInJournal),
        contender(IN_MEMORY, () => converse(memorySessions())),
        contender(IN_FILE, async () => {
          const folder = createFolder()
          await converse(fileSessions(folder.file('sessions')))
          folder.remove()
        }),
      ],
      { rounds: 31, warmups: 12 },
    )
    return compare(figures, {
      unit: 'µs/turn',
      reference: { name: LOOP, as: 'loop' },
      targets: { [IN_MEMORY]: AT_MOST_4, [IN_FILE]: AT_MOST_4 },
    })
  },
}

function contender(name: string, run: () => Promise<void>): Contender {
  return { name, units: TURNS, run }
}

async function loopInFile(): Promise<void> {
  const file = openLineFile()
  const loop = new OrderLoop({ write: (record) => file.write(JSON.stringify(record)) })
  await sayAll(async (message) => await loop.ask(message))
  file.close()
}

/** What no agent can be faster than that keeps what ours keeps, and lets no second process run a turn of the session. */
async function loopInJournal(): Promise<void> {
  const folder = createFolder()
  const journal = openFileJournal(folder.file('journal.jsonl'))
  let chain = ''
  const write = (record: object): void => {
    const body = JSON.stringify(record)
    chain = chainOf(chain, body)
    journal.append({ body, chain })
  }
  const loop = new OrderLoop({ write, isSafe: true })
  await sayAll(async (message) => {
    const release = files.lock(folder.file('journal.lock'))
    try {
      return await loop.ask(message)
    } finally {
      release?.()
    }
  })
  journal.close()
  files.closeLock(folder.file('journal.lock'))
  folder.remove()
}

async function converse(store: SessionStore): Promise<void> {
  const session = await desk.open({ id: 'a', store })
  await sayAll(async (message) => (await session.ask(message)).reply)
  await session.close()
}

async function sayAll(ask: (message: string) => Promise<string>): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const reply = await ask(messageOf(turn))
    if (!reply.startsWith('Your order is')) throw new Error(`turn ${turn}: ${reply}`)
  }
}
