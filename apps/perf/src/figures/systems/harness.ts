import { hash } from 'node:crypto'
import { type Episode, openTraceFile, runEpisode } from '@skill-state/eval'
import { scripted } from '@skill-state/models'
import { type Model, promptText, type Step } from '@skill-state/protocol'
import { type Contender, race } from '../../measure/race.ts'
import { type Benchmark, beside, type Row, ratioAtLeast, type Target } from '../../measure/row.ts'
import { createFolder } from '../../task/folder.ts'
import { firstTask, linesOf, parts, repliesIn } from '../../task/warehouse-episode.ts'

const HORIZON = 100
/** Of a round. Their traces go into one file: what a file system takes to make a hundred has nothing to do with them. */
const EPISODES = 100

const BOUND = 'bound: runtime and environment, no harness'

/** How many episodes one core plays, with all that the harness does beside: meter, hash, judge, record. */
export const harness: Benchmark = {
  name: 'harness',
  title: `whole episodes of the warehouse: T = ${HORIZON}, the reference reader's replies from a script`,
  run: async () => {
    using folder = createFolder()
    const task = firstTask(HORIZON)
    const replies = repliesIn(await linesOf(task))
    const contend = (
      name: string,
      play: (episode: Episode) => Promise<unknown>,
      target?: Target,
    ): Contender => ({
      name,
      target,
      units: EPISODES,
      run: async () => {
        for (let count = 0; count < EPISODES; count += 1)
          await play({ ...parts(task), model: scripted(replies) })
      },
    })
    const traces = openTraceFile(folder.file('traces.jsonl'))
    const contenders = [
      contend(BOUND, (episode) => playBare(episode)),
      contend('floor: the bound, and its calls and steps hashed and turned into JSON', playHashed),
      contend('harness, not recorded', (episode) => runEpisode(episode), ratioAtLeast(0.7)),
      contend(
        'harness, each line recorded',
        (episode) => runEpisode(episode, { record: traces.record }),
        ratioAtLeast(0.55),
      ),
    ]
    const rows = await race(contenders, { unit: '', rounds: 21, warmups: 5 })
    traces.close()
    return beside(rows.map(asRate), BOUND, 'bound')
  },
}

/** CPU time of an episode, in µs, as episodes that one core plays in a second. */
function asRate({ figure, spread, ...row }: Row): Row {
  const { low = Number.NaN, high = Number.NaN, rounds = 0 } = spread ?? {}
  const turned = { low: 1e6 / high, high: 1e6 / low, rounds }
  return { ...row, figure: 1e6 / figure, unit: 'episodes/s', spread: turned }
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
