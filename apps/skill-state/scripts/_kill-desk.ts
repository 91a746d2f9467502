// A process that `kill-sessions.ts` kills: a customer, an approver and an agent that continue wherever the session is. Another one
// does the same with the same session.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Agent, agent, type SessionStore } from '@skill-state/agent'
import { fileSessions } from '@skill-state/agent/files'
import { sqliteSessions } from '@skill-state/agent/sqlite'
import { openDatabase, postgresSessions } from '@skill-state/postgres/sessions'
import { type JsonObject, type Model, promptText, SkillStateError } from '@skill-state/protocol'

const [folder = '', kind = 'file', address = '', total = '10', world = ''] = process.argv.slice(2)
const messages = Number(total)

/** The approver's own notes, written before the answer is given. */
const approvals = join(folder, 'approvals')
/** The customer's own notes, written after a message was taken. */
const sent = join(folder, 'sent')

function did(file: string, line: string): void {
  appendFileSync(file, `${line}\n`)
}

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
}

/** Does something in the world, which is another process and counts it. Returns what it says. */
async function act(tool: string, key: string, message: unknown, city?: unknown): Promise<string> {
  const response = await fetch(world, {
    method: 'POST',
    headers: { connection: 'close' }, // a connection that is used again may be one that the world is closing
    body: JSON.stringify({ folder, tool, key, message, city, pid: process.pid }),
  })
  return await response.text()
}

/**
 * Searches, books after approval, pays what was booked, and replies with the number of the message; finds out what was cut off.
 * For every second message it searches three cities at once, and asks for two more things while the booking waits.
 */
function decide(observation: string, state: JsonObject): object {
  const trips = state.trips as Record<string, JsonObject>
  const results = [...observation.matchAll(/^Result: (?:\[\d of \d\] )?(.*)$/gm)].map(([, text = '']) => text)
  const message =
    results.length === 0 ? (/message (\d+)/.exec(observation)?.[1] ?? '') : (state.message as string)
  const found = results.flatMap((text) => {
    const [, city = '', price] = /^(\w+) costs (\d+)$/.exec(text) ?? []
    return price === undefined ? [] : [[city, Number(price)]]
  })
  const trip = { ...trips[message], ...Object.fromEntries(found) }
  const isEven = Number(message) % 2 === 0
  const missing = (isEven ? ['Rome', 'Oslo', 'Bern'] : ['Rome']).filter((city) => !(city in trip))
  const has = (pattern: RegExp): boolean => results.some((text) => pattern.test(text))
  const isCutOff = has(/cut off/)
  const tries = isCutOff ? Number(state.tries ?? 0) + 1 : null // so that no try is like the one before
  const then = (action: object, end?: string): object => ({
    state_patch: { message, tries, trips: { [message]: { ...trip, ...(end && { end }) } } },
    action,
  })
  const searches = missing.map((city) => ({ search: { city } }))
  if (searches.length > 0) return then(searches.length > 1 ? { calls: searches } : (searches[0] ?? {}))
  if (has(/^paid/)) return then({ reply: `answer ${message}: paid` }, 'paid')
  if (has(/denied/)) return then({ reply: `answer ${message}: denied` }, 'denied')
  if (has(/^booked/)) return then({ pay: { message } })
  if (has(/book was cut off/)) return then({ look: { message } })
  if (!isEven || has(/^not booked/)) return then({ book: { message } })
  return then({ calls: [{ look: { message } }, { book: { message } }, { look: { message: 'hotels' } }] })
}

const model: Model = {
  id: 'desk',
  async generate({ signal, ...request }) {
    const prompt = promptText(request.prompt)
    await sleep(2, undefined, signal && { signal })
    const observation = /Latest Observation: ([\s\S]*?)\n\nProvide/.exec(prompt)?.[1] ?? ''
    const state = JSON.parse(
      /Skill Execution State:\n```json\n([\s\S]*?)\n```/.exec(prompt)?.[1] ?? '{}',
    ) as JsonObject
    const text = `\`\`\`json\n${JSON.stringify(decide(observation, state))}\n\`\`\``
    return { text, finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 }, model: 'desk' }
  },
}

const inputOf = (name: string): JsonObject => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
  additionalProperties: false,
})
const input = inputOf('message')

const desk: Agent<JsonObject> = agent({
  model,
  instructions: 'Serve the customer.',
  state: {
    type: 'object',
    properties: {
      message: { type: 'string', maxLength: 10 },
      tries: { type: 'integer' },
      trips: {
        type: 'object',
        maxProperties: 1_000,
        additionalProperties: {
          type: 'object',
          maxProperties: 4,
          additionalProperties: { type: ['integer', 'string'], maxLength: 10 },
        },
      },
    },
    additionalProperties: false,
  },
  initialState: { trips: {} },
  onWarning: () => {},
  tools: {
    search: {
      description: 'Says what a city costs.',
      input: inputOf('city'),
      execute: async ({ city }, { key }) => await act('search', key, '', city),
    },
    look: {
      description: 'Says whether something is booked.',
      input,
      onUnknown: 'repeat',
      execute: async ({ message }, { key }) => await act('look', key, message),
    },
    pay: {
      description: 'Pays. The world does it once a key.',
      input,
      onUnknown: 'repeat',
      execute: async ({ message }, { key }) => await act('pay', key, message),
    },
    book: {
      description: 'Books.',
      input,
      approve: () => true,
      execute: async ({ message }, { key }) => {
        await sleep(1)
        const said = await act('book', key, message)
        await sleep(1)
        return said
      },
    },
  },
})

async function storeOf(): Promise<SessionStore> {
  if (kind === 'sqlite') return sqliteSessions(folder)
  if (kind === 'postgres') return postgresSessions(await openDatabase(address))
  return fileSessions(folder)
}

const store = await storeOf()
await act('begin', '', '')
for (let isDone = false; !isDone; ) {
  isDone = await work().catch(async (error: unknown) => {
    if (!(error instanceof SkillStateError) || error.code !== 'journal-conflict') throw error
    await sleep(Math.random() * 10) // the other one has the session
    return false
  })
}
process.exit(0)

/** Opens the session and does all that is left to do. */
async function work(): Promise<true> {
  const session = await desk.open({ id: folder.slice(-40), store })
  try {
    await session.resume().turn
    for (;;) {
      const { approval } = session
      if (approval) {
        const { message } = approval.input as { message: string }
        const allowed = Number(message) % 3 !== 0
        did(approvals, `${allowed ? 'yes' : 'no'} ${approval.step} ${message}`)
        const { step, call } = approval
        await (allowed
          ? session.approve({ step, call }).turn
          : session.deny({ step, call, reason: 'not this one' }).turn)
        continue
      }
      // A customer sends again what it does not know to have arrived; the id makes the second delivery harmless.
      const next = Math.max(-1, ...linesOf(sent).map(Number)) + 1
      if (next >= messages) return true
      await session.ask(`message ${next}`, { id: `m${next}` })
      did(sent, String(next))
    }
  } finally {
    await session.close()
  }
}
