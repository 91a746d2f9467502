import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agent } from '@skill-state/agent'
import { fileSessions } from '@skill-state/agent/files'
import { type JsonObject, type Model, promptText } from '@skill-state/protocol'
import type { Benchmark } from '../../measure/benchmark.ts'
import { exponent } from '../../measure/exponent.ts'
import { type Contender, interleave } from '../../measure/measure.ts'
import { heapUsed } from '../core/growth.ts'

const TURNS: readonly number[] = [1_000, 3_000, 10_000]
const MEGABYTE = 2 ** 20

/** Notes the number of each message under one of 500 keys, and answers. */
const model: Model = {
  id: 'noting',
  generate: async ({ prompt }) => {
    const number = Number(/The user says: message (\d+)/.exec(promptText(prompt))?.[1])
    const patch = { notes: { [`n${number % 500}`]: number } }
    const text = `{"state_patch": ${JSON.stringify(patch)}, "action": {"reply": "Noted ${number}."}}`
    return { text, finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 }, model: 'noting' }
  },
}

const state: JsonObject = {
  type: 'object',
  properties: {
    notes: {
      type: 'object',
      maxProperties: 500,
      propertyNames: { maxLength: 5 },
      additionalProperties: { type: 'integer' },
    },
  },
  additionalProperties: false,
}

/** What turns of a conversation cost an agent, and how long its prompts get. */
export const agentTurns: Benchmark = {
  name: 'agent-turns',
  title: 'turns of an agent with a state of 500 keys, journal in a file',
  run: async () => {
    const longest: number[] = []
    const contenders = TURNS.map(
      (turns): Contender => ({
        name: `${turns.toLocaleString('en')} turns`,
        units: turns,
        run: async () => {
          longest.push((await converse(turns)).longest)
        },
      }),
    )
    const figures = await interleave(contenders, { rounds: 3, warmups: 1 })
    const totals = TURNS.map((turns) => ({
      horizon: turns,
      total: turns * (figures.get(`${turns.toLocaleString('en')} turns`)?.median ?? Number.NaN),
    }))
    const { certificate } = notes()
    const { held } = await converse(10_000)
    return [
      ...[...figures].map(([name, { median, ...spread }]) => ({
        name,
        figure: median,
        unit: 'µs/turn',
        spread,
      })),
      {
        name: 'exponent of total CPU time',
        figure: exponent(totals),
        unit: '',
        target: { on: 'figure', kind: 'at-most', value: 1.05 },
      },
      {
        name: 'longest prompt / certified bound',
        figure: Math.max(...longest) / (certificate.bounded ? certificate.promptChars : 0),
        unit: '',
        target: { on: 'figure', kind: 'at-most', value: 1 },
      },
      {
        name: 'heap growth, turn 1,000 to 10,000',
        figure: held / MEGABYTE,
        unit: 'MB',
        target: { on: 'figure', kind: 'at-most', value: 1 },
      },
    ]
  },
}

function notes(): ReturnType<typeof agent> {
  return agent({
    model,
    instructions: 'Note the number of each message.',
    state,
    initialState: { notes: {} },
    tools: {},
  })
}

async function converse(turns: number): Promise<{ readonly longest: number; readonly held: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-turns-'))
  const session = await notes().open({ id: 'a', store: fileSessions(folder) })
  let longest = 0
  let before = 0
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      if (turn === 1_000) before = heapUsed()
      for await (const event of session.send(`message ${turn}`)) {
        if (event.type === 'model-called') longest = Math.max(longest, event.promptChars)
      }
    }
    return { longest, held: heapUsed() - before }
  } finally {
    await session.close()
    rmSync(folder, { recursive: true })
  }
}
