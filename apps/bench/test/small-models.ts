import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '@skill-state/eval'
import { meanInterval, pairedTest } from '@skill-state/eval/statistics'
import { scripted } from '@skill-state/models'
import type { Model } from '@skill-state/protocol'
import { type How, reader } from '../src/experiments/small/carry.ts'
import { LAYOUTS } from '../src/experiments/small/laid-out.ts'
import { rooms } from '../src/experiments/small/rooms.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, 'docs/small-models')

export const PAGE: string = join(ROOT, 'docs/small-models.md')
export const repliesFile = (name: string): string => join(FOLDER, `${name}.jsonl`)

/** The replies of an episode, in their order. */
export interface Kept {
  readonly persons: number
  readonly horizon: number
  readonly seed: number
  readonly carry: string
  /** SHA-256 over those of its prompts. */
  readonly prompts: string
  readonly replies: readonly string[]
}

export interface PlayedAgain extends Kept {
  readonly score: number
  /** Of what a state should hold after each step, the share that it held; undefined without a state. */
  readonly held: number | undefined
  /** Whether the replies answer the prompts that were sent. */
  readonly isSame: boolean
  readonly answered: number
}

/** Plays an episode from its replies. */
export async function playAgain(kept: Kept): Promise<PlayedAgain> {
  const benchmark = rooms(kept.persons)
  const [task] = benchmark.tasks({ horizons: [kept.horizon], seeds: [kept.seed] })
  if (task === undefined) throw new Error('no task')
  const environment = benchmark.open(task)
  const hashes: string[] = []
  const replies = scripted([...kept.replies])
  const model: Model = {
    ...replies,
    generate(request) {
      hashes.push(digest(JSON.stringify(request.prompt)))
      return replies.generate(request)
    },
  }
  const held: number[] = []
  const options = { carry: kept.carry as How }
  for await (const { state } of reader.run(
    { skill: benchmark.skill, environment, model, seed: task.seed },
    options,
  )) {
    if (state === undefined) continue
    const has = state.toJSON() as Readonly<Record<string, string>>
    const wanted = Object.entries(environment.expectedState?.() ?? {})
    held.push(wanted.filter(([name, room]) => has[name] === room).length / wanted.length)
  }
  const { reward, metrics = {} } = await environment.outcome()
  return {
    ...kept,
    score: reward,
    held: held.length === 0 ? undefined : held.reduce((sum, each) => sum + each, 0) / held.length,
    isSame: digest(hashes.join()) === kept.prompts,
    answered: metrics.actionableEvents ?? 0,
  }
}

export interface SmallModel {
  readonly id: string
  readonly episodes: readonly PlayedAgain[]
}

export async function smallModels(): Promise<readonly SmallModel[]> {
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
  return Promise.all(
    files.map(async (file) => {
      const [head = '', ...lines] = readFileSync(join(FOLDER, file), 'utf8').trimEnd().split('\n')
      const { model } = JSON.parse(head) as { model: string }
      return {
        id: model,
        episodes: await Promise.all(lines.map((line) => playAgain(JSON.parse(line) as Kept))),
      }
    }),
  )
}

const TITLES: Readonly<Record<string, string>> = {
  rules: 'a state that rules fill',
  written: 'a state that the model writes',
  transcript: 'the transcript',
  window: 'the newest six sentences',
  compaction: "the model's own compaction",
  nothing: 'the newest sentence alone',
  stableFirst: '`stableFirst`: whole, last changes last',
  overlay: '`overlay`: a base, and what has changed',
  baseLog: '`baseLog`: a base, and each patch since',
}
const CARRIED = ['rules', 'written', 'transcript', 'window', 'compaction', 'nothing']

/** Two tables for each model, of ways to carry facts and of layouts: the share of right answers, with the 95 % interval over the seeds. */
export async function smallModelsTable(): Promise<string> {
  const models = await smallModels()
  const tables = models.map(({ id, episodes }) => carriedTable(id, episodes))
  const ofLayouts = models.map(({ id, episodes }) => layoutTable(id, episodes))
  return [...tables, '## A state in each layout', ...ofLayouts].join('\n\n')
}

