import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agent, memorySessions, type Session, type SessionStore } from '@skill-state/agent'
import { fileSessions } from '@skill-state/agent/files'
import { type JsonObject, type Model, promptText } from '@skill-state/protocol'
import type { Benchmark } from '../../measure/benchmark.ts'
import { exponent } from '../../measure/exponent.ts'
import { type Contender, interleave } from '../../measure/measure.ts'
import type { Row } from '../../measure/row.ts'
import { heapUsed } from '../core/growth.ts'

const MEGABYTE = 2 ** 20

/** Something that grows: what it costs at each size, in time for each unit. */
interface Growing {
  readonly name: string
  readonly unit: string
  readonly sizes: readonly number[]
  readonly run: (size: number) => Promise<void>
}

/** What an agent pays for what grows beside its state: calls of a turn, messages that wait, streams, a signal of a whole life. */
export const agentGrowth: Benchmark = {
  name: 'agent-growth',
  title: 'an agent, instant model, state of one number',
  run: async () => {
    const rows: Row[] = []
    for (const growing of GROWING) rows.push(...(await growth(growing)))
    return [...rows, await heldBySignal()]
  },
}

const GROWING: readonly Growing[] = [
  {
    name: 'calls in one turn, recent 6, in a file',
    unit: 'call',
    sizes: [1_000, 2_000, 4_000, 8_000],
    run: async (calls) => {
      await inFile(looking(calls), { recent: 6, steps: calls + 1 }, async (session) => {
        const { end } = await session.ask('Look.')
        if (end !== 'replied') throw new Error(`the turn ended as ${end}`)
      })
    },
  },
  {
    name: 'messages in the inbox, recent 6',
    unit: 'message',
    sizes: [1_250, 2_500, 5_000, 10_000],
    run: async (messages) => {
      const session = await open(answering('Yes.'), { recent: 6 })
      const sent = Array.from({ length: messages }, (_, index) => session.ask(`message ${index}`))
      await Promise.all(sent)
      await session.close()
    },
  },
  {
    name: 'characters of a streamed reply',
    unit: 'piece of 8',
    sizes: [25_000, 50_000, 100_000, 200_000],
    run: async (chars) => await streamed(JSON.stringify({ reply: 'word '.repeat(chars / 5) })),
  },
  {
    name: 'characters of a streamed argument',
    unit: 'piece of 8',
    sizes: [25_000, 50_000, 100_000, 200_000],
    run: async (chars) => await streamed(JSON.stringify({ look: { at: 'word '.repeat(chars / 5) } })),
  },
]

async function growth({ name, unit, sizes, run }: Growing): Promise<readonly Row[]> {
  const contenders = sizes.map((size): Contender => {
    const units = unit.startsWith('piece') ? size / PIECE : size
    return { name: `${name}: ${size.toLocaleString('en')}`, units, run: () => run(size) }
  })
  const figures = await interleave(contenders, { rounds: 5, warmups: 1 })
  const totals = [...figures.values()].map(({ median }, index) => {
    const horizon = sizes[index] ?? Number.NaN
    return { horizon, total: median * horizon }
  })
  return [
    ...[...figures].map(([contender, { median, ...spread }]) => {
      return { name: contender, figure: median, unit: `µs/${unit}`, spread }
    }),
    {
      name: `${name}: exponent of CPU time`,
      figure: exponent(totals),
      unit: '',
      target: { on: 'figure', kind: 'at-most', value: 1.1 },
    },
  ]
}

/** Memory that turns of three calls leave behind, each of which is given the same signal. */
async function heldBySignal(): Promise<Row> {
  const { signal } = new AbortController()
  let held = Number.NaN
  await inFile(looking(3), {}, async (session) => {
    const talk = async (turns: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn += 1) await session.ask('Look.', { signal })
    }
    await talk(1_000)
    const before = heapUsed()
    await talk(8_000)
    held = heapUsed() - before
  })
  return {
    name: 'held after 8,000 turns of three calls with one signal',
    figure: held / MEGABYTE,
    unit: 'MB',
    target: { on: 'figure', kind: 'at-most', value: 1 },
  }
}

const state: JsonObject = {
  type: 'object',
  properties: { count: { type: 'integer' } },
  additionalProperties: false,
}

/** A session of which the process keeps nothing that is in its file. */
async function inFile(
  model: Model,
  opening: Opening,
  play: (session: Session<unknown>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-growth-'))
  const session = await open(model, { ...opening, store: fileSessions(folder) })
  try {
    await play(session)
  } finally {
    await session.close()
    rmSync(folder, { recursive: true })
  }
}

interface Opening {
  readonly recent?: number
  readonly steps?: number
  readonly store?: SessionStore
}

function open(
  model: Model,
  { recent, steps, store = memorySessions() }: Opening = {},
): Promise<Session<unknown>> {
  const made = agent({
    model,
    instructions: 'Look as often as you are asked to.',
    state,
    initialState: { count: 0 },
    recent,
    limits: { message: { steps } },
    tools: {
      look: {
        description: 'Looks.',
        input: { type: 'object', properties: { at: { type: 'string' } }, additionalProperties: false },
        execute: async () => 'Nothing new.',
      },
    },
  })
  return made.open({ id: 'a', store })
}

/** Calls the tool some times in each turn, and counts the calls in the state. */
function looking(calls: number): Model {
  return written(({ prompt }) => {
    const count = Number(/"count": ?(\d+)/.exec(promptText(prompt))?.[1] ?? 0) + 1
    const action = count % (calls + 1) === 0 ? { reply: 'Done.' } : { look: { at: `place ${count}` } }
    return JSON.stringify({ state_patch: { count }, action })
  })
}

function answering(reply: string): Model {
  return written(() => JSON.stringify({ state_patch: {}, action: { reply } }))
}

function written(write: (request: Parameters<Model['generate']>[0]) => string): Model {
  return {
    id: 'instant',
    generate: async (request) => {
      const usage = { inputTokens: 1, outputTokens: 1 }
      return { text: write(request), finishReason: 'stop', usage, model: 'instant' }
    },
  }
}

const PIECE = 8

/** Plays one turn whose model writes an action in pieces, and then replies. */
async function streamed(action: string): Promise<void> {
  const texts = [
    `{"state_patch": {}, "action": ${action}}`,
    '{"state_patch": {}, "action": {"reply": "Done."}}',
  ]
  const model: Model = {
    id: 'streaming',
    generate: async ({ onText }) => {
      const text = texts.shift() ?? ''
      for (let at = 0; at < text.length; at += PIECE) onText?.(text.slice(at, at + PIECE))
      return { text, finishReason: 'stop', usage: {}, model: 'streaming' }
    },
  }
  const session = await open(model)
  for await (const _ of session.send('Look.'));
  await session.close()
}
