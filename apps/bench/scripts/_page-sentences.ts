import type { Report } from '@skill-state/report'
import { publishedFigures, publishedIn } from '@skill-state/report/paper'
import { registry } from '../src/registry.ts'
import { markdownTable } from './_markdown-table.ts'
import { type BudgetTable, GUESSES } from './_page-budget.ts'

/** The reports of the experiments that pages tell of, and what readers of different habits keep in Experiment 5. */
export interface Figures {
  readonly scaling: Report
  readonly scalingRepository: Report
  readonly budget: Report
  readonly load: Report
  readonly noise: Report
  readonly recovery: Report
  readonly recoveryRepository: Report
  readonly warehouse2: Report
  readonly readers: BudgetTable
  /** Recovery steps if nothing tells of the change, by scenario: the transcript's / SKILL.state's. */
  readonly silent: string
  readonly silentRepository: string
}

type Row = Report['rows'][number]

const whole = (value: number): string => Math.round(value).toLocaleString('en')
const two = (value: number): string => value.toFixed(2)
const one = (value: number): string => value.toFixed(1)

function rowOf({ rows }: Report, runtime: string, horizon = 100, variant?: string): Row {
  const found = rows.find(
    (row) => row.runtime === runtime && row.horizon === horizon && row.variant === variant,
  )
  if (found === undefined) throw new Error(`no row ${runtime} ${horizon} ${variant ?? ''}`)
  return found
}

function mean(row: Row, figure: string): number {
  return row.figures[figure]?.mean ?? Number.NaN
}

function published(row: Row, figure: string): number {
  const found = row.published?.[figure]
  return found !== undefined && 'mean' in found ? found.mean : Number.NaN
}

const score = (...cell: Parameters<typeof rowOf>): string => two(mean(rowOf(...cell), 'score'))
const prompt = (...cell: Parameters<typeof rowOf>): string => whole(mean(rowOf(...cell), 'promptChars'))
const tokens = (...cell: Parameters<typeof rowOf>): number => mean(rowOf(...cell), 'totalTokens')
const theirs = (figure: string, ...cell: Parameters<typeof rowOf>): number =>
  published(rowOf(...cell), figure)

/** Each sentence with a figure, by page. */
export function sentences(figures: Figures): Readonly<Record<string, readonly string[]>> {
  const { scaling } = figures
  const growth = `grows to ${prompt(scaling, 'prompt', 200)} characters, SKILL.state stays at ${prompt(scaling, 'skill-state', 200)}`
  return {
    'README.md': [
      `a transcript ${growth}`,
      ...quickStart(scaling),
      `It found what it needed in every prompt (score ${allAlike(scaling)}).`,
    ],
    'docs/index.md': [`a transcript ${growth}`],
    'docs/limits.md': [
      `The paper's Gemma-4-31B-it scores ${two(paperOf('tab:env1_exp1_gemma', 'skill-state', 100))} at T = 100, no more than a transcript with a state beside it.`,
      `the paper's prompts are longer with SKILL.state (${whole(promptOf('skill-state'))} characters) than with a transcript (${whole(promptOf('prompt'))})`,
    ],
    'docs/benchmarks.md': benchmarks(figures),
  }
}

function quickStart(scaling: Report): readonly string[] {
  return [10, 50, 100, 200].map((T) => {
    const [transcript, state] = [rowOf(scaling, 'prompt', T), rowOf(scaling, 'skill-state', T)]
    return [
      T,
      whole(mean(transcript, 'totalTokens')),
      whole(published(transcript, 'totalTokens')),
      whole(mean(state, 'totalTokens')),
      whole(published(state, 'totalTokens')),
      `${whole(mean(transcript, 'promptChars'))} chars`,
      `${whole(mean(state, 'promptChars'))} chars`,
    ].join(' | ')
  })
}

function paperOf(label: string, runtime: string, horizon: number): number {
  const found = publishedIn(label)({ benchmark: 'warehouse@1', horizon, runtime, model: '' })?.score
  return found !== undefined && 'mean' in found ? found.mean : Number.NaN
}

function promptOf(runtime: string): number {
  const row = publishedFigures.find(
    (each) => each.environment === 'tau-bench-retail' && each.runtime === runtime,
  )
  return row?.promptAvg ?? Number.NaN
}

