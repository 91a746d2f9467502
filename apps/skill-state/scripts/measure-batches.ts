// How many steps recorded runs of other agents take here, each of whose answers may call several tools: with all of them in one
// step, and with one call a step. Plays the structure of their calls through an agent; the tools answer with a number.
//
//   node --conditions=@skill-state/source apps/skill-state/scripts/measure-batches.ts FILES... [--group REGEXP]
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { agent } from '@skill-state/agent'
import { type Episode, readRecordings } from '@skill-state/audit'
import type { Model } from '@skill-state/protocol'

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { group: { type: 'string', default: '^' } },
})
if (files.length === 0) throw new Error('usage: measure-batches.ts FILES... [--group REGEXP]')

/** The most of the ratio, for agents that call several tools at once. */
const TARGET = 0.7

const groups = Map.groupBy(files, (file) => new RegExp(values.group).exec(basename(file))?.[0] ?? 'others')
for (const [name, of] of groups) {
  const sums = { episodes: 0, answers: 0, calls: 0, together: 0, single: 0 }
  for await (const recording of readRecordings(of)) {
    if (recording.kind !== 'episode') continue
    const answers = answersOf(recording.episode)
    sums.episodes += 1
    sums.answers += answers.length
    sums.calls += answers.reduce((sum, calls) => sum + calls, 0)
    sums.together += await stepsOf(answers)
    sums.single += await stepsOf(answers, 1)
  }
  const { episodes, answers, calls, together, single } = sums
  const figures = `${episodes} runs, ${answers} answers, ${calls} calls: ${together} steps, one call a step ${single}`
  console.log(`${name}: ${figures}, ratio ${(together / single).toFixed(2)} (target ${TARGET})`)
}

/** Of each answer how many tools it called. */
function answersOf({ messages }: Episode): readonly number[] {
  return messages.flatMap(({ role, calls = [] }) => (role === 'assistant' ? [calls.length] : []))
}

/** Steps of an agent that decides what was recorded. */
async function stepsOf(answers: readonly number[], maxCalls = 8): Promise<number> {
  let made = 0
  const decisions = answers.flatMap((calls): readonly object[] =>
    calls === 0
      ? [{ reply: 'ok' }]
      : Array.from({ length: Math.ceil(calls / maxCalls) }, (_, at) => {
          const length = Math.min(maxCalls, calls - at * maxCalls)
          made += length
          const list = Array.from({ length }, (_, number) => ({ act: { number: made - number } }))
          return maxCalls === 1 ? { ...list[0] } : { calls: list }
        }),
  )
  let asked = 0
  const model: Model = {
    id: 'recorded',
    generate: async () => {
      const action = decisions[asked] ?? { reply: 'The end.' }
      asked += 1
      return {
        text: JSON.stringify({ state_patch: {}, action }),
        finishReason: 'stop',
        usage: {},
        model: 'recorded',
      }
    },
  }
  let executed = 0
  const player = agent({
    model,
    maxCalls,
    instructions: 'Act.',
    state: { type: 'object', additionalProperties: false },
    initialState: {},
    limits: { message: { steps: 1e6 } },
    tools: {
      act: {
        description: 'Acts.',
        input: { type: 'object' },
        execute: () => {
          executed += 1
          return `${executed}`
        },
      },
    },
  })
  const session = await player.open({ id: 'recorded' })
  while (asked < decisions.length) {
    const { end, reasons } = await session.ask('Go on.')
    if (end !== 'replied') throw new Error(`a turn ended as ${end}: ${reasons?.join('; ')}`)
  }
  if (executed !== made) throw new Error(`${executed} of ${made} calls were executed`)
  // The replies that the recording has not, after its last call.
  return session.steps - (asked - decisions.length)
}
