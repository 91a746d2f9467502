import type { Benchmark } from '../../measure/benchmark.ts'
import { type Contender, interleave } from '../../measure/measure.ts'
import type { Row } from '../../measure/row.ts'

const TURNS = [10, 40, 100] as const

/** What a state costs in a framework, beside the framework's own cost: (with a state − agent alone) ÷ before. */
function overheadIn(framework: string, title: string): Benchmark {
  return {
    name: `overhead-${framework}`,
    title: `a step of the booking agent in ${title}`,
    run: async () => {
      const rows: Row[] = []
      for (const turns of TURNS) rows.push(...(await overhead(framework, turns)))
      return rows
    },
  }
}

async function overhead(framework: string, turns: number): Promise<readonly Row[]> {
  const [alone, own, before] = ['agent', framework, `${framework}-raw`]
  const names = [alone, own, before]
  const contenders = await Promise.all(names.map((name) => contenderOf(name, turns)))
  const figures = await interleave(contenders, { rounds: 15, warmups: 3 })
  const cost = (name: string): number => figures.get(name)?.median ?? Number.NaN
  return [
    ...names.map((name) => {
      const { median, ...spread } = figures.get(name) ?? { median: Number.NaN, low: 0, high: 0, rounds: 0 }
      return { name: `${name}, ${turns} turns`, figure: median, unit: 'µs/step', spread }
    }),
    {
      name: `overhead, ${turns} turns`,
      figure: cost(own) - cost(alone),
      unit: 'µs/step',
      ratio: { value: (cost(own) - cost(alone)) / cost(before), of: before },
      target: { on: 'ratio', kind: 'at-most', value: 1 },
    },
  ]
}

/** Plays conversations of some turns. What happens once, to start it and to compile its schemas in the first turn, is not timed. */
async function contenderOf(name: string, turns: number): Promise<Contender> {
  const { conversations } = await import('@skill-state/docs/booking')
  const start = await conversations(name)
  const times = Math.ceil(LEAST_TURNS / turns)
  let started: Awaited<ReturnType<typeof start>>[] = []
  const play = async (turns: number): Promise<number> => {
    let steps = 0
    for (const each of started) steps += await each.play(turns)
    return steps
  }
  const prepare = async (): Promise<void> => {
    started = []
    for (let time = 0; time < times; time += 1) started.push(await start())
    await play(1)
  }
  const run = async (): Promise<number> => await play(turns - 1)
  await prepare()
  return { name, units: await run(), prepare, run }
}

/** Turns of a round, at least: fewer are too short to be timed. */
const LEAST_TURNS = 50

export const frameworks: readonly Benchmark[] = [
  overheadIn('ai-sdk', 'the AI SDK'),
  overheadIn('langchain', 'LangChain'),
  overheadIn('openai-agents', 'the OpenAI Agents SDK'),
  overheadIn('mastra', 'Mastra'),
]
