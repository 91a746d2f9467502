/**
 * Plays every policy of the experiment `arena` with every reader, writes its page and picture, or checks them. Takes about two
 * minutes of one processor.
 *
 *   node --conditions=@skill-state/source apps/bench/scripts/arena-page.ts [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { promptLayouts } from '@skill-state/baselines'
import { fallible, habits } from '@skill-state/models'
import { type Benchmark, isJsonObject, type Player } from '@skill-state/protocol'
import { matchBudgets, type Series } from '@skill-state/suite'
import { arena, lookback as lost } from '../src/experiments/ours/arena.ts'
import { registry } from '../src/registry.ts'
import { mean, type Played, playTask, sum } from '../test/play-task.ts'
import { retentionOf } from '../test/retention.ts'
import { drawArena } from './_arena-picture.ts'
import {
  type Cell,
  type ErringRow,
  type LookbackRow,
  type PolicyRow,
  pageText,
  type Range,
} from './_arena-text.ts'

/** The first seed of every experiment. */
const FIRST_SEED = 42
const SEEDS = Array.from({ length: arena.seeds }, (_, at) => FIRST_SEED + at)
const ERRING_SEEDS = SEEDS.slice(0, 3)
const SUBJECT = 'skill-state'
const LONG = 400
const RATES = [0.005, 0.02]
const MISTAKES: readonly Mistake[] = ['omits', 'overwrites', 'garbles']
/** How notes are written once, and three times, so that most of them decide. */
const ONCE: readonly Reader[] = [{ notes: 'sentences' }, { notes: 'dense' }]
const THRICE: readonly Reader[] = [{ notes: 'dense', copies: 3 }]
/** Policies that ask for a state, so that their replies need no notes. */
const WITH_STATE = ['working-memory', 'memory-tool', 'state-rewrite', 'skill-state-window', SUBJECT]

type Given = Parameters<typeof habits>[0]
type Mistake = NonNullable<Given['mistake']>

interface Reader {
  readonly reads?: 'all' | 'observations' | undefined
  /** Guesses what the prompt does not tell. */
  readonly guesses?: boolean | undefined
  readonly notes?: Given['notes']
  readonly copies?: number | undefined
  readonly misses?: number | undefined
  readonly miswrites?: number | undefined
  readonly mistake?: Mistake | undefined
}

const series = await matchBudgets(registry, arena.series, SEEDS)
const names = series[0]?.runtimes.map(policyOf) ?? []
const subject = await playAll(SUBJECT, {}, SEEDS)
const rows: PolicyRow[] = []
for (const policy of names) rows.push(await rowOf(policy))
const erring: ErringRow[] = []
for (const policy of names.filter((name) => /^(trim|trim:f.*mastra|summ.*)$/.test(name))) {
  erring.push(await erringRow(policy, ONCE), await erringRow(policy, THRICE))
}
for (const policy of ['prompt', ...WITH_STATE, 'skill-state-guarded'])
  erring.push(await erringRow(policy, [{}]))
const lookback: LookbackRow[] = []
for (const each of lost.series) lookback.push(await lookbackRow(each))
const forgotten = await Promise.all(
  ['state-rewrite', 'skill-state', 'skill-state-guarded'].map(async (name) => {
    return [name, await retentionOf(name, { seeds: [1, 2, 3, 4, 5], horizon: LONG })] as const
  }),
)
const text = pageText({
  rows,
  erring,
  lookback,
  lost: forgotten,
  longRun: await playLong(),
  seeds: SEEDS.length,
  LONG,
})
const picture = drawArena(rows)
const files = { 'arena.md': text, 'public/arena.svg': picture }
for (const [file, content] of Object.entries(files)) {
  const place = new URL(`../../../docs/${file}`, import.meta.url)
  if (!process.argv.includes('--check')) writeFileSync(place, content)
  else if (readFileSync(place, 'utf8') !== content) {
    console.error(
      `docs/${file} differs from what apps/bench/scripts/arena-page.ts computes. Fix: run it without --check.`,
    )
    process.exitCode = 1
  }
}

async function rowOf(policy: string): Promise<PolicyRow> {
  const isState = WITH_STATE.includes(policy)
  const plain = policy === SUBJECT ? subject : await playAll(policy, {}, SEEDS)
  const silent = [plain]
  if (!isState) {
    silent.push(await playAll(policy, { reads: 'observations' }, SEEDS))
    silent.push(await playAll(policy, { guesses: true }, SEEDS))
  }
  const noted: Played[][] = []
  for (const reader of isState || policy === 'memoryless' ? [] : ONCE)
    noted.push(await playAll(policy, reader, SEEDS))
  const all = [...silent, ...noted]
  const [cheapest = plain] = all.toSorted((a, b) => keptBy(b) - keptBy(a) || quartersOf(a) - quartersOf(b))
  const needs = plain.flatMap((each) => each.needs ?? [])
  return {
    policy,
    silent: isState ? undefined : rangeOf(silent),
    notes: noted.length === 0 ? undefined : rangeOf(noted),
    state: isState ? rangeOf(silent) : undefined,
    needs: sum(needs.map(({ retained }) => retained)) / sum(needs.map(({ needed }) => needed)),
    points: all.map((played) => ({
      prompt: mean(played.map(({ prompt }) => prompt)) / mean(subject.map(({ prompt }) => prompt)),
      kept: mean(played.map(({ kept }) => kept)),
    })),
    quarters: quartersOf(cheapest),
    cost: [0, 1, 2].map((sheet) => mean(cheapest.map(({ costs }) => costs[sheet]?.at(-1) ?? 0))),
    from: policy === SUBJECT ? undefined : [0, 1].map((sheet) => breakEven(subject, cheapest, sheet)),
  }
}

