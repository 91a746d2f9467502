import { type Contender, race } from '../../measure/race.ts'
import { type Benchmark, type Row, ratioAtMost } from '../../measure/row.ts'

/** What a state costs in a framework, beside the framework's own cost: (with a state − agent alone) ÷ before. */
function overheadIn(framework: string, title: string): Benchmark {
  return {
    name: `overhead-${framework}`,
    title: `a step of the booking agent in ${title}`,
    run: async () => {
      const rows: Row[] = []
      for (const turns of [10, 40, 100]) rows.push(...(await overhead(framework, turns)))
      return rows
    },
  }
}

async function overhead(framework: string, turns: number): Promise<readonly Row[]> {
  const raw = `${framework}-raw`
  const contenders = await Promise.all(['agent', framework, raw].map((name) => contenderOf(name, turns)))
  const rows = await race(contenders, { unit: 'µs/step', rounds: 15, warmups: 3 })
  const [alone = Number.NaN, own = Number.NaN, before = Number.NaN] = rows.map(({ figure }) => figure)
  const figure = own - alone
  const ratio = { value: figure / before, of: raw }
  return [
    ...rows,
    { name: `overhead, ${turns} turns`, figure, unit: 'µs/step', ratio, target: ratioAtMost(1) },
  ]
}

/** Turns of a round, at least: fewer are too short to be timed. */
const LEAST_TURNS = 50

/** Plays conversations of some turns. What happens once, to start it and to compile its schemas in the first turn, is not timed. */
async function contenderOf(name: string, turns: number): Promise<Contender> {
  const { conversations } = await import('@skill-state/docs/booking')
  const start = await conversations(name)
  let started: Awaited<ReturnType<typeof start>>[] = []
  const play = async (turns: number): Promise<number> => {
    let steps = 0
    for (const each of started) steps += await each.play(turns)
    return steps
  }
  const prepare = async (): Promise<void> => {
    started = []
    while (started.length * turns < LEAST_TURNS) started.push(await start())
    await play(1)
  }
  const run = async (): Promise<number> => await play(turns - 1)
  await prepare()
  return { name: `${name}, ${turns} turns`, units: await run(), prepare, run }
}

export const frameworks: readonly Benchmark[] = [
  overheadIn('ai-sdk', 'the AI SDK'),
  overheadIn('langchain', 'LangChain'),
  overheadIn('openai-agents', 'the OpenAI Agents SDK'),
  overheadIn('mastra', 'Mastra'),
]
