import { type Agent, agent, type Session } from '@skill-state/agent'
import { fileSessions } from '@skill-state/agent/files'
import { type JsonObject, type Model, type ModelRequest, promptText } from '@skill-state/protocol'
import { grow, heapRow, heapUsed } from '../../measure/growth.ts'
import { atMost, type Benchmark, type Row } from '../../measure/row.ts'
import { createFolder } from '../../task/folder.ts'

const TURNS: readonly number[] = [1_000, 3_000, 10_000]

/** What turns of a conversation cost an agent, and how long its prompts get. */
export const agentTurns: Benchmark = {
  name: 'agent-turns',
  title: 'turns of an agent with a state of 500 keys, journal in a file',
  run: async () => {
    const noting = noter()
    const { certificate } = noting
    let [longest, held] = [0, 0]
    const run = (turns: number): Promise<void> =>
      inFile(noting, async (session) => {
        let before = 0
        for (let turn = 0; turn < turns; turn += 1) {
          if (turn === 1_000) before = heapUsed()
          for await (const event of session.send(`message ${turn}`))
            if (event.type === 'model-called') longest = Math.max(longest, event.promptChars)
        }
        held = heapUsed() - before
      })
    const rows = await grow({ name: 'turns', unit: 'turn', sizes: TURNS, most: 1.05, rounds: 3, run })
    await run(10_000)
    return [
      ...rows,
      {
        name: 'longest prompt / certified bound',
        figure: longest / (certificate.bounded ? certificate.promptChars : 0),
        unit: '',
        target: atMost(1),
      },
      heapRow('heap growth, turn 1,000 to 10,000', held),
    ]
  },
}

/** Notes the number of each message under one of 500 keys, and answers. */
function noter(): Agent<unknown> {
  const notes = {
    type: 'object',
    maxProperties: 500,
    propertyNames: { maxLength: 5 },
    additionalProperties: { type: 'integer' },
  }
  return agent({
    model: instant(({ prompt }) => {
      const number = Number(/The user says: message (\d+)/.exec(promptText(prompt))?.[1])
      return written({ reply: `Noted ${number}.` }, { notes: { [`n${number % 500}`]: number } })
    }),
    instructions: 'Note the number of each message.',
    state: { type: 'object', properties: { notes }, additionalProperties: false },
    initialState: { notes: {} },
    tools: {},
  })
}

const [CALLS, MESSAGES] = [1_000, 1_250].map((first) => [first, 2 * first, 4 * first, 8 * first])
const CHARS = [25_000, 50_000, 100_000, 200_000]

/** What an agent pays for what grows beside its state: calls of a turn, messages that wait, streams, a signal of a whole life. */
export const agentGrowth: Benchmark = {
  name: 'agent-growth',
  title: 'an agent, instant model, state of one number',
  run: async () => {
    const by = { most: 1.1, rounds: 5 }
    const piece = { ...by, unit: `piece of ${PIECE}`, sizes: CHARS, perUnit: PIECE }
    return [
      ...(await grow({
        ...by,
        name: 'calls in one turn, recent 6, in a file',
        unit: 'call',
        sizes: CALLS ?? [],
        run: (calls) =>
          inFile(looker(looking(calls), 6, calls + 1), async (session) => {
            const { end } = await session.ask('Look.')
            if (end !== 'replied') throw new Error(`the turn ended as ${end}`)
          }),
      })),
      ...(await grow({
        ...by,
        name: 'messages in the inbox, recent 6',
        unit: 'message',
        sizes: MESSAGES ?? [],
        run: async (messages) => {
          const model = instant(() => written({ reply: 'Yes.' }))
          const session = await looker(model, 6).open({ id: 'a' })
          await Promise.all(Array.from({ length: messages }, (_, index) => session.ask(`message ${index}`)))
          await session.close()
        },
      })),
      ...(await grow({
        ...piece,
        name: 'characters of a streamed reply',
        run: (chars) => streamed({ reply: 'word '.repeat(chars / 5) }),
      })),
      ...(await grow({
        ...piece,
        name: 'characters of a streamed argument',
        run: (chars) => streamed({ look: { at: 'word '.repeat(chars / 5) } }),
      })),
      await heldBySignal(),
    ]
  },
}

/** Memory that turns of three calls leave behind, each of which is given the same signal. */
async function heldBySignal(): Promise<Row> {
  const { signal } = new AbortController()
  let held = Number.NaN
  await inFile(looker(looking(3)), async (session) => {
    const talk = async (turns: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn += 1) await session.ask('Look.', { signal })
    }
    await talk(1_000)
    const before = heapUsed()
    await talk(8_000)
    held = heapUsed() - before
  })
  return heapRow('held after 8,000 turns of three calls with one signal', held)
}

/** A session of which the process keeps nothing that is in its file. */
async function inFile(
  made: Agent<unknown>,
  play: (session: Session<unknown>) => Promise<void>,
): Promise<void> {
  using folder = createFolder()
  const session = await made.open({ id: 'a', store: fileSessions(folder.file('sessions')) })
  await play(session)
  await session.close()
}

function looker(model: Model, recent?: number, steps?: number): Agent<unknown> {
  const input = { type: 'object', properties: { at: { type: 'string' } }, additionalProperties: false }
  return agent({
    model,
    instructions: 'Look as often as you are asked to.',
    state: { type: 'object', properties: { count: { type: 'integer' } }, additionalProperties: false },
    initialState: { count: 0 },
    recent,
    limits: { message: { steps } },
    tools: { look: { description: 'Looks.', input, execute: async () => 'Nothing new.' } },
  })
}

/** Calls the tool some times in each turn, and counts the calls in the state. */
function looking(calls: number): Model {
  return instant(({ prompt }) => {
    const count = Number(/"count": ?(\d+)/.exec(promptText(prompt))?.[1] ?? 0) + 1
    const action = count % (calls + 1) === 0 ? { reply: 'Done.' } : { look: { at: `place ${count}` } }
    return written(action, { count })
  })
}

const PIECE = 8

/** Plays one turn whose model writes an action in pieces, and then replies. */
async function streamed(action: JsonObject): Promise<void> {
  const texts = [written(action), written({ reply: 'Done.' })]
  const model = instant(({ onText }) => {
    const text = texts.shift() ?? ''
    for (let at = 0; at < text.length; at += PIECE) onText?.(text.slice(at, at + PIECE))
    return text
  })
  const session = await looker(model).open({ id: 'a' })
  for await (const _ of session.send('Look.'));
  await session.close()
}

function written(action: JsonObject, patch: JsonObject = {}): string {
  return JSON.stringify({ state_patch: patch, action })
}

function instant(write: (request: ModelRequest) => string): Model {
  return {
    id: 'instant',
    generate: async (request) => {
      const usage = { inputTokens: 1, outputTokens: 1 }
      return { text: write(request), finishReason: 'stop', usage, model: 'instant' }
    },
  }
}
