import { createInterface } from 'node:readline'
import { compileSkill } from '@skill-state/core'
import {
  type Action,
  type Benchmark,
  type Environment,
  invalidOption,
  type JsonObject,
  type Observation,
  type PromptView,
} from '@skill-state/protocol'
import { benchmarks } from '../benchmarks.ts'

/** Steps of an episode if `reset` names no horizon. */
const USUAL_HORIZON = 10

interface Messages {
  readonly describe: unknown
  readonly reset: { readonly seed: number; readonly task?: { readonly horizon?: number } }
  readonly step: { readonly action: Action }
  readonly outcome: unknown
  readonly decide: PromptView
}
type Answers = { readonly [M in keyof Messages]: (given: Messages[M]) => unknown }

/** `bench serve`: plays a benchmark for a program of another language, by the lines of docs/wire.md, until its input ends. */
export async function serveCommand(name: string): Promise<void> {
  const answers = answersOf(await benchmarkOf(name))
  for await (const line of createInterface({ input: process.stdin })) {
    const [method, given] = Object.entries(JSON.parse(line) as object)[0] ?? []
    const answer = answers[method as keyof Messages] as ((given: unknown) => unknown) | undefined
    if (answer === undefined) throw invalidOption(`the wire has no message "${method}": see docs/wire.md`)
    process.stdout.write(`${JSON.stringify(await answer(given))}\n`)
  }
}

/** A program starts this for each episode: what only tells of an unknown name is not loaded for a known one. */
async function benchmarkOf(name: string): Promise<Benchmark> {
  const known = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined
  return known ?? (await import('@skill-state/suite')).findRecord('benchmark', benchmarks, name)
}

function answersOf(benchmark: Benchmark): Answers {
  let environment: Environment | undefined
  const played = (): Environment => {
    if (environment === undefined) throw invalidOption('the first message of an episode is reset')
    return environment
  }
  const observed = ({ text, done, refused }: Observation) => {
    return { text, done, refused, expectedState: played().expectedState?.() }
  }
  return {
    describe: () => describe(benchmark),
    async reset({ seed, task: { horizon = USUAL_HORIZON } = {} }) {
      await environment?.close()
      const [task] = benchmark.tasks({ seeds: [seed], horizons: [horizon] })
      if (task === undefined) throw invalidOption(`${benchmark.id} has no task with horizon ${horizon}`)
      environment = benchmark.open(task)
      return observed(await environment.reset({ seed: task.seed }))
    },
    step: async ({ action }) => observed(await played().step(action)),
    outcome: () => played().outcome(),
    decide: (view) => benchmark.player?.decide(view),
  }
}

function describe(benchmark: Benchmark): JsonObject {
  const { id, description, skill, player } = benchmark
  const [task] = benchmark.tasks({ seeds: [1], horizons: [USUAL_HORIZON] })
  const { noop, actionSchema } = task === undefined ? {} : benchmark.open(task)
  const { instructions, initialState } = skill
  const { schema } = compileSkill(skill)
  const about = { id, description, instructions, schema, initialState, noop, actionSchema }
  return JSON.parse(JSON.stringify({ wire: 1, ...about, player: player !== undefined })) as JsonObject
}
