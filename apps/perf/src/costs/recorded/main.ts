// What recorded sessions cost in each layout, and how near an estimate comes. A state is proposed from every second session, and
// these sessions are the measure of the estimate; the others are billed.
// `pnpm costs:recorded FILE... [--tools FILE] [--prompt FILE] [--cached 0.1]`
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Episode, proposeState, readRecordings } from '@skill-state/audit'
import { o200k } from '@skill-state/models/o200k'
import { PromptCache, type ToolSpec } from '@skill-state/protocol'
import { markdownTable } from 'markdown-table'
import { sum } from 'simple-statistics'
import { breakEven, WAYS, type Way } from '../bill.ts'
import { type Bill, replay, type Setting, transcriptBill, transcriptCalls } from './replay.ts'
import { toolsIn, turnsOf } from './turns.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tools: { type: 'string' },
    prompt: { type: 'string' },
    cached: { type: 'string', multiple: true, default: ['0.1', '0.25', '0.5'] },
  },
})

const sessions = await sessionsIn(positionals)
const learned = sessions.filter((_, at) => at % 2 === 0)
const billed = sessions.filter((_, at) => at % 2 === 1)
const proposal = proposeState(learned)
const known: Omit<Setting, 'rules'> = {
  instructions:
    values.prompt === undefined ? 'Do what the user asks for.' : readFileSync(values.prompt, 'utf8'),
  tools: values.tools === undefined ? toolsIn(sessions) : describedIn(values.tools),
  fields: proposal?.fields ?? [],
  schema: JSON.parse(proposal?.files['state.schema.json'] ?? '{"type":"object"}'),
  count: (text) => o200k.count(text),
}
console.log(
  `${learned.length} sessions learned from, ${billed.length} billed; ${known.fields.length} fields of a state, ${known.tools.length} tools\n`,
)
console.log(simulated({ ...known, rules: {} }))
for (const read of values.cached.map(Number)) await tell({ ...known, rules: { read } }, read)

async function sessionsIn(files: readonly string[]): Promise<readonly Episode[]> {
  const episodes: Episode[] = []
  for await (const recording of readRecordings(files))
    if (recording.kind === 'episode' && turnsOf(recording.episode).length > 0)
      episodes.push(recording.episode)
  return episodes
}

function describedIn(file: string): readonly ToolSpec[] {
  const tools = JSON.parse(readFileSync(file, 'utf8')) as readonly { readonly function: ToolSpec }[]
  return tools.map((each) => each.function)
}

async function tell(setting: Setting, read: number): Promise<void> {
  const bills: (readonly Bill[])[] = []
  for (const way of WAYS)
    bills.push(await Promise.all(billed.map((episode) => billOf(episode, way, setting))))
  const sums = bills.map((all) => sum(all.map((bill) => bill.at(-1) ?? 0)))
  const best = Math.min(...sums.slice(1))
  const rows = WAYS.map((way, at) => {
    const all = bills[at] ?? []
    const evens = all.flatMap((bill, nth) => breakEven(bill, bills[0]?.[nth] ?? []) ?? [])
    const from = evens.length === 0 ? '' : `, from step ${(evens.toSorted(by)[evens.length >> 1] ?? 0) + 1}`
    const total = sums[at] ?? 0
    return [
      way,
      (total / 1_000).toFixed(0),
      (total / best).toFixed(3),
      `${evens.length} of ${all.length}${from}`,
    ]
  })
  const head = ['way', 'thousand tokens', '÷ best layout', 'sessions that end cheaper than a transcript']
  console.log(`cached at ${read}\n\n${markdownTable([head, ...rows])}\n`)
  console.log(await estimates(setting))
}

async function billOf(episode: Episode, way: Way, setting: Setting): Promise<Bill> {
  const turns = turnsOf(episode)
  return way === 'transcript' ? transcriptBill(turns, setting) : (await replay(turns, way, setting)).bill
}

/** The simulated cache beside what the provider billed: all sessions one after the other, which share what they begin with. */
function simulated(setting: Setting): string {
  const cache = new PromptCache(setting.count)
  const calls = sessions
    .flatMap((episode) => [...transcriptCalls(turnsOf(episode), setting, cache)])
    .flatMap(({ usage, input, cached }) =>
      usage ? [{ input, cached, billed: usage.promptTokens ?? 0, hit: usage.cachedTokens ?? 0 }] : [],
    )
  if (calls.length === 0) return 'the recordings do not say what was billed\n'
  const total = (of: keyof (typeof calls)[number]): number => sum(calls.map((call) => call[of]))
  const share = (some: typeof calls, all: typeof calls): string => percent(some.length / all.length)
  const missed = calls.filter(({ cached, hit }) => cached > 0 && hit === 0)
  const hits = calls.filter(({ hit }) => hit > 0)
  const near = hits.filter(
    ({ input, cached, billed, hit }) => Math.abs(input - cached - (billed - hit)) <= 128,
  )
  return `${calls.length} billed calls of transcripts, simulated: ${(total('input') / total('billed')).toFixed(3)} of the billed input tokens
cached: ${percent(total('cached') / total('input'))} of the input simulated, ${percent(total('hit') / total('billed'))} billed; ${share(missed, calls)} of the calls got nothing from a cache that should have had it
of the calls that got something, what was not cached is within 128 tokens of the simulated in ${share(near, hits)}
`
}

/** Estimates from the sessions that were learned from, against the bills of the others. */
async function estimates(setting: Setting): Promise<string> {
  const before = await Promise.all(learned.map((episode) => replay(turnsOf(episode), 'auto', setting)))
  const usual = before.map(({ session }) => session.spending())
  const after = await Promise.all(
    billed.map(async (episode) => {
      const turns = turnsOf(episode)
      return { turns: turns.length, ...(await replay(turns, 'auto', setting)) }
    }),
  )
  const lines = ['messages', 'calls'].map((given) => {
    const made = after.map(({ agent, turns, bill }) => {
      const calls = given === 'calls' ? bill.length : undefined
      const { costUsd: cost = 0, range } = agent.estimate({ turns, calls, usual })
      const { low = 0, high = 0 } = range?.costUsd ?? {}
      return { cost, low, high, share: range?.share, bill: (bill.at(-1) ?? 0) / 1e6 }
    })
    const total = (of: 'cost' | 'low' | 'high' | 'bill'): number => sum(made.map((each) => each[of]))
    const off = made.map(({ cost, bill }) => Math.abs(cost / bill - 1)).sort(by)
    const near = off.filter((each) => each <= 0.15).length
    const inside = made.filter(({ low, high, bill }) => low <= bill && bill <= high).length
    const [below, above] = [total('low'), total('high')].map((end) => (end / total('cost')).toFixed(2))
    return `estimate ÷ bill, given the number of ${given}: ${(total('cost') / total('bill')).toFixed(3)} of all ${off.length} together; ${near} within 15 %, half within ${percent(off[off.length >> 1])}, all within ${percent(off.at(-1))}
inside the range: ${inside} of ${made.length}, said ${percent(made[0]?.share)}; in the mean ${below} to ${above} of the estimate\n`
  })
  return lines.join('')
}

function by(one: number, other: number): number {
  return one - other
}

function percent(share = 0): string {
  return `${(share * 100).toFixed(0)} %`
}