function benchmarks(figures: Figures): readonly string[] {
  const { scaling, scalingRepository, load, noise, warehouse2, readers } = figures
  const floors = [10, 25, 50, 100, 200].map((T) => score(scaling, 'memoryless', T))
  const times = (T: number): string => one(tokens(scaling, 'prompt', T) / tokens(scaling, 'skill-state', T))
  const paperTimes = (T: number): string =>
    one(theirs('totalTokens', scaling, 'prompt', T) / theirs('totalTokens', scaling, 'skill-state', T))
  const sizes = (runtime: string): string => {
    const [few, some, many] = [50, 200, 490].map((shelves) => prompt(load, runtime, 100, `load-${shelves}`))
    return `${few}, ${some} and ${many}`
  }
  const ofRepository = (runtime: string): string => prompt(scalingRepository, runtime)
  const inPaper = (runtime: string): string => whole(theirs('promptChars', scalingRepository, runtime))
  const scoresInPaper = ['prompt', 'memory', 'stateful', 'skill-state'].map((runtime) =>
    two(theirs('score', scalingRepository, runtime)),
  )
  const cap = whole(Number(registry.findRuntime('truncated').options.maxPromptChars))
  const best = (runtime: string): string =>
    two(Math.max(...(readers.get(runtime) ?? []).map(({ kept }) => kept)))
  const worst = (runtime: string): string =>
    two(Math.min(...(readers.get(runtime) ?? []).map(({ kept }) => kept)))
  return [
    `At T = 10, 25, 50, 100, 200 it scores ${floors.join(', ')} in \`warehouse@1\``,
    `the floor is ${score(warehouse2, 'memoryless')} at T = 100`,
    `\`adversary\`, which guesses the rest, scores ${two(readers.get('truncated')?.[GUESSES]?.kept ?? Number.NaN)} with \`truncated\` at T = 100, \`reference\` ${score(figures.budget, 'truncated')}.`,
    `the newest whole turns within ${cap} characters`,
    `within ${cap} characters`,
    `\`memory:maxSummaryChars=${Number(cap.replace(',', ''))}\``,
    'makes a mistake in 2 % of the facts that it writes',
    `to ${cap} characters`,
    `The ${cap} characters are Unicode code points`,
    `In the repository \`prompt\` has prompts of ${ofRepository('prompt')} characters (paper: ${inPaper('prompt')}), \`memory\` ${ofRepository('memory')} (${inPaper('memory')}), \`stateful\` ${ofRepository('stateful')} (${inPaper('stateful')}), \`skill-state\` ${ofRepository('skill-state')} (${inPaper('skill-state')}); all score ${allAlike(scalingRepository)} (${scoresInPaper.join(', ')}), and \`memoryless\` ${score(scalingRepository, 'memoryless')}.`,
    `a transcript's slope is ${slope(scaling, 'prompt')} here and ${slope(scaling, 'prompt', true)} in the paper, \`memory\`'s ${slope(scaling, 'memory')} and ${slope(scaling, 'memory', true)}, SKILL.state's ${slope(scaling, 'skill-state')} and ${slope(scaling, 'skill-state', true)}.`,
    `A transcript costs ${times(100)} times the tokens of SKILL.state at T = 100 and ${times(200)} times at T = 200; in the paper ${paperTimes(100)} and ${paperTimes(200)} times.`,
    `\`truncated\` keeps ${worst('truncated')} to ${best('truncated')} and \`llmlingua\` ${worst('llmlingua')} to ${best('llmlingua')}`,
    `**\`summary-capped\` scores ${score(figures.budget, 'summary-capped')}** because at most nine items are in stock. With 50 items it scores ${score(load, 'summary-capped', 100, 'load-50')}.`,
    `With 50, 200 and 490 shelves in use SKILL.state's prompt has ${sizes('skill-state')} characters, the transcript's ${sizes('prompt')}.`,
    `With 50 lines a prompt has ${prompt(noise, 'prompt', 50, 'noise-50')} characters with the transcript and ${prompt(noise, 'skill-state', 50, 'noise-50')} with SKILL.state. The paper's \`prompt\` falls to ${two(theirs('score', noise, 'prompt', 50, 'noise-50'))}.`,
    `pass A to C (A and B in the repository) in ${recoverySteps(figures)} recovery steps; the paper's baselines take ${paperTurns(figures)}.`,
    `the recovery steps are ${figures.silent} in A, B, C of the warehouse, and ${figures.silentRepository} in A, B of the repository`,
    `(\`prompt\` ${two(theirs('score', scalingRepository, 'prompt', 50))} and ${two(noiseFree('prompt'))})`,
    'three comparisons cannot reach p < 0.01 with the published spreads',
    'twice and four times those at T = 50, to within 0.01 %',
  ]
}

