import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '@skill-state/eval'
import { meanInterval, pairedTest } from '@skill-state/eval/statistics'
import { scripted } from '@skill-state/models'
import type { Model } from '@skill-state/protocol'
import { type CARRIES, reader } from '../src/experiments/small/carry.ts'
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
  const options = { carry: kept.carry as (typeof CARRIES)[number] }
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
}
const ORDER = ['rules', 'written', 'transcript', 'window', 'compaction', 'nothing']

/** One table for each model: the share of right answers, with the 95 % interval over the seeds. */
export async function smallModelsTable(): Promise<string> {
  const models = await smallModels()
  return models.map(({ id, episodes }) => modelTable(id, episodes)).join('\n\n')
}

function modelTable(id: string, episodes: readonly PlayedAgain[]): string {
  const sorted = episodes.toSorted((a, b) => a.persons - b.persons || a.horizon - b.horizon)
  const cells = [...new Set(sorted.map(({ persons, horizon }) => `${persons} persons, T = ${horizon}`))]
  const cellOf = ({ persons, horizon }: Kept): string => `${persons} persons, T = ${horizon}`
  const row = (title: string, text: (own: readonly PlayedAgain[]) => string, carry: string): string => {
    const own = episodes.filter((each) => each.carry === carry)
    return `| ${[title, ...cells.map((cell) => text(own.filter((each) => cellOf(each) === cell)))].join(' | ')} |`
  }
  const answers = cells.map((cell) =>
    episodes
      .filter((each) => cellOf(each) === cell && each.carry === 'rules')
      .reduce((sum, each) => sum + each.answered, 0),
  )
  return [
    `\`${id}\`: share of right answers, with the 95 % interval over ten seeds; chance is 0.25.`,
    '',
    `| What the model reads | ${cells.join(' | ')} |`,
    `| :-- | ${cells.map(() => '--:').join(' | ')} |`,
    ...ORDER.map((carry) =>
      row(TITLES[carry] ?? carry, (own) => scoreText(own.map(({ score }) => score)), carry),
    ),
    `| rules less transcript | ${cells.map((cell) => differenceText(episodes.filter((each) => cellOf(each) === cell))).join(' | ')} |`,
    `| answers in each row | ${answers.join(' | ')} |`,
    row('facts right in the state that the model wrote', heldText, 'written'),
  ].join('\n')
}

function scoreText(scores: readonly number[]): string {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const [low, high] = meanInterval(scores)
  return `${mean.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`
}

/** Paired by episode, with the 95 % interval. */
function differenceText(cell: readonly PlayedAgain[]): string {
  const scores = (carry: string): readonly number[] =>
    cell
      .filter((each) => each.carry === carry)
      .toSorted((a, b) => a.seed - b.seed)
      .map(({ score }) => score)
  const transcript = scores('transcript')
  const result = pairedTest(scores('rules').map((score, index) => [score, transcript[index] ?? Number.NaN]))
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
