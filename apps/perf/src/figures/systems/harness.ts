import { hash } from 'node:crypto'
import { type Episode, openTraceFile, runEpisode } from '@skill-state/eval'
import { scripted } from '@skill-state/models'
import { type Model, promptText, type Step } from '@skill-state/protocol'
import type { Benchmark } from '../../measure/benchmark.ts'
import { type Contender, type Figure, interleave } from '../../measure/measure.ts'
import type { Row, Target } from '../../measure/row.ts'
import { createFolder } from '../../task/folder.ts'
import { firstTask, linesOf, parts, repliesIn } from '../../task/warehouse-episode.ts'

const HORIZON = 100
/** Of a round. Their traces go into one file: what a file system takes to make a hundred has nothing to do with them. */
const EPISODES = 100

const BOUND = 'bound: runtime and environment, no harness'
const FLOOR = 'floor: the bound, and its calls and steps hashed and turned into JSON'
const UNRECORDED = 'harness, not recorded'
const RECORDED = 'harness, each line recorded'
const TARGETS: Readonly<Record<string, Target>> = {
  [UNRECORDED]: { on: 'ratio', kind: 'at-least', value: 0.7 },
  [RECORDED]: { on: 'ratio', kind: 'at-least', value: 0.55 },
}

/** How many episodes one core plays, with all that the harness does beside: meter, hash, judge, record. */
export const harness: Benchmark = {
  name: 'harness',
  title: `whole episodes of the warehouse: T = ${HORIZON}, the reference reader's replies from a script`,
  run: async () => {
    const task = firstTask(HORIZON)
    const replies = repliesIn(await linesOf(task))
    const playAll = async (play: (episode: Episode) => Promise<unknown>): Promise<void> => {
      for (let count = 0; count < EPISODES; count += 1)
        await play({ ...parts(task), model: scripted(replies) })
    }
    const folder = createFolder()
    const figures = await interleave(
      [
        contender(BOUND, () => playAll((episode) => playBare(episode))),
        contender(FLOOR, () => playAll(playHashed)),
        contender(UNRECORDED, () => playAll(runEpisode)),
        contender(RECORDED, async () => {
          const { record, close } = openTraceFile(folder.file('traces.jsonl'))
          await playAll((episode) => runEpisode(episode, { record }))
          close()
        }),
      ],
      { rounds: 21, warmups: 5 },
    )
    folder.remove()
    const bound = figures.get(BOUND)?.median ?? Number.NaN
    return [...figures].map(([name, figure]) => row(name, figure, bound))
  },
}

function contender(name: string, run: () => Promise<void>): Contender {
  return { name, units: EPISODES, run }
}

/** CPU time of an episode, in µs, as episodes that one core plays in a second. */
function row(name: string, { median, low, high, rounds }: Figure, bound: number): Row {
  const target = TARGETS[name]
  return {
    name,
    figure: 1e6 / median,
    unit: 'episodes/s',
    spread: { low: 1e6 / high, high: 1e6 / low, rounds },
    ratio: { value: bound / median, of: 'bound' },
    target,
  }
}

/** What no harness can be faster than that keeps what a trace must have: of each call the prompt's hash, of each step the state's. */
async function playHashed(episode: Episode): Promise<void> {
  const model: Model = {
    ...episode.model,
    generate: async (request) => {
      const response = await episode.model.generate(request)
      const promptHash = hash('sha256', promptText(request.prompt))
      JSON.stringify({ promptHash, ...response })
      return response
    },
  }
  await playBare({ ...episode, model }, ({ state, patch, action, result }) => {
    const stateHash = hash('sha256', JSON.stringify(state?.toJSON()))
    JSON.stringify({ patch, action, stateHash, result })
  })
}

/** What no harness can be faster than. */
async function playBare(
  { benchmark, task, runtime, model }: Episode,
  onStep: (step: Step) => void = () => {},
): Promise<void> {
  const environment = benchmark.open(task)
  const input = { skill: benchmark.skill, environment, model, seed: task.seed }
  let steps = 0
  for await (const step of runtime.run(input)) {
    onStep(step)
    steps += 1
  }
  if (steps !== HORIZON) throw new Error(`${steps} of ${HORIZON} steps were taken`)
  await environment.outcome()
  await environment.close()
}
