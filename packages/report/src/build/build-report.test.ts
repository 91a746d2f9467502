import type { EpisodeFigures } from '@skill-state/eval'
import { expect, test } from 'vitest'
import { figures, reportOf } from '../../test/episode-figures.ts'
import { reportCsv } from '../formats/csv.ts'
import { reportJson } from '../formats/json.ts'
import { reportMarkdown } from '../formats/markdown.ts'
import { columns } from './columns.ts'

const report = reportOf(
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
    notices: ['Model: m.'],
    columns,
    runtimes: ['prompt', 'skill-state'],
    published: ({ runtime, horizon }) =>
      runtime === 'prompt' && horizon === 10 ? { score: { mean: 0.9, sd: 0.02 } } : undefined,
  },
)

test('rows are in the order of horizon and runtime, failed episodes are counted and left out of the means', () => {
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

    |   T | Runtime     |       Score |       paper | Prompt chars | Total tokens |  Calls |   Retries |        Episodes | Failed |
    | --: | :---------- | ----------: | ----------: | -----------: | -----------: | -----: | --------: | --------------: | -----: |
    |  10 | prompt      | 0.75 ± 0.35 | 0.90 ± 0.02 |      100 ± 0 |      500 ± 0 | 10 ± 0 | 0.0 ± 0.0 |    3 (1 failed) |      1 |
    |  10 | skill-state |        1.00 |           – |          100 |        1,234 |     10 |       0.0 |               1 |      0 |
    | 100 | prompt      |        0.25 |           – |          100 |          500 |     10 |       0.0 | 1 (1 truncated) |      0 |

    Failed: the episode has no outcome and is in no mean.

    Score of skill-state less that of each other runtime: paired t-tests by task, two-sided:

    |  T | Against | Pairs | Difference |        95 % interval |  t | df |  p |
    | -: | :------ | ----: | ---------: | -------------------: | -: | -: | -: |
    | 10 | prompt  |     1 |     +0.500 | fewer than two pairs |  – |  – |  – |

    Failed episodes:

    - b@1 t10-s3 prompt: model m failed: 500
    "
  `)
})

test('Markdown keeps a name with bars and line breaks in its cell', () => {
  const hostile = reportOf([figures({ variant: 'a|b\r\nc\u2028d' }), figures({})])
  expect(reportMarkdown(hostile)).toContain('| a\\|b c d | 10 | prompt')
})

/** What readers of each format would execute, or take for markup. */
const LIVE = '=cmd()|a <script>x</script> <img onerror=x> ![x](javascript:y) `c` *b* &lt; _i_ $f$ ~s~'

const live = reportOf(
  [figures({ runtime: LIVE, model: '@SUM(A1)', score: 0.25 }), figures({ status: 'failed', error: LIVE })],
  { title: LIVE, notices: [LIVE, '# x', '1. y'] },
)

test('Markdown shows markup in names and messages as text', () => {
  const text = reportMarkdown(live)
  const inert = String.raw`=cmd()\|a \<script>x\</script> \<img onerror=x> !\[x\](javascript:y) \`c\` \*b\* \&lt; \_i\_ \$f\$ \~s\~`
  for (const mark of ['# ', '> ']) expect(text).toContain(`${mark}\\${inert}\n`)
  expect(text).toContain(String.raw`> \# x`)
  expect(text).toContain(String.raw`> 1\. y`)
  expect(text).toContain(`| ${inert} |`)
  expect(text).toContain(`: ${inert}\n`)
})

test('CSV has no cell that a spreadsheet computes, and ends its lines as RFC 4180 has it', () => {
  const text = reportCsv(live)
  expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  expect(text).toMatch(/,'=cmd\(\)[^\r]*,'@SUM\(A1\),/)
  const negative = reportOf([figures({ runtime: 'skill-state', score: 0 }), figures({ score: 1 })], {
    runtimes: ['prompt', 'skill-state'],
  })
  expect(reportCsv(negative)).toContain(',1,-1,,')
})

