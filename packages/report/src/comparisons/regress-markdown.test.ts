import { decisionFigures } from '@skill-state/eval/regress'
import { expect, test } from 'vitest'
import { regressMarkdown } from './regress-markdown.ts'

const title = { a: 'A', b: 'B. Model: m.' }
const nothing = {
  sessions: [],
  steps: 0,
  differences: [],
  firsts: [],
  groups: [],
  recorded: { tokens: 0, costUsd: 0 },
}

test('says that soundness is not known if the environment was not asked', () => {
  const { sound, ...unasked } = decisionFigures([])
  expect(sound).toEqual({ both: 0, onlyA: 0, onlyB: 0, neither: 0 })
  expect(regressMarkdown(unasked, nothing, title)).toMatch(/sound is not known/)
  const asked = { ...unasked, sound: { both: 3, onlyA: 1, onlyB: 0, neither: 2 } }
  expect(regressMarkdown(asked, nothing, title)).toContain(
    'Sound decisions of both in 3 states, of A alone in 1, of B alone in 0, of neither in 2.',
  )
  expect(regressMarkdown(unasked, nothing, title)).toContain('> B: B. Model: m.')
  expect(regressMarkdown(unasked, nothing, title)).toContain('0 of 0 sessions would go otherwise')
})
