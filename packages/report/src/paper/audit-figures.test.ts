import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { auditPaper } from '../audit/audit-paper.ts'
import { findingsMarkdown } from '../audit/finding.ts'
import { multiples } from '../audit/multiples.ts'
import { publishedFigures } from './published.ts'

const text = findingsMarkdown(auditPaper(publishedFigures))

/** A row of a table, cells apart by single bars. */
const rows = text.split('\n').map((line) => line.replaceAll(/\s*(?<!\\)\|\s*/g, '|'))

test.each([
  ['t is at most 4.27', '|warehouse, gemini-3-flash, T=200|prompt|0.94 ± 0.02|0.74 ± 0.14|4.27|0.0130|'],
  [
    'Memory is 0.65 and 0.85',
    '|repository, gemini-3-flash, T=50|memory|tab:env2_scaling_vertical_wide|0.65|tab:env2_exp2_noise|0.85|',
  ],
  ['10.9 tasks of 50', '|tau-bench-airline|prompt|21.8 %|50|11 (22.0 %)|8|'],
  [
    'T = 100 is twice and four times T = 50',
    '|repository, memory, T=100|T=50|35550 → 71100 (× 2.0000)|688182 → 2752700 (× 4.0000)|',
  ],
  [
    'noise raises SKILL.state',
    '|noise lowers no score|warehouse, gemini-3-flash, T=50, skill-state|noise 0: 0.96|noise 5: 1|',
  ],
  ['the transcript grows with T^1.98', '|warehouse, gemini-3-flash|prompt|10–200|1.97|1.90|1.98|1.88|'],
  ['memory grows with T^2.16', '|warehouse, gemini-3-flash|memory|10–200|2.07|2.08|2.16|2.15|'],
  ['controls have 1,800 characters', '|prompt of the budget table|truncated|1800 (94 % of SKILL.state)|'],
  ['transcripts recover after 12 turns', '|recovery steps|repository A, prompt|12|'],
  ['and after 14', '|recovery steps|repository B, prompt|14|'],
])('the published tables say that %s', (_, row) => {
  expect(rows).toContain(row)
})

test('counts are in the sentences', () => {
  expect(text).toContain('p < 0.01 needs \\|t\\| ≥ 4.60')
  expect(text).toContain('1 of 12 rates are a whole count of tasks')
  expect(text).toContain(
    'All 32 prompt and token figures of qwen-3-8b-it are within 2.4 % of those of gemma-4-31b-it.',
  )
})

test('the docs name the ratios of the repository as the published tables have them', () => {
  const page = readFileSync(new URL('../../../../docs/benchmarks.md', import.meta.url), 'utf8')
  expect(page.replaceAll(/\s+/g, ' ')).toContain(
    "the prompts and tokens of the repository's transcripts at T = 100 are twice and four times those at T = 50, to within 0.01 %",
  )
  const found = multiples(publishedFigures).filter(({ longer }) => longer.runtime !== 'skill-state')
  expect(found.map(({ longer }) => `${longer.environment} ${longer.horizon} ${longer.runtime}`)).toEqual([
    'repository 100 prompt',
    'repository 100 memory',
    'repository 100 stateful',
  ])
  for (const { promptFactor, tokenFactor } of found) {
    expect(Math.abs(promptFactor / 2 - 1)).toBeLessThan(1e-4)
    expect(Math.abs(tokenFactor / 4 - 1)).toBeLessThan(1e-4)
  }
})
