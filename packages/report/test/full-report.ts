import type { EpisodeFigures } from '@skill-state/eval'
import { buildReport } from '../src/build/build-report.ts'
import { column, columns } from '../src/build/columns.ts'
import type { Published } from '../src/build/published.ts'
import type { Report } from '../src/build/report.ts'
import type { Drawn } from '../src/drawing/palette.ts'
import { figures } from './episode-figures.ts'

/** How a runtime of the fixture fares, invented and smooth. */
interface Character {
  readonly score: (horizon: number) => number
  readonly promptChars: (step: number) => number
  readonly noise: number
  readonly recoveryTurns: number
}

const bounded = (chars: number) => (): number => chars

const CHARACTERS: Readonly<Record<string, Character>> = {
  prompt: {
    score: (t) => 0.96 - t / 900,
    promptChars: (step) => 900 + 230 * step,
    noise: 0.009,
    recoveryTurns: 7,
  },
  memory: {
    score: (t) => 1 - t / 1400,
    promptChars: (step) => 900 + 70 * step,
    noise: 0.004,
    recoveryTurns: 6,
  },
  stateful: {
    score: (t) => 1 - t / 1700,
    promptChars: (step) => 1100 + 240 * step,
    noise: 0.003,
    recoveryTurns: 5,
  },
  truncated: {
    score: (t) => 1 / (1 + t / 40),
    promptChars: (step) => Math.min(1800, 900 + 230 * step),
    noise: 0.01,
    recoveryTurns: 4,
  },
  'summary-capped': {
    score: (t) => 1 / (1 + t / 110),
    promptChars: (step) => Math.min(1840, 900 + 120 * step),
    noise: 0.008,
    recoveryTurns: 5,
  },
  llmlingua: {
    score: (t) => 1 / (1 + t / 50),
    promptChars: (step) => Math.min(1810, 900 + 200 * step),
    noise: 0.01,
    recoveryTurns: 4,
  },
  'skill-state': { score: (t) => 1 - t / 3300, promptChars: bounded(1100), noise: 0.0005, recoveryTurns: 0 },
}

const RUNTIMES: readonly string[] = Object.keys(CHARACTERS)

/** Records as far as figures read them. */
export const drawn: readonly Drawn[] = RUNTIMES.map((id) => ({
  id,
  ink: { light: '#123456', dark: '#abcdef' },
}))
const SEEDS = [42, 43, 44, 45, 46]

/** What an episode would have measured, spread a little by its seed. */
function episode(
  benchmark: string,
  runtime: string,
  horizon: number,
  seed: number,
  variant?: string,
): EpisodeFigures {
  const character = CHARACTERS[runtime]
  if (character === undefined) throw new RangeError(`no ${runtime}`)
  const spread = (((seed * 7 + horizon + runtime.length * 3) % 5) - 2) / 100
  const lines = Number(/noise-(\d+)/.exec(variant ?? '')?.[1] ?? 0)
  const score = Math.min(1, Math.max(0, character.score(horizon) - lines * character.noise + spread))
  const sizes = Array.from({ length: horizon }, (_, step) =>
    Math.round(character.promptChars(step) * (1 + spread)),
  )
  const promptChars = sizes.reduce((sum, size) => sum + size, 0)
  const tokens = sizes.map((size) => Math.round(size / 3.4) + 40)
  const hopeless = variant === 'scenario-D'
  const asked = runtime === 'stateful' || runtime === 'skill-state' ? horizon : 0
  return figures({
    benchmark,
    task: `${variant ?? 'plain'}-t${horizon}-s${seed}`,
    variant,
    seed,
    horizon,
    runtime,
    model: 'reference',
    score,
    metrics: variant?.startsWith('scenario')
      ? {
          recovered: hopeless ? 0 : 1,
          ...(!hopeless && {
            recoveryTurns: character.recoveryTurns + (seed % 3) * Math.sign(character.recoveryTurns),
          }),
        }
      : {},
    steps: horizon,
    calls: horizon,
    updates: {
      steps: asked,
      attempted: asked,
      applied: Math.round(asked * (runtime === 'stateful' ? 0.4 : 1)),
    },
    meanPromptChars: promptChars / horizon,
    promptChars,
    totalTokens: tokens.reduce((sum, each) => sum + each, 0),
    stepPromptChars: sizes,
    stepTokens: tokens,
    estimated: ['o200k_base'],
  })
}

function episodesOf(benchmark: string): EpisodeFigures[] {
  const each = (horizon: number, variant?: string): EpisodeFigures[] =>
    RUNTIMES.flatMap((runtime) => SEEDS.map((seed) => episode(benchmark, runtime, horizon, seed, variant)))
  return [
    ...[10, 25, 50, 100, 200].flatMap((horizon) => each(horizon)),
    ...[5, 20, 50].flatMap((lines) => each(50, `noise-${lines}`)),
    ...['A', 'B', 'C', 'D'].flatMap((scenario) => each(50, `scenario-${scenario}`)),
  ]
}

/** A report with everything that a report can hold; its figures are invented. */
export function fullReport(name: (runtime: string) => string = (runtime) => runtime): Report {
  const episodes = ['warehouse@1', 'repository@1'].flatMap(episodesOf)
  const failed = episodes.map((each, index): EpisodeFigures => {
    if (index !== 3) return each
    const { score: _score, ...rest } = each
    return { ...rest, status: 'failed', error: 'model reference failed: 503 <overloaded>' }
  })
  return buildReport(
    failed.map((each) => ({ ...each, runtime: name(each.runtime) })),
    {
      title: 'All synthetic experiments (invented figures)',
      modelNotice:
        'Model: reference. The model is a deterministic reader of the prompt, not a language model; its scores are those of this reader alone.',
      notices: ['Columns headed "paper": SKILL.state, Gemini-3-Flash, 5 seeds, as published.'],
      columns: [...columns, column.recovered, column.recoveryTurns],
      runtimes: RUNTIMES.map(name),
      subject: name('skill-state'),
      published: ({ runtime, horizon = 0, variant }) => publishedOf(runtime, horizon, variant),
    },
  )
}

function publishedOf(runtime: string, horizon: number, variant = ''): Published | undefined {
  const character = CHARACTERS[runtime]
  if (character === undefined) return undefined
  if (variant === 'scenario-D') return { recovered: { mean: 0 } }
  if (variant.startsWith('scenario')) {
    const { recoveryTurns: low } = character
    return { recovered: { mean: 1 }, recoveryTurns: { low, high: low === 0 ? 0 : low + 3 } }
  }
  const lines = Number(/noise-(\d+)/.exec(variant)?.[1] ?? 0)
  const score = { mean: Math.max(0.05, character.score(horizon) * 0.93 - lines * character.noise), sd: 0.03 }
  if (variant !== '' || horizon > 100) return { score }
  const size = character.promptChars(horizon) * 1.5
  return {
    score,
    promptChars: { mean: size, sd: size / 30 },
    totalTokens: { mean: (size * horizon) / 3.2, sd: size },
  }
}
