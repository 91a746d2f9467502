import { readFileSync } from 'node:fs'
import type { JsonObject } from '@skill-state/protocol'
import { expect, it } from 'vitest'
import { buildPrompt, promptHead, withReasons } from './prompt.ts'

interface Case {
  readonly instructions: string
  readonly state: JsonObject
  readonly observation: string
  readonly prompt: string
}

it('is Appendix A.4 as Python renders it', () => {
  const cases = JSON.parse(
    readFileSync(new URL('../test/golden/skill-state.json', import.meta.url), 'utf8'),
  ) as Case[]
  expect(cases.length).toBeGreaterThan(30)
  for (const { instructions, state, observation, prompt } of cases) {
    expect(buildPrompt({ instructions }, state, observation)).toBe(prompt)
  }
})

it('asks for one JSON object, and for a JSON action, if it is told to', () => {
  const text = buildPrompt({ instructions: 'P' }, {}, 'O', { answer: 'json', action: 'json' })
  expect(text.startsWith(`${promptHead({ instructions: 'P' })}{}\n`)).toBe(true)
  const tail = text.slice(text.indexOf('\nLatest Observation: O\n\n'))
  const keys = ['"reasoning"', '"state_patch"', '"action": { <object']
  expect(Math.min(...keys.map((key) => tail.indexOf(key)))).toBeGreaterThan(0)
  expect(keys.map((key) => tail.indexOf(key))).toEqual(
    keys.map((key) => tail.indexOf(key)).toSorted((a, b) => a - b),
  )
  expect(tail).not.toContain('fenced')
})

it('adds the reasons after the prompt, one a line', () => {
  const issues = [
    { path: '/a', message: 'expected this,\nfound that' },
    { path: '', message: 'x'.repeat(10_000) },
  ]
  const text = withReasons('PROMPT', issues)
  expect(text.startsWith('PROMPT\n\nYour last reply was refused')).toBe(true)
  expect(text.split('\n')).toContain('- /a: expected this, found that')
  expect(text.length).toBeLessThan(1_000)
})
