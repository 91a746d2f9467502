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
async function act(tool: string, key: string, message: unknown): Promise<string> {
  const response = await fetch(world, {
    method: 'POST',
    body: JSON.stringify({ folder, tool, key, message, pid: process.pid }),
  })
  return await response.text()
}

/**
 * Searches, books after approval, pays what was booked, and replies with the number of the message; finds out what was cut off.
 * For every second message it searches, looks and books at once.
 */
function decide(observation: string, state: JsonObject): object {
  const message = /^The user says: message (\d+)/.exec(observation)?.[1]
  if (message !== undefined) {
    const names = Number(message) % 2 === 0 ? ['search', 'look', 'book'] : ['search']
    const calls = names.map((name) => ({ [name]: { message } }))
    return { state_patch: { message }, action: { calls } }
  }
  const current = typeof state.message === 'string' ? state.message : ''
  if (observation.startsWith('Result: found'))
    return { state_patch: {}, action: { book: { message: current } } }
  if (/cut off/.test(observation)) return { state_patch: {}, action: { look: { message: current } } }
  if (observation.startsWith('Result: not booked'))
    return { state_patch: {}, action: { book: { message: current } } }
  if (/^Result: booked (now|before)/.test(observation))
    return { state_patch: {}, action: { pay: { message: current } } }
  return { state_patch: {}, action: { reply: `answer ${current}: ${observation.slice(8, 28)}` } }
}

const model: Model = {
  id: 'desk',
  async generate({ signal, ...request }) {
    const prompt = promptText(request.prompt)
    await sleep(2, undefined, signal && { signal })
    const whole = /Latest Observation: ([\s\S]*?)\n\nProvide/.exec(prompt)?.[1] ?? ''
    const observation = whole
      .slice(whole.lastIndexOf('\nResult: ') + 1)
      .replace(/^Result: \[\d of \d\] /, 'Result: ')
    const state = JSON.parse(/Skill Execution State:\n```json\n([\s\S]*?)\n```/.exec(prompt)?.[1] ?? '{}')
    const text = `\`\`\`json\n${JSON.stringify(decide(observation, state))}\n\`\`\``
    return { text, finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 }, model: 'desk' }
  },
}

const input: JsonObject = {
  type: 'object',
  properties: { message: { type: 'string' } },
  required: ['message'],
  additionalProperties: false,
}

const desk: Agent<JsonObject> = agent({
  model,
  instructions: 'Serve the customer.',
  state: {
    type: 'object',
    properties: { message: { type: 'string', maxLength: 10 } },
    additionalProperties: false,
  },
  initialState: {},
  tools: {
    search: {
      description: 'Searches.',
      input,
      onUnknown: 'repeat',
      execute: async (_, { key }) => {
        return await act('search', key, '')
      },
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
