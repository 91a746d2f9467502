/**
 * Plays every policy of the experiment `arena` and writes its page and picture.
 *
 *   node --conditions=@skill-state/source apps/bench/scripts/arena-page.ts
 */
import { writeFileSync } from 'node:fs'
import { type Episode, retainedNeeds } from '@skill-state/audit'
import { promptLayouts } from '@skill-state/baselines'
import { reference } from '@skill-state/models'
import {
  type Benchmark,
  type JsonValue,
  type Model,
  promptText,
  type Task,
  type Turn,
} from '@skill-state/protocol'
import { matchBudgets, type Series } from '@skill-state/suite'
import { arena } from '../src/experiments/ours/arena.ts'
import { registry } from '../src/registry.ts'
import { type Retention, retentionOf } from '../test/retention.ts'
import { drawArena } from './_arena-picture.ts'
import { pageText, sourceOf } from './_arena-text.ts'

/** US dollars for a million tokens of four characters, as shares of one list price: no cache, a cache by prefix, one with paid writes. */
const sheets = [
  { name: 'no cache', read: 1, write: 1 },
  { name: 'prefix cache', read: 0.1, write: 1 },
  { name: 'paid cache', read: 0.1, write: 1.25 },
] as const
const INPUT = 1.25
const OUTPUT = 10
/** Providers cache prefixes from so many tokens on. */
const LEAST_CACHED = 1024
const CHARS_PER_TOKEN = 4
const SEEDS = [42, 43]
/** Simulated readers that fail: one misses carried facts, one writes replies with mistakes. */
const READERS = ['overlooking', 'sloppy-writer']
const SUBJECT = 'skill-state'
const HORIZON = 100
const LONG = 400
const [FIRST = 0] = SEEDS

/** A row of the page. */
interface Figures {
  readonly policy: string
  /** Dollars by price sheet. */
  readonly cost: readonly number[]
  readonly kept: number
  /** Share of the needs that prompts still showed. */
  readonly retained: number
  readonly quarters: number
}

interface Played {
  readonly kept: number
  readonly needs: ReturnType<typeof retainedNeeds>
  /** A quarter of the characters in and out, which stands for tokens. */
  readonly quarters: number
  /** Dollars of all calls up to each step, by price sheet. */
  readonly costs: readonly (readonly number[])[]
}

const matched = await matchBudgets(registry, arena.series, SEEDS)
const rows = new Map<string, Map<string, readonly Played[]>>()
for (const series of matched) await playSeries(series)
/** What each policy keeps on average, by simulated reader that fails, with the first seed. */
const fallible = new Map<string, Map<string, number>>()
for (const reader of READERS) fallible.set(reader, await playFallible(reader))
const longRun = await playLong()
const retained: [string, Retention][] = []
for (const name of ['state-rewrite', 'skill-state', 'skill-state-guarded']) {
  retained.push([name, await retentionOf(name, { seeds: [1, 2, 3, 4, 5], horizon: LONG })])
}
writePage()

async function playSeries({ benchmark, runtimes, horizons }: Series): Promise<void> {
  const tasks = [...benchmark.tasks({ seeds: SEEDS, horizons })]
  for (const name of runtimes) {
    const policy = policyOf(name)
    const played = await Promise.all(tasks.map((task) => playTask(benchmark, task, name)))
    const row = rows.get(policy) ?? new Map<string, readonly Played[]>()
    rows.set(policy, row.set(benchmark.id, played))
  }
}

async function playFallible(reader: string): Promise<Map<string, number>> {
  const modelFor = await registry.findModel(reader, {})
  const kept = new Map<string, number[]>()
  for (const { benchmark, runtimes, horizons } of matched) {
    for (const task of benchmark.tasks({ seeds: [FIRST], horizons })) {
      for (const name of runtimes) {
        const policy = policyOf(name)
        const played = await playTask(benchmark, task, name, modelFor(benchmark, task, name))
        kept.set(policy, [...(kept.get(policy) ?? []), played.kept])
      }
    }
  }
  return new Map([...kept].map(([policy, values]) => [policy, mean(values)]))
}

/** A runtime's name without the budget that was computed. */
function policyOf(name: string): string {
  return name.replace(/:maxPromptChars=\d+/, '')
}

function keptBy(reader: string, policy: string): string {
  return (fallible.get(reader)?.get(policy) ?? Number.NaN).toFixed(2)
}

