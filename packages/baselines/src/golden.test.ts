import { readFileSync } from 'node:fs'
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