test('replies of the model are scored in the first reading, and both readings are shown', () => {
  const lost = figures({ seed: 2, score: 0.5, lostSteps: 4, fallbacks: 4 })
  const ended = figures({ seed: 3, score: 0.1, status: 'failed', error: 'no reply could be read' })
  const { score: _, ...outage } = figures({ seed: 4, status: 'failed', error: 'model m failed: 503' })
  const both = reportOf([figures({ score: 1 }), lost, ended, outage, figures({ runtime: 'skill-state' })])
  expect(both.rows[0]).toMatchObject({
    failed: 2,
    scoredFailures: 1,
    lost: 1,
    figures: { score: { n: 3, mean: expect.closeTo(1.6 / 3, 12) } },
    readable: { episodes: 1, figures: { score: { n: 1, mean: 1 } } },
  })
  expect(both.rows[1]).not.toHaveProperty('readable', expect.anything())
  expect(reportMarkdown(both)).toMatchInlineSnapshot(`
    "# Test

    |  T | Runtime     |       Score |                                             Episodes | Failed |
    | -: | :---------- | ----------: | ---------------------------------------------------: | -----: |
    | 10 | prompt      | 0.53 ± 0.45 | 4 (1 with lost steps, 1 failed and scored, 1 failed) |      2 |
    | 10 | skill-state |        1.00 |                                                    1 |      0 |

    Lost steps: no reply of the step could be read, and the no-op was executed; the episode counts. Failed and scored: unusable replies ended the episode, which counts as far as it got. Failed: the episode has no outcome and is in no mean.

    The same rows over only those episodes that neither failed nor lost a step to unreadable replies:

    |  T | Runtime | Score | Episodes |
    | -: | :------ | ----: | -------: |
    | 10 | prompt  |  1.00 |   1 of 4 |

    Score of skill-state less that of each other runtime: paired t-tests by task, two-sided:

    |  T | Against | Pairs | Difference |        95 % interval |  t | df |  p |
    | -: | :------ | ----: | ---------: | -------------------: | -: | -: | -: |
    | 10 | prompt  |     1 |      0.000 | fewer than two pairs |  – |  – |  – |

    Failed episodes:

    - b@1 s3 prompt (scored 0.1, as far as it got): no reply could be read
    - b@1 s4 prompt: model m failed: 503
    "
  `)
  expect(reportCsv(both)).toMatch(/,prompt,m,2,0,2,0\.53[\d.]*,[\d.]*,,,1,1,1,/)
})

test('CSV is unrounded, with empty fields for what is unknown', () => {
  const [head, first, second] = reportCsv(report).split('\r\n')
  expect(head).toMatch(
    /^benchmark,variant,horizon,runtime,model,terminated,truncated,failed,score,scoreSd,scorePublished,/,
  )
  expect(first).toMatch(/^b@1,,10,prompt,m,2,0,1,0\.75,0\.3535533905932738,0\.9,0\.02,/)
  expect(second).toMatch(/^b@1,,10,skill-state,m,1,0,0,1,,,,/)
})

test('CSV holds the paired t-test of a runtime in the row of the runtime, and ranges as they were published', () => {
  const text = reportCsv(
    reportOf(
      [0.5, 0.7, 0.9].flatMap((reward, seed) => [
        figures({ seed, score: 1, runtime: 'skill-state' }),
        figures({ seed, score: reward }),
      ]),
      {
        runtimes: ['prompt', 'skill-state'],
        published: () => ({ score: { low: 5, high: 8 } }),
      },
    ),
  )
  const [head, prompt, own] = text.split('\r\n')
  expect(head).toMatch(
    /,scoredFailures,lost,scoreReadable,(mistakes [a-z ]+,){7}pairs,difference,differenceLow,differenceHigh,t,degreesOfFreedom,p,pHolm$/,
  )
  expect(prompt).toMatch(
    /,5-8,,0,0,,(0,){5},,3,0\.3[\d.]*,-0\.19[\d.]*,0\.79[\d.]*,2\.59[\d.]*,2,(0\.12[\d.]*),\2$/,
  )
  expect(own).toMatch(/,5-8,,0,0,,(0,){5},,,,,,,,,$/)
})

test('seeds that one runtime lacks are left out of the pairs, and episodes of one seed count once', () => {
  const { tests } = reportOf(
    [
      figures({ seed: 1, score: 1, runtime: 'skill-state' }),
      figures({ seed: 2, score: 1, runtime: 'skill-state' }),
      figures({ seed: 3, score: 1, runtime: 'skill-state' }),
      figures({ seed: 1, score: 0.2 }),
      figures({ seed: 1, score: 0.4 }),
      figures({ seed: 2, score: 0.5 }),
      figures({ seed: 4, score: 0 }),
      figures({ seed: 1, score: 0, horizon: 20 }),
      figures({ seed: 1, score: 0, variant: 'noise-5' }),
      figures({ seed: 1, score: 0, model: 'other' }),
    ],
    { columns },
  )
  expect(tests).toHaveLength(1)
  expect(tests[0]).toMatchObject({ other: 'prompt', horizon: 10, result: { pairs: 2 } })
  expect(tests[0]?.result.meanDifference).toBeCloseTo((0.7 + 0.5) / 2, 12)
})