async function playTask(benchmark: Benchmark, task: Task, name: string, reader?: Model): Promise<Played> {
  const { player, floor = player } = benchmark
  if (player === undefined) throw new Error(`${benchmark.id} has no player`)
  const inner = reader ?? reference((name === 'memoryless' && floor) || player, promptLayouts)
  const bill = sheets.map(() => 0)
  let quarters = 0
  let previous = ''
  const model: Model = {
    ...inner,
    async generate(request) {
      const answer = await inner.generate(request)
      const prompt = promptText(request.prompt)
      const [all, cached, out] = [prompt.length, commonPrefix(prompt, previous), answer.text.length].map(
        (chars) => chars / CHARS_PER_TOKEN,
      ) as [number, number, number]
      previous = prompt
      quarters += all + out
      sheets.forEach(({ read, write }, at) => {
        const hit = cached >= LEAST_CACHED && read < 1 ? cached : 0
        const rest = all - hit
        const written = all >= LEAST_CACHED ? write : 1
        bill[at] = (bill[at] ?? 0) + ((hit * read + rest * written) * INPUT + out * OUTPUT) / 1e6
      })
      return answer
    },
  }
  const environment = benchmark.open(task)
  const skill = {
    ...benchmark.skill,
    instructions: [benchmark.skill.instructions, task.instructions].filter(Boolean).join('\n\n'),
  }
  const costs: number[][] = sheets.map(() => [])
  const turns: Turn[] = []
  const prompts: string[] = []
  const messages: Episode['messages'][number][] = []
  for await (const step of registry.findRuntime(name).run({ skill, environment, model, seed: task.seed })) {
    // What is needed is what the action needs that a reader of the whole transcript chooses.
    const { observation } = step
    const { action } = player.decide({ instructions: skill.instructions, history: turns, observation })
    const values = textOf(action).split(/[\s(),]+/)
    const calls = [{ name: 'act', arguments: values }]
    messages.push({ role: 'user', content: observation }, { role: 'assistant', content: '', calls })
    turns.push({ observation, response: `Action: ${textOf(step.action)}` })
    prompts.push(previous)
    for (const [at, sum] of bill.entries()) costs[at]?.push(sum)
  }
  const { reward } = await environment.outcome()
  await environment.close()
  const needs = retainedNeeds({ prompt: skill.instructions, messages, notShown: 0, notes: [] }, prompts)
  return { kept: reward, needs, quarters, costs }
}

function textOf(action: JsonValue): string {
  return typeof action === 'string' ? action : JSON.stringify(action)
}