/** To the second digit, so that what the page shows as equal is equal. */
function keptBy(played: readonly Played[]): number {
  return Math.round(mean(played.map(({ kept }) => kept)) * 100)
}

function quartersOf(played: readonly Played[]): number {
  return mean(played.map(({ quarters }) => quarters))
}

/** What errs is every reader and kind of mistake, at each chance. */
async function erringRow(policy: string, readers: readonly Reader[]): Promise<ErringRow> {
  const cells: Cell[] = []
  let quarters: number[] = []
  for (const rate of RATES) {
    const played: Cell['played'][number][] = []
    let [mistakes, rejections] = [0, 0]
    quarters = []
    for (const reader of readers) {
      for (const mistake of MISTAKES) {
        const count = (): void => {
          mistakes += 1
        }
        const all = await playAll(policy, { ...reader, miswrites: rate, mistake }, ERRING_SEEDS, count)
        rejections += sum(all.map((each) => each.rejections))
        quarters.push(quartersOf(all))
        played.push({ key: mistake, kept: worldsOf(all) })
      }
    }
    cells.push({ kind: 'writes', rate, played, mistakes, rejections })
  }
  for (const rate of RATES) {
    const played: Cell['played'][number][] = []
    for (const reader of readers) {
      const all = await playAll(policy, { ...reader, misses: rate }, ERRING_SEEDS)
      played.push({ key: 'misses', kept: worldsOf(all) })
    }
    cells.push({ kind: 'reads', rate, played, mistakes: 0, rejections: 0 })
  }
  return { policy, copies: readers[0]?.copies ?? 1, cells, quarters: mean(quarters) }
}

/** Means by world: a policy's episodes come world by world. */
function worldsOf(played: readonly Played[]): number[] {
  const size = played.length / series.length
  return series.map((_, at) => mean(played.slice(at * size, (at + 1) * size).map(({ kept }) => kept)))
}

function rangeOf(readers: readonly (readonly Played[])[]): Range {
  const means = readers.map((played) => mean(played.map(({ kept }) => kept)))
  return { worst: Math.min(...means), best: Math.max(...means) }
}

/** Every world and seed, world by world. */
async function playAll(
  policy: string,
  reader: Reader,
  seeds: readonly number[],
  onMistake?: () => void,
): Promise<Played[]> {
  const played: Played[] = []
  for (const { benchmark, runtimes, horizons } of series) {
    const name = runtimes.find((each) => policyOf(each) === policy) ?? policy
    for (const task of benchmark.tasks({ seeds, horizons })) {
      const isPlain = Object.keys(reader).length === 0
      played.push(
        await playTask(
          benchmark,
          task,
          name,
          modelOf(benchmark, name, task.seed, reader, onMistake),
          isPlain,
        ),
      )
    }
  }
  return played
}

function modelOf(benchmark: Benchmark, name: string, seed: number, reader: Reader, onMistake?: () => void) {
  const { initialState } = benchmark.skill
  const failing = habits({
    seed,
    initialState: isJsonObject(initialState) ? initialState : {},
    onMistake,
    ...reader,
  })
  return fallible(playerOf(benchmark, name, reader.guesses), promptLayouts, failing)
}

function playerOf(
  { id, player, floor = player, adversary = player }: Benchmark,
  name: string,
  guesses = false,
): Player {
  const chosen = name === 'memoryless' ? floor : guesses ? adversary : player
  if (chosen === undefined) throw new Error(`${id} has no player`)
  return chosen
}

async function lookbackRow({ benchmark, runtimes, horizons, options }: Series): Promise<LookbackRow> {
  const scores: number[][][] = []
  for (const name of runtimes) {
    const readers: number[][] = []
    for (const guesses of name === 'memoryless' ? [false] : [false, true]) {
      const kept: number[] = []
      for (const task of benchmark.tasks({ seeds: SEEDS, horizons })) {
        const model = modelOf(benchmark, name, task.seed, { guesses })
        kept.push((await playTask(benchmark, task, name, model)).kept)
      }
      readers.push(kept)
    }
    scores.push(readers)
  }
  return { kind: options?.case as string, scores }
}

/** A runtime's name without the budget that was computed. */
function policyOf(name: string): string {
  return name.replace(/:maxPromptChars=\d+/, '')
}

/** The step from which on the first has cost no more than the second; undefined if never. */
function breakEven(first: readonly Played[], second: readonly Played[], sheet: number): number | undefined {
  const sums = (all: readonly Played[]): number[] => {
    const lists = all.map(({ costs }) => costs[sheet] ?? [])
    return Array.from({ length: Math.min(...lists.map(({ length }) => length)) }, (_, step) =>
      mean(lists.map((list) => list[step] ?? 0)),
    )
  }
  const [mine, theirs] = [sums(first), sums(second)]
  const last = mine.findLastIndex((cost, step) => cost > (theirs[step] ?? 0))
  return last === mine.length - 1 ? undefined : last + 2
}

/** From which step on SKILL.state is cheaper than the whole transcript with a prefix cache, by world. */
async function playLong(): Promise<string> {
  const found: string[] = []
  for (const { benchmark } of arena.series) {
    const [task] = benchmark.tasks({ seeds: [FIRST_SEED], horizons: [LONG] })
    if (task === undefined) throw new Error(`${benchmark.id} has no task`)
    const play = (name: string): Promise<Played> =>
      playTask(benchmark, task, name, modelOf(benchmark, name, task.seed, {}))
    const step = breakEven([await play(SUBJECT)], [await play('prompt')], 1)
    found.push(`${benchmark.id} ${step ?? `not within ${LONG}`}`)
  }
  return found.join(', ')
}