test('a runtime that applied fewer than half of its updates is named', () => {
  const { notices, rows } = reportOf(
    [
      figures({ runtime: 'stateful', updates: { steps: 10, attempted: 10, applied: 4 } }),
      figures({ runtime: 'skill-state', updates: { steps: 10, attempted: 10, applied: 5 } }),
      figures({}),
    ],
    { columns, modelNotice: 'Model: m, a reader.' },
  )
  expect(notices).toEqual([
    'Model: m, a reader.',
    'Few updates applied: stateful with m applied fewer than half of its state updates in 1 row, at the lowest 40 %; such a row measures something else than its runtime.',
  ])
  expect(rows.map(({ figures: { updatesApplied } }) => updatesApplied?.mean)).toEqual([undefined, 0.5, 0.4])
})

test('a runtime that carries a state and was never asked to change it is named', () => {
  const { notices } = reportOf(
    [
      figures({ runtime: 'stateful', updates: { steps: 10, attempted: 0, applied: 0 } }),
      figures({ runtime: 'skill-state', updates: { steps: 10, attempted: 10, applied: 10 } }),
      figures({}),
    ],
    { columns },
  )
  expect(notices).toEqual([
    'No updates: stateful with m asked for no state update in 1 row; such a row measures something else than its runtime.',
  ])
})

test('curves are means over seeds at the longest horizon, in at most 250 points', () => {
  const steps = (count: number, size: number): number[] => Array.from({ length: count }, () => size)
  const { curves } = reportOf(
    [
      figures({ horizon: 2, stepPromptChars: [1, 1], stepTokens: [1, 1] }),
      figures({ horizon: 3, seed: 1, stepPromptChars: [10, 20, 30], stepTokens: [1, 2, 3] }),
      figures({ horizon: 3, seed: 2, stepPromptChars: [20, 40, 50], stepTokens: [3, 2, 5] }),
      figures({ runtime: 'long', stepPromptChars: steps(600, 7), stepTokens: [...steps(599, 1), undefined] }),
    ],
    { columns },
  )
  expect(curves).toEqual([
    expect.objectContaining({
      horizon: 3,
      runtime: 'prompt',
      stride: 1,
      promptChars: [15, 30, 40],
      totalTokens: [2, 4, 8],
    }),
    expect.objectContaining({ runtime: 'long', stride: 3, promptChars: steps(200, 7) }),
  ])
  expect(curves[1]?.totalTokens).toBeUndefined()
})

test('JSON keeps everything but the list of episodes, with a list of numbers on one line', () => {
  const hostile = { ...report, title: '[\n  1,\n  2\n]', notices: ['[\\n 1]'] }
  const withCurve = {
    ...hostile,
    curves: [
      { benchmark: 'b', runtime: 'r', model: 'm', horizon: 3, stride: 1, promptChars: [1, -2.5, 3e21] },
    ],
  }
  const text = reportJson(withCurve)
  const { episodes: _, ...kept } = withCurve
  expect(JSON.parse(text)).toEqual({ format: 1, ...JSON.parse(JSON.stringify(kept)) })
  expect(text).toContain('"promptChars": [1, -2.5, 3e+21]')
})

test('a report of episodes that share one object equals that of episodes apart: it keeps none of them', () => {
  const all = Array.from({ length: 12 }, (_, index) =>
    figures({
      runtime: index % 2 === 0 ? 'skill-state' : 'prompt',
      horizon: index < 6 ? 2 : 4,
      seed: index >> 2,
      task: `s${index >> 2}`,
      problem: `p${index % 3}`,
      score: index / 12,
      promptChars: 100 + index ** 2,
      stepPromptChars: Array.from({ length: 2 }, (_, step) => index + step),
      stepTokens: [index, 2],
      stepCosts: [index / 7, 1 / (index + 1)],
      mistakes: { schema: index },
    }),
  )
  const shared = figures({})
  function* oneObject(): Generator<EpisodeFigures> {
    for (const episode of all) {
      const { stepPromptChars, stepTokens, stepCosts } = structuredClone(episode)
      yield Object.assign(shared, episode, { stepPromptChars, stepTokens, stepCosts })
      for (const list of [stepPromptChars, stepTokens, stepCosts]) (list as number[]).fill(-1)
    }
  }
  const options = { columns }
  expect(reportOf(oneObject(), options)).toEqual(reportOf(all, options))
})

test('a cell takes more episodes than a call takes arguments', () => {
  function* many(): Generator<EpisodeFigures> {
    for (let seed = 0; seed < 130_000; seed += 1) {
      const horizon = seed % 2 === 0 ? 10 : 20
      yield { ...plain, horizon, seed, task: `s${seed}`, problem: `p${seed}`, promptChars: horizon }
    }
  }
  const plain = figures({ stepTokens: [1], stepPromptChars: [1, 2] })
  const report = reportOf(many())
  expect(report.rows.map(({ terminated }) => terminated)).toEqual([65_000, 65_000])
  expect(report.growth[0]?.characters.leastSquares).toBeCloseTo(1, 9)
  expect(report.success.at(-1)).toMatchObject({ problems: 130_000, passHat: [1] })
})
