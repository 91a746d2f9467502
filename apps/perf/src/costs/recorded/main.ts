// What recorded sessions cost in each layout, and how near an estimate comes. A state is proposed from every second session, and
// these sessions are the measure of the estimate; the others are billed.
// `pnpm costs:recorded FILE... [--tools FILE] [--prompt FILE] [--cached 0.1]`
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Episode, proposeState, readRecordings } from '@skill-state/audit'
import { o200k } from '@skill-state/models/o200k'
import { PromptCache, type ToolSpec } from '@skill-state/protocol'
import { markdownTable } from 'markdown-table'
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
  const bills = new Map<Way, readonly Bill[]>()
  for (const way of WAYS)
    bills.set(way, await Promise.all(billed.map((episode) => billOf(episode, way, setting))))
  const sums = WAYS.map((way) => (bills.get(way) ?? []).reduce((sum, bill) => sum + (bill.at(-1) ?? 0), 0))
  const best = Math.min(...sums.slice(1))
  const cheaper = WAYS.map((way) => {
    const evens = (bills.get(way) ?? []).map((bill, at) =>
      breakEven(bill, bills.get('transcript')?.[at] ?? []),
    )
    return `${evens.filter((even) => even !== undefined).length} of ${evens.length}${middle(evens)}`
  })
  const rows = WAYS.map((way, at) => [
    way,
    thousands(sums[at] ?? 0),
    ((sums[at] ?? 0) / best).toFixed(3),
    cheaper[at],
  ])
  const head = ['way', 'thousand tokens', '÷ best layout', 'sessions that end cheaper than a transcript']
  console.log(`cached at ${read}\n\n${markdownTable([head, ...rows.map((row) => row.map(String))])}\n`)
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
    .filter(({ usage }) => usage !== undefined)
  if (calls.length === 0) return 'the recordings do not say what was billed\n'
  const sum = (of: (call: (typeof calls)[number]) => number): number =>
    calls.reduce((all, call) => all + of(call), 0)
  const input = sum((call) => call.input) / sum(({ usage }) => usage?.promptTokens ?? 0)
  const shares = [
    sum((call) => call.cached) / sum((call) => call.input),
    sum(({ usage }) => usage?.cachedTokens ?? 0) / sum(({ usage }) => usage?.promptTokens ?? 0),
  ]
  const missed = calls.filter(({ cached, usage }) => cached > 0 && usage?.cachedTokens === 0).length
  const hits = calls.filter(({ usage }) => (usage?.cachedTokens ?? 0) > 0)
  const rest = hits.map(({ input: all, cached, usage }) => {
    return Math.abs(all - cached - ((usage?.promptTokens ?? 0) - (usage?.cachedTokens ?? 0)))
  })
  const near = rest.filter((tokens) => tokens <= 128).length
  return [
    `${calls.length} billed calls of transcripts, simulated: ${input.toFixed(3)} of the billed input tokens`,
    `cached: ${percent(shares[0])} of the input simulated, ${percent(shares[1])} billed; ${percent(missed / calls.length)} of the calls got nothing from a cache that should have had it`,
    `of the calls that got something, what was not cached is within 128 tokens of the simulated in ${percent(near / hits.length)}\n`,
  ].join('\n')
}

/** From which step on, in the middle of the sessions. */
function middle(evens: readonly (number | undefined)[]): string {
  const steps = evens.filter((even) => even !== undefined).sort((a, b) => a - b)
  return steps.length === 0 ? '' : `, from step ${(steps[steps.length >> 1] ?? 0) + 1}`
}

/** Estimates from the sessions that were learned from, against the bills of the others. */
async function estimates(setting: Setting): Promise<string> {
  const before = await Promise.all(learned.map((episode) => replay(turnsOf(episode), 'auto', setting)))
  const usual = before.map(({ session }) => session.spending())
  const after = await Promise.all(
    billed.map(async (episode) => {
      const turns = turnsOf(episode)
      const { agent, bill } = await replay(turns, 'auto', setting)
      const estimated = [undefined, bill.length].map((calls) => {
        const { costUsd = 0, range } = agent.estimate({ turns: turns.length, calls, usual })
        const { low = 0, high = 0 } = range?.costUsd ?? {}
        return { cost: costUsd * 1e6, low: low * 1e6, high: high * 1e6, share: range?.share ?? 0 }
      })
      return { estimated, billed: bill.at(-1) ?? 0 }
    }),
  )
  const lines = ['messages', 'calls'].map((by, at) => {
    const made = after.flatMap(({ estimated, billed: bill }) => {
      const estimate = estimated[at]
      return estimate ? [{ ...estimate, bill }] : []
    })
    const sum = made.reduce((all, { cost }) => all + cost, 0)
    const off = made.map(({ cost, bill }) => Math.abs(cost / bill - 1)).sort((a, b) => a - b)
    const inside = made.filter(({ low, high, bill }) => low <= bill && bill <= high).length
    const [below, above] = (['low', 'high'] as const).map(
      (end) => made.reduce((all, each) => all + each[end], 0) / sum,
    )
    const near = off.filter((each) => each <= 0.15).length
    const ratio = sum / after.reduce((all, each) => all + each.billed, 0)
    return `estimate ÷ bill, given the number of ${by}: ${ratio.toFixed(3)} of all ${off.length} together; ${near} within 15 %, half within ${percent(off[off.length >> 1])}, all within ${percent(off.at(-1))}
inside the range: ${inside} of ${made.length}, said ${percent(made[0]?.share)}; in the mean ${below?.toFixed(2)} to ${above?.toFixed(2)} of the estimate\n`
  })
  return lines.join('')
}

function percent(share = 0): string {
  return `${(share * 100).toFixed(0)} %`
}

function thousands(tokens: number): string {
  return (tokens / 1_000).toFixed(0)
}