function carriedTable(id: string, episodes: readonly PlayedAgain[]): string {
  const { head, row, between, answers } = tableOf(id, episodes, CARRIED)
  return [
    ...head,
    ...CARRIED.map((carry) => row(carry)),
    between('rules', 'transcript', 'rules less transcript'),
    answers,
    row('written', 'facts right in the state that the model wrote', heldText),
  ].join('\n')
}

function layoutTable(id: string, episodes: readonly PlayedAgain[]): string {
  const { head, row, between, answers } = tableOf(id, episodes, ['rules', ...LAYOUTS])
  return [
    ...head,
    row('rules', 'the state whole, as without a layout'),
    ...LAYOUTS.map((layout) => row(layout)),
    ...LAYOUTS.map((layout) => between(layout, 'rules', `\`${layout}\` less whole`)),
    answers,
  ].join('\n')
}

/** The rows of a table: a column for each size of the task that was played with these ways to carry. */
function tableOf(id: string, all: readonly PlayedAgain[], carries: readonly string[]) {
  const episodes = all.filter(({ carry }) => carries.includes(carry))
  const isPlayed = ({ persons, horizon }: Kept): boolean =>
    carries.every((carry) =>
      episodes.some((each) => each.carry === carry && each.persons === persons && each.horizon === horizon),
    )
  const sorted = episodes.filter(isPlayed).toSorted((a, b) => a.persons - b.persons || a.horizon - b.horizon)
  const cells = Map.groupBy(sorted, ({ persons, horizon }) => `${persons} persons, T = ${horizon}`)
  const line = (title: string, text: (cell: readonly PlayedAgain[]) => string): string =>
    `| ${[title, ...[...cells.values()].map(text)].join(' | ')} |`
  const of = (cell: readonly PlayedAgain[], carry: string): readonly PlayedAgain[] =>
    cell.filter((each) => each.carry === carry)
  return {
    head: [
      `\`${id}\`: share of right answers, with the 95 % interval over ten seeds; chance is 0.25.`,
      '',
      `| What the model reads | ${[...cells.keys()].join(' | ')} |`,
      `| :-- | ${[...cells].map(() => '--:').join(' | ')} |`,
    ],
    row: (carry: string, title = TITLES[carry] ?? carry, text = scoreText) =>
      line(title, (cell) => text(of(cell, carry))),
    between: (first: string, second: string, title: string) =>
      line(title, (cell) => differenceText(of(cell, first), of(cell, second))),
    answers: line('answers in each row', (cell) =>
      String(of(cell, carries[0] ?? '').reduce((sum, { answered }) => sum + answered, 0)),
    ),
  }
}

function scoreText(played: readonly PlayedAgain[]): string {
  const scores = played.map(({ score }) => score)
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const [low, high] = meanInterval(scores)
  return `${mean.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`
}

/** Paired by episode, with the 95 % interval. */
function differenceText(first: readonly PlayedAgain[], second: readonly PlayedAgain[]): string {
  const scores = (played: readonly PlayedAgain[]): readonly number[] =>
    played.toSorted((a, b) => a.seed - b.seed).map(({ score }) => score)
  const other = scores(second)
  const result = pairedTest(scores(first).map((score, index) => [score, other[index] ?? Number.NaN]))
  const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
  const interval = 'interval' in result ? ` (${result.interval.map(signed).join(' to ')})` : ''
  return `${signed(result.meanDifference ?? Number.NaN)}${interval}`
}

function heldText(own: readonly PlayedAgain[]): string {
  return (own.reduce((sum, { held = 0 }) => sum + held, 0) / own.length).toFixed(2)
}

const [START, END] = ['<!-- The tables, from the replies -->', '<!-- End of the tables -->']

export function withTable(page: string, table: string): string {
  const [before = '', rest = ''] = page.split(START)
  const [, after = ''] = rest.split(END)
  return `${before}${START}\n\n${table}\n\n${END}${after}`
}

/** Without what a formatter adds to align the columns of a table. */
export const unaligned = (page: string): string => page.replaceAll(/ +/g, ' ').replaceAll(/-{2,}/g, '--')