/** The score of all rows with a memory, if they have one. */
function allAlike({ rows }: Report): string {
  const found = new Set(
    rows.filter(({ runtime }) => runtime !== 'memoryless').map((row) => two(mean(row, 'score'))),
  )
  return [...found].join(' or ')
}

function slope({ growth }: Report, name: string, isPublished = false): string {
  const found = growth.find(({ runtime }) => runtime === name)
  return two((isPublished ? found?.published : found)?.tokens?.leastSquares ?? Number.NaN)
}

/** Recovery steps of all rows that recover and have a memory. */
function recoverySteps({ recovery, recoveryRepository }: Figures): string {
  const rows = [...recovery.rows, ...recoveryRepository.rows].filter(
    (row) => row.runtime !== 'memoryless' && mean(row, 'recovered') === 1,
  )
  return [...new Set(rows.map((row) => whole(mean(row, 'recoverySteps'))))].join(' to ')
}

/** The fewest and most turns that the paper's baselines take. */
function paperTurns({ recovery, recoveryRepository }: Figures): string {
  const turns = [...recovery.rows, ...recoveryRepository.rows].flatMap(({ runtime, published: told }) => {
    const found = runtime === 'skill-state' ? undefined : told?.recoveryTurns
    if (found === undefined) return []
    return 'mean' in found ? [found.mean] : [found.low, found.high]
  })
  return `${Math.min(...turns)} to ${Math.max(...turns)}`
}

/** What the paper's table of noise says of the repository without noise. */
function noiseFree(runtime: string): number {
  const row = publishedFigures.find(
    (each) => each.label === 'tab:env2_exp2_noise' && each.noise === 0 && each.runtime === runtime,
  )
  return row?.score ?? Number.NaN
}

/** Tables by the name of their region. */
export function tables({ scaling, budget, readers }: Figures): Readonly<Record<string, string>> {
  const shown = [
    ...['memoryless', 'prompt', 'memory', 'stateful'].map((runtime) => rowOf(scaling, runtime)),
    ...['truncated', 'summary-capped', 'llmlingua', 'skill-state'].map((runtime) => rowOf(budget, runtime)),
  ]
  const paper = (row: Row, figure: string, as: (value: number) => string): string => {
    const value = published(row, figure)
    return Number.isNaN(value) ? '' : as(value)
  }
  const kept = (cells: readonly { readonly kept: number }[]): string =>
    `[${two(Math.min(...cells.map((cell) => cell.kept)))}, ${two(Math.max(...cells.map((cell) => cell.kept)))}]`
  return {
    measured: markdownTable([
      ['warehouse', 'score', 'paper', 'prompt, characters', 'paper', 'tokens', 'paper'],
      ...shown.map((row) => [
        `\`${row.runtime}\``,
        two(mean(row, 'score')),
        paper(row, 'score', two),
        whole(mean(row, 'promptChars')),
        paper(row, 'promptChars', whole),
        whole(mean(row, 'totalTokens')),
        paper(row, 'totalTokens', whole),
      ]),
    ]),
    'experiment-5': markdownTable([
      [
        'Experiment 5',
        '[worst, best]',
        'reads all',
        'observations',
        'guesses',
        'sentences',
        'dense',
        'paper',
      ],
      ...[...readers].map(([runtime, cells]) => [
        `\`${runtime}\``,
        kept(cells),
        ...cells.map((cell) => two(cell.kept)),
        paper(rowOf(budget, runtime), 'score', two),
      ]),
    ]),
  }
}
