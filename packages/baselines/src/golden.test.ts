import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { State } from '@skill-state/core'
import type { JsonObject, Turn } from '@skill-state/protocol'
import { expect, it } from 'vitest'
import { buildStatePrompt } from './stateful/state-prompt.ts'
import { buildMemoryPrompt } from './summary/memory-prompt.ts'
import { turnsText } from './turns/turn-text.ts'

interface Shown {
  readonly instructions: string
  readonly turns: readonly Turn[]
  readonly observation: string
  readonly prompt: string
}

const memory = read<Shown & { readonly summary: string }>('memory')
const stateful = read<Shown & { readonly state: JsonObject }>('stateful')

function read<T>(name: string): T[] {
  return JSON.parse(readFileSync(new URL(`../test/golden/${name}.json`, import.meta.url), 'utf8')) as T[]
}

it('shows Appendix A.2 as Python renders it', () => {
  for (const { instructions, observation, prompt, ...shown } of memory) {
    expect(buildMemoryPrompt(instructions, shown, observation)).toBe(prompt)
  }
})

it('shows Appendix A.3 as Python renders it', () => {
  for (const { instructions, state, turns, observation, prompt } of stateful) {
    const history = turnsText(turns, 'Response: ')
    expect(buildStatePrompt(instructions, State.from(state), history, observation)).toBe(prompt)
  }
})

// Without python3 there is nothing to compare with: the committed files stand, and this is reported as skipped.
const hasPython = spawnSync('python3', ['--version']).status === 0
it.skipIf(!hasPython)('the golden files are what the script gives today (needs python3)', () => {
  const script = fileURLToPath(new URL('../scripts/golden.py', import.meta.url))
  const fresh = (name: string): unknown =>
    JSON.parse(execFileSync('python3', [script, name], { encoding: 'utf8' }))
  expect(memory).toEqual(fresh('memory'))
  expect(stateful).toEqual(fresh('stateful'))
})
