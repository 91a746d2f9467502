import { describe, expect, test } from 'vitest'
import { columns } from './columns.ts'
import type { EpisodeFigures } from './figures.ts'
import { buildReport } from './report.ts'
import { reportCsv } from './report-csv.ts'
import { reportMarkdown } from './report-markdown.ts'
import { growthExponent, spread } from './statistics.ts'

const figures = (values: Partial<EpisodeFigures>): EpisodeFigures => ({
  benchmark: 'b@1',
  task: 't',
  seed: 1,
  horizon: 10,
  runtime: 'prompt',
  model: 'm',
  status: 'terminated',
  score: 1,
  steps: 10,
  calls: 10,
  retries: 0,
  soundRefusals: 0,
  faults: {},
  fallbacks: 0,
  meanPromptChars: 100,
  promptChars: 1000,
  totalTokens: 500,
  estimated: [],
  ...values,
})

const report = buildReport(
  [
    figures({ runtime: 'skill-state', score: 1, totalTokens: 1234 }),
    figures({ score: 0.5 }),
    figures({ seed: 2, score: 1, estimated: ['o200k_base'] }),
    figures({ seed: 3, status: 'failed', error: 'model m failed: 500', task: 't10-s3' }),
    figures({ horizon: 100, promptChars: 100_000, status: 'truncated', score: 0.25 }),
  ].map((episode) => {
    if (episode.status !== 'failed') return episode
    const { score: _score, ...rest } = episode
    return rest
  }),
  {
    title: 'Test',
    notices: ['Model: m.'],
    columns,
    runtimes: ['prompt', 'skill-state'],
    published: ({ runtime, horizon }) =>
      runtime === 'prompt' && horizon === 10 ? { score: { mean: 0.9, sd: 0.02 } } : undefined,
  },
)

test('rows stand in the order of horizon and runtime, failed episodes are counted and left out of the means', () => {
  expect(report.rows.map(({ horizon, runtime }) => [horizon, runtime])).toEqual([
    [10, 'prompt'],
    [10, 'skill-state'],
    [100, 'prompt'],
  ])
  expect(report.rows[0]).toMatchObject({ terminated: 2, failed: 1, figures: { score: { mean: 0.75, n: 2 } } })
  expect(report.failures).toEqual(['b@1 t10-s3 prompt: model m failed: 500'])
})

test('Markdown shows measured and published figures side by side', () => {
  expect(reportMarkdown(report)).toMatchInlineSnapshot(`
    "# Test

    > Model: m.

    > Tokens are estimated with the tokenizer o200k_base.

    |   T | Runtime     |       Score |       paper | Prompt chars | Total tokens |   Retries |        Episodes |
    | --: | :---------- | ----------: | ----------: | -----------: | -----------: | --------: | --------------: |
    |  10 | prompt      | 0.75 ± 0.35 | 0.90 ± 0.02 |      100 ± 0 |      500 ± 0 | 0.0 ± 0.0 |    3 (1 failed) |
    |  10 | skill-state |        1.00 |           – |          100 |        1,234 |       0.0 |               1 |
    | 100 | prompt      |        0.25 |           – |          100 |          500 |       0.0 | 1 (1 truncated) |

    Failed episodes, left out of every mean:

    - b@1 t10-s3 prompt: model m failed: 500
    "
  `)
})

test('CSV is unrounded, with empty fields for what is unknown', () => {
  const [head, first, second] = reportCsv(report).split('\n')
  expect(head).toMatch(
    /^benchmark,variant,horizon,runtime,model,terminated,truncated,failed,score,scoreSd,scorePublished,/,
  )
  expect(first).toMatch(/^b@1,,10,prompt,m,2,0,1,0\.75,0\.3535533905932738,0\.9,0\.02,/)
  expect(second).toMatch(/^b@1,,10,skill-state,m,1,0,0,1,,,,/)
})

describe('statistics', () => {
  test('mean and sample standard deviation', () => {
    expect(spread([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ mean: 5, sd: Math.sqrt(32 / 7), n: 8 })
    expect(spread([3])).toEqual({ mean: 3, n: 1 })
    expect(spread([])).toBeUndefined()
  })
  test('the exponent of a power law is found', () => {
    expect(growthExponent([10, 100, 1000].map((x) => [x, 3 * x ** 2] as const))).toBeCloseTo(2, 10)
    expect(
      growthExponent([
        [10, 5],
        [10, 6],
      ]),
    ).toBeUndefined()
    expect(
      growthExponent([
        [10, 0],
        [20, 6],
      ]),
    ).toBeUndefined()
  })
})
