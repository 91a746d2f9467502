import { memorySessions, type SessionStore } from '@skill-state/agent'
import { fileSessions } from '@skill-state/agent/files'
import { chainOf } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { files } from '@skill-state/protocol/files'
import { race } from '../../measure/race.ts'
import { type Benchmark, beside, ratioAtMost, type Target } from '../../measure/row.ts'
import { createFolder } from '../../task/folder.ts'
import { inFile } from '../../task/line-file.ts'
import { CALLS, desk, messageOf } from '../../task/order-desk.ts'
import { OrderLoop } from '../../task/order-loop.ts'

/** Of one session. */
const TURNS = 200

const LOOP = 'loop written by hand, one line a step in a file'
const FLOOR =
  'floor: the loop, each message, decision and result in a journal, a lock for each turn, a deadline for each call'

/** What an agent costs beside a loop that a good engineer writes for the one job. */
export const agentTurn: Benchmark = {
  name: 'agent-turn',
  title: `a turn of ${CALLS} calls, of a model that answers at once: ${TURNS} turns of a session`,
  run: async () => {
    const contend = (name: string, run: () => unknown, target?: Target) => ({
      name,
      units: TURNS,
      run,
      target,
    })
    const contenders = [
      contend(LOOP, () =>
        inFile((write) => {
          const loop = new OrderLoop({ write: (record) => write(JSON.stringify(record)) })
          return sayAll((message) => loop.ask(message))
        }),
      ),
      contend(FLOOR, loopInJournal),
      contend('agent, journal in memory', () => converse(memorySessions()), ratioAtMost(4)),
      contend('agent, journal in a file', converseInFile, ratioAtMost(4)),
    ]
    return beside(await race(contenders, { unit: 'µs/turn', rounds: 31, warmups: 12 }), LOOP, 'loop')
  },
}

/** What no agent can be faster than that keeps what ours keeps, and lets no second process run a turn of the session. */
async function loopInJournal(): Promise<void> {
  using folder = createFolder()
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
}

async function converseInFile(): Promise<void> {
  using folder = createFolder()
  await converse(fileSessions(folder.file('sessions')))
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