function commonPrefix(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The step from which on the subject has cost no more than another policy, over all worlds. */
function breakEven(policy: string, sheet: number): string {
  const sums = (name: string): number[] => {
    const lists = [...(rows.get(name)?.values() ?? [])].flat().map(({ costs }) => costs[sheet] ?? [])
    const length = Math.min(...lists.map((list) => list.length))
    return Array.from({ length }, (_, step) => mean(lists.map((list) => list[step] ?? 0)))
  }
  const [mine, theirs] = [sums(SUBJECT), sums(policy)]
  const last = mine.findLastIndex((sum, step) => sum > (theirs[step] ?? 0))
  if (last === mine.length - 1) return 'never'
  return String(last + 2)
}

function writePage(): void {
  const figures = [...rows].map(([policy, row]): Figures => {
    const all = [...row.values()].flat()
    const cost = sheets.map((_, sheet) => mean(all.map(({ costs }) => costs[sheet]?.at(-1) ?? 0)))
    return {
      policy,
      cost,
      kept: mean(all.map(({ kept }) => kept)),
      retained: sum(all.map(({ needs }) => needs.retained)) / sum(all.map(({ needs }) => needs.needed)),
      quarters: mean(all.map((each) => each.quarters)),
    }
  })
  const cents = (dollars: number): string => (dollars * 100).toFixed(1)
  const table = markdownTable([
    ['policy', 'kept', 'needs', 'overlooks', 'errs', 'chars ÷ 4', '¢', 'from', 'decided by'],
    ...figures.map(({ policy, kept, retained, quarters, cost }) => [
      `\`${policy}\``,
      kept.toFixed(2),
      retained.toFixed(2),
      ...READERS.map((reader) => keptBy(reader, policy)),
      Math.round(quarters).toLocaleString('en'),
      cost.map(cents).join('/'),
      policy === SUBJECT ? '–' : [0, 1].map((sheet) => breakEven(policy, sheet)).join('/'),
      sourceOf(policy),
    ]),
  ])
  const retentionTable = markdownTable([
    ['runtime', 'facts lost', 'deletions asked for', 'blocked'],
    ...retained.map(([name, { lost, legitimate, blocked }]) => [
      `\`${name}\``,
      ...[lost, legitimate, blocked].map(String),
    ]),
  ])
  const page = new URL('../../../docs/arena.md', import.meta.url)
  const picture = new URL('../../../docs/public/arena.svg', import.meta.url)
  writeFileSync(
    picture,
    drawArena(
      figures.map(({ policy, kept, cost: [uncached = 0, cached = 0] }) => {
        return { name: policy, kept, uncached: uncached * 100, cached: cached * 100 }
      }),
    ),
  )
  writeFileSync(
    page,
    pageText({
      table,
      retentionTable,
      losses: lossesOf(figures),
      HORIZON,
      LONG,
      INPUT,
      OUTPUT,
      LEAST_CACHED,
    }),
  )
}

/** Where SKILL.state costs more or keeps less, in sentences computed from the figures. */
function lossesOf(figures: readonly Figures[]): string {
  const own = figures.find(({ policy }) => policy === SUBJECT)
  if (own === undefined) throw new Error('the subject was not played')
  const cents = ({ cost }: Figures): string => `${((cost[1] ?? 0) * 100).toFixed(1)} ¢`
  const as = (policy: string): string => cents(figures.find((each) => each.policy === policy) ?? own)
  const equal = figures.filter(({ policy, kept }) => policy.startsWith('summarise') && kept >= own.kept)
  const readers = READERS.map(
    (reader) => `\`${reader}\`: ${keptBy(reader, 'prompt')} against ${keptBy(reader, SUBJECT)}`,
  )
  const [cleared] = figures.filter(({ policy }) => policy === 'clear-tool-results')
  return `- **Readers that fail.** The transcript keeps more: ${readers.join('; ')}. A state keeps a mistake that was written once.
- **Short horizons.** Without a cache, the transcript is cheaper before step ${breakEven('prompt', 0)}.
- **Cached transcripts.** A state changes its prompt near the beginning. With a prefix cache the transcript costs ${as('prompt')} for
  ${HORIZON} steps, SKILL.state ${cents(own)}. Break-even step: ${longRun}.
- **Summaries and cleared results.** ${equal.length} summarising presets keep as much, since this reader's summaries lose nothing. Cleared
  transcripts still show ${share(cleared?.retained)} of what is needed, in the agent's own replies, which this reader does not read.
- **Late relevance and open conversation** are not played. A fact without a place in the state is gone; a transcript has
  it ([findings](findings.md)).`
}

function share(value = Number.NaN): string {
  return `${Math.round(value * 100)} %`
}

/** From which step on SKILL.state is cheaper than the whole transcript with a prefix cache, by world. */
async function playLong(): Promise<string> {
  const found: string[] = []
  for (const { benchmark } of arena.series) {
    const [task] = benchmark.tasks({ seeds: [FIRST], horizons: [LONG] })
    if (task === undefined) throw new Error(`${benchmark.id} has no task`)
    const mine = (await playTask(benchmark, task, SUBJECT)).costs[1] ?? []
    const theirs = (await playTask(benchmark, task, 'prompt')).costs[1] ?? []
    const last = mine.findLastIndex((sum, step) => sum > (theirs[step] ?? 0))
    found.push(`${benchmark.id} ${last === mine.length - 1 ? `not within ${LONG}` : last + 2}`)
  }
  return found.join(', ')
}

/** A table of Markdown, its columns padded; the first row is the heading. */
function markdownTable(rows: readonly (readonly string[])[]): string {
  const [heading = [], ...body] = rows
  const widths = heading.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  const rule = widths.map((width, at) =>
    at === 0 ? `:${'-'.repeat(width - 1)}` : `${'-'.repeat(width - 1)}:`,
  )
  const padded = [heading, ...body].map((row) =>
    widths.map((width, at) => (at === 0 ? (row[at] ?? '').padEnd(width) : (row[at] ?? '').padStart(width))),
  )
  const [first = [], ...rest] = padded
  return [first, rule, ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
